"""Finding conflicts in the store: at every change of a few entries, and by going through what waits."""

from __future__ import annotations

import gc
import hashlib
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from memdeck.deck.parts import Parts
from memdeck.memory.conflict import Resolution
from memdeck.memory.entry import Memory
from memdeck.memory.errors import SettingsError
from memdeck.memory.kinds import Status
from memdeck.memory.revision import Action
from memdeck.store.batch import Batch
from memdeck.store.conflict_keys import KeyedEntries, LoadedKeys, StoredKeys
from memdeck.store.conflict_writing import FORM_KEY, ConflictWriting, Found
from memdeck.store.conflicts import ConflictReader
from memdeck.store.portions import parts
from memdeck.store.writer import Writer

if TYPE_CHECKING:
    from memdeck.deck.conflict_look import Arrived, Asked, Compares, Look, Looker, Pair

Progress = Callable[[int, int], None]
"""Told how many of how many entries were looked at."""

_FORM = "1"
"""Changes with the making of keys: all entries of a store of another form are looked at again."""
AT_ONCE = 20
"""More entries than this in one action wait; comparing them would hold the store for too long."""
_PORTION = 100
_FEW = 50
_OBJECTS_BETWEEN = 50_000
"""Objects that are made before garbage is looked for, while a store is scanned."""


@dataclass(slots=True)
class Tally:
    """What looking did so far."""

    looked_at: int = 0
    found: int = 0
    superseded: int = 0


class ConflictSearch:
    """Finds conflicts in one deck's store. Safe to use from several threads."""

    def __init__(
        self, deck_parts: Parts, comparer: Callable[[], Compares], words: Callable[[], bytes]
    ) -> None:
        """Take the parts, what makes the comparer, and what gives the user's own words."""
        self._parts = deck_parts
        self._make_comparer = comparer
        self._words = words
        self._lock = threading.Lock()
        self._entries = KeyedEntries(deck_parts.database)
        self._reader = ConflictReader(deck_parts.database)

    def at_end(self, batch: Batch) -> None:
        """A `BatchEnd`: compare what was changed with its neighbours, or let it wait when it is much."""
        changed = [after for before, after in batch.changes.values() if _matters(before, after)]
        if not changed:
            return
        writing = ConflictWriting(batch)
        if self._form_stored() != self._form():
            writing.begin_anew(self._form())
        ids = [memory.id for memory in changed]
        if len(changed) > AT_ONCE:
            writing.wait(ids)
            return
        try:
            looker = self._looker(StoredKeys(self._parts.database), writing.arrived)
        except SettingsError:
            writing.wait(ids)  # whoever asks about conflicts next is told
            return
        writing.lock()
        writing.load(ids)
        keys = {id_: key for id_, (key, _) in writing.standing(ids).items()}
        looker.know((keys[memory.id], memory) for memory in changed)
        asked: list[Asked] = []
        for memory in changed:
            partners = {**self._entries.keys(writing.partners(memory.id)), **keys}
            asked.append((memory, keys[memory.id], list(partners.values())))
        with self._lock:
            looks = looker.look_at(asked)
        for look in looks:
            _note(batch, writing, look, self._rule(batch), Tally())
        writing.write()
        writing.wait_no_more(ids)

    def catch_up(self, writer: Writer, *, full: bool = False, progress: Progress | None = None) -> Tally:
        """Look at every entry that waits; with `full` at all of them.

        Raises:
            SettingsError: the user's own words can't be read.
            StoreFault: the store can't be written.
        """
        tally = Tally()
        if not self._parts.database.exists:
            return tally
        if full or self._form_stored() != self._form():
            with writer.batch(self._parts.author) as batch:
                ConflictWriting(batch).begin_anew(self._form())
        waiting = self._reader.pending_ids()
        if not waiting:
            return tally
        database = self._parts.database
        portion: Sequence[str]
        looker = self._looker(StoredKeys(database) if len(waiting) <= _FEW else LoadedKeys(database))
        with _garbage_collected_seldom():
            for portion in parts(waiting, _PORTION):
                self._look_at(writer, looker, portion, tally)
                if progress is not None:
                    progress(tally.looked_at, len(waiting))
        return tally

    def at_odds(self, draft: Memory) -> tuple[Pair, ...]:
        """Compare an entry that is not written yet with its neighbours; writes nothing."""
        looker = self._looker(StoredKeys(self._parts.database), partial(self._arrived_before, draft.id))
        key = self._entries.keys([draft.id]).get(draft.id, -1)
        with self._lock:
            (looked,) = looker.look_at([(draft, key, ())])
        return tuple(pair for pair in looked.pairs if pair.finding is not None)

    @property
    def behind(self) -> bool:
        """True when entries wait to be compared."""
        if not self._parts.database.exists:
            return False
        return self._reader.pending() > 0 or self._form_stored() != self._form()

    def _look_at(self, writer: Writer, looker: Looker, ids: Sequence[str], tally: Tally) -> None:
        """Compare outside of any transaction, then write in a short one what still stands as it was read."""
        keys = self._entries.keys(ids)
        entries = self._entries.of(list(keys.values()))
        known = self._known_partners(ids)
        asked: list[Asked] = [
            (memory, key, list(self._entries.keys(known.get(memory.id, ())).values()))
            for key, memory in entries.items()
        ]
        with self._lock:
            looks = looker.look_at(asked)
        with writer.batch(self._parts.author) as batch:
            writing = ConflictWriting(batch)
            writing.lock()
            done = set(ids) - {memory.id for memory in entries.values()}
            named = {memory.id for look in looks for memory in (look.memory, *_others(look))}
            standing = writing.standing(sorted(named))
            writing.load(look.memory.id for look in looks)
            for look in looks:
                seen = (look.memory, *_others(look))
                if all(standing.get(one.id, (0, 0))[1] == one.version for one in seen):
                    _note(batch, writing, look, self._parts.settings.conflicts.auto_supersede, tally)
                    done.add(look.memory.id)
            writing.write()
            writing.wait_no_more(sorted(done))
            changed = [(standing[id_][0], after) for id_, (_, after) in batch.changes.items()]
        looker.know(changed)
        tally.looked_at += len(ids)

    def _known_partners(self, ids: Sequence[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for part in parts(ids, 400):
            marks = ", ".join("?" * len(part))
            for mine, its in (("one", "other"), ("other", "one")):
                sql = f"SELECT {mine}, {its} FROM conflict WHERE {mine} IN ({marks})"  # noqa: S608
                for id_, partner in self._parts.database.rows(sql, part):
                    found.setdefault(id_, []).append(partner)
        return found

    def _arrived_before(self, draft_id: str, ids: Sequence[str]) -> dict[str, int]:
        """Return the order of changes in which a draft comes last, whatever its entry was before."""
        return {id_: place for id_, place in self._entries.arrived(ids).items() if id_ != draft_id}

    def _looker(self, keys: StoredKeys | LoadedKeys, arrived: Arrived | None = None) -> Looker:
        from memdeck.deck.conflict_look import Looker

        with self._lock:
            comparer = self._comparer
        return Looker(comparer, keys, self._entries, self._parts.clock(), arrived)

    def _rule(self, batch: Batch) -> str:
        """Taking back, or making again, is somebody's decision: nothing follows from it by itself."""
        return "never" if batch.undoes is not None else self._parts.settings.conflicts.auto_supersede

    def _form_stored(self) -> str | None:
        rows = self._parts.database.rows("SELECT value FROM search_state WHERE key = ?", (FORM_KEY,))
        return str(rows[0][0]) if rows else None

    def _form(self) -> str:
        words = self._words()
        return f"{_FORM}:{hashlib.sha256(words).hexdigest()[:16]}" if words else _FORM

    @cached_property
    def _comparer(self) -> Compares:
        return self._make_comparer()


@contextmanager
def _garbage_collected_seldom() -> Iterator[None]:
    """Comparing keeps what it read and leaves no cycles; looking for them took an eighth of a scan."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], _OBJECTS_BETWEEN), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _matters(before: Memory | None, after: Memory) -> bool:
    """Tell whether a change can make a difference to what an entry is to others."""
    if before is None:
        return True

    def said(memory: Memory) -> tuple[object, ...]:
        times = (memory.valid_from, memory.valid_to, memory.expires_at, memory.deleted_at)
        return (memory.owner, memory.status, *times, memory.content_hash)

    return said(before) != said(after)


def _others(look: Look) -> list[Memory]:
    return [pair.newer if pair.older.id == look.memory.id else pair.older for pair in look.pairs]


def _note(batch: Batch, writing: ConflictWriting, look: Look, rule: str, tally: Tally) -> None:
    from memdeck.deck.superseding import replaces_by_itself

    writing.put_keys(look.key, look.numbers)
    known = set(writing.partners(look.memory.id))
    for pair in look.pairs:
        if pair.finding is None:
            if {pair.older.id, pair.newer.id} & known:
                writing.drop(pair.older, pair.newer)
            continue
        before = writing.put(pair.older, pair.newer, _found(pair))
        tally.found += not before.holds
        if not before.decided and replaces_by_itself(pair.older, pair.newer, pair.finding, rule):
            tally.superseded += _supersede(batch, writing, pair)


def _supersede(batch: Batch, writing: ConflictWriting, pair: Pair) -> bool:
    from memdeck.deck.superseding import superseded

    older = batch.current(pair.older.id)
    if older.status is Status.SUPERSEDED:
        return False
    reason = f"superseded by itself: {pair.newer.name} announces the change"
    batch.replace(older, superseded(older, pair.newer, batch.moment), Action.EDIT, reason)
    writing.settle(pair.older, pair.newer, Resolution.SUPERSEDED)
    return True


def _found(pair: Pair) -> Found:
    finding = pair.finding
    assert finding is not None  # noqa: S101 - asked only for pairs with a finding
    return Found(
        kind=finding.kind.value,
        attribute=finding.attribute,
        older_says=finding.left,
        newer_says=finding.right,
        evidence=finding.evidence,
        score=finding.score,
    )
