"""Conflicts: comparing entries, what was found in the store, looking for more, and settling it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from memdeck.deck.comparers import comparer_for, judge_of, judged_comparer, own_words
from memdeck.deck.conflict_search import ConflictSearch, Progress
from memdeck.deck.editing import Editing
from memdeck.memory.conflict import (
    AlreadySettled,
    Conflict,
    ConflictCounts,
    ConflictKind,
    ConflictState,
    NoSuchConflict,
    Resolution,
    ScanReport,
    Settlement,
)
from memdeck.memory.errors import AmbiguousName, InvalidField
from memdeck.memory.owner import canonical_owner
from memdeck.memory.rules import choice
from memdeck.store.conflicts import ConflictReader
from memdeck.store.listing import Access

if TYPE_CHECKING:
    from memdeck.deck.conflict_judging import ConflictJudging
    from memdeck.deck.conflict_look import Compares
    from memdeck.deck.judged_comparer import JudgedComparer
    from memdeck.memory.entry import Memory
    from memdeck.store.batch import BatchEnd
    from memdeck.upkeep.finding import Finding
    from memdeck.upkeep.judging import Judge

Found: TypeAlias = list[Conflict]
AtOdds: TypeAlias = "list[tuple[Memory, Finding]]"


class Conflicts(Editing):
    """What entries are to each other."""

    def compare(self, left: str, right: str) -> Finding | None:
        """Return what two entries are to each other, or None when both may stand.

        A judge of `conflicts.judge` is asked where the rules leave it open; when it fails, they decide.

        Args:
            left: name, id or unique prefix of one entry.
            right: the other's.

        Returns:
            A finding with `.kind` (contradiction, duplicate, or precedence between a person and a project),
            `.evidence` in words and `.score`.

        Raises:
            NotFound, AmbiguousName: for either.
            SettingsError: the user's own words can't be read.
        """
        one, other = self.get(left), self.get(right)
        judged = self._judged
        if judged is not None:
            return judged.asked(one, other)
        return self._comparer.compare_all([(one, other)])[0]

    def conflicts(
        self,
        state: ConflictState | str | None = ConflictState.OPEN,
        kind: ConflictKind | str | None = None,
        owner: str | None = None,
        access: Access = None,
        *,
        of: str | None = None,
        catch_up: bool = True,
    ) -> Found:
        """Return what was found, as the entries stand now: the surest contradictions first, then duplicates.

        Args:
            state: open, resolved, dismissed or precedence; None is all.
            kind: contradiction, duplicate or precedence; None is all.
            owner: only with an entry of this owner.
            access: owners that may be seen; both entries must be.
            of: only those of this entry (name, id or unique prefix).
            catch_up: compare the entries first that were not compared yet (unless read-only), which can take
                seconds after an import of many. A screen leaves it to `scan_conflicts` in a thread beside.
        """
        if catch_up and not self.read_only and self.conflicts_behind:
            self.scan_conflicts()
        return self._conflict_reader.found(
            self.parts.clock(),
            state=choice("state", ConflictState, state) if state is not None else None,
            kind=choice("kind", ConflictKind, kind) if kind is not None else None,
            owner=canonical_owner(owner) if owner else None,
            access=access,
            of=self.get_any(of, access=access).id if of is not None else None,
        )

    def conflict(self, conflict_id: str, *, access: Access = None) -> Conflict:
        """Return one finding by its id or a unique prefix of it; raise NotFound or AmbiguousName."""
        now, reader = self.parts.clock(), self._conflict_reader
        found = reader.found(now, access=access, ids=[conflict_id])
        found = found or reader.found(now, access=access, id_prefix=conflict_id)
        exact = [conflict for conflict in found if conflict.id == conflict_id] or found
        if not exact or not conflict_id:
            raise NoSuchConflict(conflict_id)
        if len(exact) > 1:
            raise AmbiguousName(conflict_id, tuple(conflict.id for conflict in exact))
        return exact[0]

    def conflict_counts(self, access: Access = None) -> ConflictCounts:
        """Return how many findings there are in each state, and how many entries wait to be compared."""
        return self._conflict_reader.counts(self.parts.clock(), access)

    def at_odds(self, draft: Memory) -> AtOdds:
        """Return what an entry that is not written yet would be in conflict with; writes nothing.

        Precedence is left out. The draft carries the id of the entry that it changes, or a new one.
        """
        found: AtOdds = []
        for pair in self._conflict_search.at_odds(draft):
            other = pair.newer if pair.older.id == draft.id else pair.older
            if pair.finding is not None and pair.finding.kind.value != ConflictKind.PRECEDENCE.value:
                found.append((other, pair.finding))
        return found

    def conflicts_of(self, memory_ids: Collection[str]) -> set[str]:
        """Return those of these entries that are in an open conflict; cheap enough for every row shown."""
        return self._conflict_reader.marked(memory_ids, self.parts.clock())

    @property
    def conflicts_behind(self) -> bool:
        """True when entries wait to be compared; `scan_conflicts` does it, in a screen in a thread beside."""
        return self._conflict_search.behind

    def scan_conflicts(
        self,
        progress: Progress | None = None,
        full: bool = False,
        *,
        judged: bool = False,
        judging: Progress | None = None,
    ) -> ScanReport:
        """Compare the entries that were not compared yet with their neighbours.

        What changes a few entries at a time does it at once; after an import of many, and in a store of an
        older program, they wait for this. New PROJECT entries may supersede older ones here, as
        `conflicts.auto_supersede` says.

        Args:
            progress: told how many of how many entries were looked at.
            full: look at every entry again.
            judged: ask the judge of `conflicts.judge`, if there is one, about what the rules leave open. Its
                faults are said in the report; what the rules found stands.
            judging: told how many of how many entries the judge was asked about.

        Raises:
            SettingsError: the user's own words can't be read.
            ReadOnly: nothing may be written.
        """
        begun = monotonic()
        search = self._conflict_search
        tally = search.catch_up(self._writer, full=full, progress=progress)
        report = ScanReport(tally.looked_at, tally.found, tally.superseded, 0, 0.0)
        if judged and self._judge is not None:
            report = self._with_judge(report, full, judging)
        return replace(report, open=self.conflict_counts().open, seconds=monotonic() - begun)

    def _with_judge(self, report: ScanReport, full: bool, progress: Progress | None) -> ScanReport:
        asked = self._conflict_judging.run(self._writer, full=full, progress=progress)
        again = self._conflict_search.catch_up(self._writer) if asked.changed else None
        return replace(
            report,
            found=report.found + (again.found if again is not None else 0),
            judge=self._judge.label if self._judge is not None else "",
            asked=asked.asked,
            unclear=asked.unclear,
            unjudged=asked.left,
            judge_fault=asked.fault,
        )

    def settle(
        self,
        conflict_id: str,
        how: Resolution | str,
        *,
        content: str | None = None,
        owner: str | None = None,
        condition: str | None = None,
        title: str | None = None,
        which: str = "newer",
        versions: tuple[int, int] | None = None,
    ) -> Settlement:
        """Settle an open conflict; one action in the history, and `undo` of it opens the conflict again.

        Args:
            conflict_id: its id or a unique prefix.
            how: keep_newer and keep_older supersede the other entry; merge gives the newer one a new text
                and supersedes the older; narrow changes one entry so that both hold; both_stand changes
                nothing and is remembered until one of the texts changes.
            content: the merged text; for narrow, the new text of the narrowed entry.
            owner: narrow: the owner to move one entry to.
            condition: narrow: when it holds, in words; put before its text.
            title: merge and narrow: a new title.
            which: narrow: the entry to change, newer or older.
            versions: those of older and newer that the decision was made from.

        Raises:
            AlreadySettled: it does not wait to be settled.
            VersionConflict: an entry was changed meanwhile. Nothing was written.
            InvalidField: something is missing or breaks a rule.
            NotFound, AmbiguousName: for the id.
            NameTaken: the other owner has an entry of that name.
        """
        from memdeck.deck.settling import Rewording, settle_one

        chosen = _resolution(how)
        with self._batch("") as batch:
            found = self.conflict(conflict_id)
            if found.state is not ConflictState.OPEN:
                raise AlreadySettled(found.id)
            return settle_one(
                batch, found, chosen, Rewording(content, owner, condition, title, which), versions
            )

    def settle_many(
        self, conflict_ids: Sequence[str], how: Resolution | str, progress: Progress | None = None
    ) -> Settlement:
        """Settle several conflicts in the same way, in one action: keep_newer, keep_older or both_stand.

        What is not open, or is settled on the way because an entry was superseded, is passed over. `progress`
        is told how many of how many were looked at; what it raises takes everything back.
        """
        from memdeck.deck.settling import settle_alike
        from memdeck.store.conflict_queue import ConflictQueueReader

        chosen = _resolution(how)
        with self._batch("") as batch:
            known = ConflictQueueReader(self.parts.database).page(conflict_ids, self.parts.clock())
            by_id = {conflict.id: conflict for conflict in known}
            found = [by_id.get(id_) or self.conflict(id_) for id_ in conflict_ids]
            still_open = [conflict for conflict in found if conflict.state is ConflictState.OPEN]
            return settle_alike(batch, still_open, chosen, progress)

    def _batch_ends(self) -> tuple[BatchEnd, ...]:
        return (*super()._batch_ends(), self._conflict_search.at_end)

    @property
    def _conflict_reader(self) -> ConflictReader:
        return ConflictReader(self.parts.database)

    @cached_property
    def _conflict_search(self) -> ConflictSearch:
        return ConflictSearch(self.parts, lambda: comparer_for(self.parts), own_words)

    @cached_property
    def _conflict_judging(self) -> ConflictJudging:
        from memdeck.deck.conflict_judging import ConflictJudging

        judge = self._judge
        assert judge is not None  # noqa: S101 - asked for only where there is one
        return ConflictJudging(self.parts, lambda: judged_comparer(self.parts, judge))

    @cached_property
    def _comparer(self) -> Compares:
        return comparer_for(self.parts)

    @cached_property
    def _judge(self) -> Judge | None:
        return judge_of(self.parts)

    @cached_property
    def _judged(self) -> JudgedComparer | None:
        return judged_comparer(self.parts, self._judge) if self._judge is not None else None


def _resolution(how: Resolution | str) -> Resolution:
    found = choice("how", Resolution, how)
    if found in {Resolution.SUPERSEDED, Resolution.ELSEWHERE}:
        offered = "keep_newer, keep_older, merge, narrow or both_stand"
        raise InvalidField("how", f"{found} can't be chosen.", f"Use {offered}.")
    return found
