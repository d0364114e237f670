"""Conflicts: comparing entries, what was found in the store, looking for more, and settling it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

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
    from memdeck.memory.entry import Memory
    from memdeck.store.batch import BatchEnd
    from memdeck.upkeep.compare import Comparer
    from memdeck.upkeep.finding import Finding

Found: TypeAlias = list[Conflict]
AtOdds: TypeAlias = "list[tuple[Memory, Finding]]"
USER_WORDS = "alternatives.yaml"
"""The user's own words, beside the configuration file, in the form of the file that comes with Memdeck."""


class Conflicts(Editing):
    """What entries are to each other."""

    def compare(self, left: str, right: str) -> Finding | None:
        """Return what two entries are to each other, or None when both may stand.

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
        return self._comparer.compare(self.get(left), self.get(right))

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
        found = self._conflict_reader.found(self.parts.clock(), access=access, id_prefix=conflict_id)
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

    def scan_conflicts(self, progress: Progress | None = None, full: bool = False) -> ScanReport:
        """Compare the entries that were not compared yet with their neighbours.

        What changes a few entries at a time does it at once; after an import of many, and in a store of an
        older program, they wait for this. New PROJECT entries may supersede older ones here, as
        `conflicts.auto_supersede` says.

        Args:
            progress: told how many of how many entries were looked at.
            full: look at every entry again.

        Raises:
            SettingsError: the user's own words can't be read.
            ReadOnly: nothing may be written.
        """
        begun = monotonic()
        tally = self._conflict_search.catch_up(self._writer, full=full, progress=progress)
        counts = self.conflict_counts()
        return ScanReport(tally.looked_at, tally.found, tally.superseded, counts.open, monotonic() - begun)

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

    def settle_many(self, conflict_ids: Sequence[str], how: Resolution | str) -> Settlement:
        """Settle several conflicts in the same way, in one action: keep_newer, keep_older or both_stand.

        What is not open, or is settled on the way because an entry was superseded, is passed over.
        """
        from memdeck.deck.settling import settle_alike

        chosen = _resolution(how)
        with self._batch("") as batch:
            found = [self.conflict(conflict_id) for conflict_id in conflict_ids]
            still_open = [conflict for conflict in found if conflict.state is ConflictState.OPEN]
            return settle_alike(batch, still_open, chosen)

    def _batch_ends(self) -> tuple[BatchEnd, ...]:
        return (*super()._batch_ends(), self._conflict_search.at_end)

    @property
    def _conflict_reader(self) -> ConflictReader:
        return ConflictReader(self.parts.database)

    @cached_property
    def _conflict_search(self) -> ConflictSearch:
        return ConflictSearch(self.parts, self._make_comparer, _own_words)

    @cached_property
    def _comparer(self) -> Comparer:
        return self._make_comparer()

    def _make_comparer(self) -> Comparer:
        from memdeck.deck.likeness import Likeness
        from memdeck.upkeep.compare import Comparer
        from memdeck.upkeep.vocabulary import load_vocabulary, standard_vocabulary

        own = _own_file()
        vocabulary = load_vocabulary((own,)) if own.is_file() else standard_vocabulary()
        return Comparer(vocabulary, Likeness())


def _resolution(how: Resolution | str) -> Resolution:
    found = choice("how", Resolution, how)
    if found in {Resolution.SUPERSEDED, Resolution.ELSEWHERE}:
        offered = "keep_newer, keep_older, merge, narrow or both_stand"
        raise InvalidField("how", f"{found} can't be chosen.", f"Use {offered}.")
    return found


def _own_file() -> Path:
    from memdeck.settings.places import config_file

    return config_file().with_name(USER_WORDS)


def _own_words() -> bytes:
    own = _own_file()
    return own.read_bytes() if own.is_file() else b""
