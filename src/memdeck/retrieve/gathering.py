"""The three lanes: meaning, words, recent. Each is asked by itself; one that fails stops no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from memdeck.memory.errors import MemdeckError
from memdeck.memory.ranking import Lane, LaneState
from memdeck.retrieve.liveness import reason_out
from memdeck.retrieve.ports import (
    Candidate,
    Coverage,
    Entries,
    Meaning,
    MeaningSearch,
    Owners,
    Words,
    WordSearch,
)
from memdeck.retrieve.tuning import Tuning

T = TypeVar("T")
RECENT_DAYS = 3
_AHEAD = 3
"""Asked for so many times the entries that are wanted, because some of them are not live."""
_FIRST = datetime.min.replace(tzinfo=UTC) + timedelta(days=RECENT_DAYS)
"""Before it there are no days to go back by."""
_MOST_ASKED = 20_000
_FAULTS = (MemdeckError, OSError, ValueError, RuntimeError)


@dataclass(slots=True, eq=False, repr=False)
class Gathered:
    """What the lanes brought: live entries, those that are out, and the figures to score them by."""

    live: dict[int, Candidate] = field(default_factory=dict)
    out: dict[int, Candidate] = field(default_factory=dict)
    meaning: dict[int, float] = field(default_factory=dict)
    words: dict[int, Coverage] = field(default_factory=dict)
    lanes: list[Lane] = field(default_factory=list)


class Gathering:
    """Asks the lanes for one prompt."""

    def __init__(self, entries: Entries, owners: Owners, as_of: datetime, tuning: Tuning) -> None:
        self._entries = entries
        self._owners = owners
        self._as_of = as_of
        self._tuning = tuning
        self.found = Gathered()

    def run(self, text: str, meaning: Meaning, words: Words, limit: int) -> Gathered:
        """Ask all lanes; `limit` is how many entries are wanted in the end."""
        tuning = self._tuning
        by_meaning: MeaningSearch | None = None
        by_words: WordSearch | None = None

        def ask_meaning() -> tuple[int, str]:
            nonlocal by_meaning
            by_meaning = meaning.search(text, self._owners)
            return self._take_widening(by_meaning.best, max(tuning.vector_top_k, limit)), meaning.note

        def ask_words() -> tuple[int, str]:
            nonlocal by_words
            by_words = words.search(text, self._owners)
            wanted = max(tuning.keyword_top_k, limit)
            order = _by_coverage(by_words.best(wanted * _AHEAD), tuning)
            return self._take(order, wanted), words.note

        def ask_recent() -> tuple[int, str]:
            after = max(self._as_of, _FIRST) - timedelta(days=RECENT_DAYS)
            count = tuning.time_top_k
            newest = self._entries.newest(self._owners, after, self._as_of, count * _AHEAD)
            return self._take(newest, count), ""

        self._ask("meaning", tuning.vector_top_k, ask_meaning)
        self._ask("words", tuning.keyword_top_k, ask_words)
        self._ask("recent", tuning.time_top_k, ask_recent)
        if tuning.neighbours:
            self._add_neighbours()
        keys = sorted({*self.found.live, *self.found.out})
        if by_meaning is not None:
            self._measure("meaning", by_meaning.of, keys, self.found.meaning)
        if by_words is not None:
            self._measure("words", by_words.of, keys, self.found.words)
        return self.found

    def _ask(self, name: str, wanted: int, ask: Callable[[], tuple[int, str]]) -> None:
        if wanted <= 0:
            self.found.lanes.append(Lane(name, LaneState.OFF))
            return
        try:
            count, note = ask()
        except _FAULTS as error:
            self.found.lanes.append(_failed(name, error))
            return
        state = LaneState.PARTIAL if note else LaneState.OK
        self.found.lanes.append(Lane(name, state, count, note))

    def _take_widening(self, best: Callable[[int], list[int]], wanted: int) -> int:
        asked = wanted * _AHEAD
        while True:
            keys = best(asked)
            taken = self._take(keys, wanted)
            if taken >= wanted or len(keys) < asked or asked >= _MOST_ASKED:
                return taken
            asked *= 8

    def _take(self, keys: Iterable[int], wanted: int) -> int:
        """Take the first live ones; return how many."""
        taken = 0
        keys = list(keys)
        for start in range(0, len(keys), wanted):
            part = keys[start : start + wanted]
            found = self._read(part)
            for key in part:
                candidate = found.get(key)
                if candidate is None or candidate.memory.owner not in self._owners:
                    continue
                if reason_out(candidate.memory, self._as_of) is not None:
                    self.found.out[key] = candidate
                    continue
                self.found.live[key] = candidate
                taken += 1
                if taken == wanted:
                    return taken
        return taken

    def _read(self, keys: Sequence[int]) -> dict[int, Candidate]:
        """Return the entries of these keys; what another lane brought is not read twice."""
        known = self.found.live | self.found.out
        new = self._entries.of([key for key in keys if key not in known], self._owners)
        return {**new, **{key: known[key] for key in keys if key in known}}

    def _add_neighbours(self) -> None:
        live = self.found.live
        turns = [key for key, candidate in live.items() if candidate.conversation]
        beside = {key + step for key in turns for step in (-1, 1)} - live.keys()
        for key, candidate in self._entries.of(sorted(beside), self._owners).items():
            is_turn = any(
                near in live and live[near].conversation == candidate.conversation
                for near in (key - 1, key + 1)
            )
            visible = candidate.memory.owner in self._owners
            if is_turn and visible and reason_out(candidate.memory, self._as_of) is None:
                live[key] = candidate

    def _measure(
        self,
        name: str,
        figures_of: Callable[[list[int]], Mapping[int, T]],
        keys: list[int],
        into: dict[int, T],
    ) -> None:
        """Get a lane's figures of all entries; a lane that failed has none, not some."""
        lanes = self.found.lanes
        place = next(place for place, lane in enumerate(lanes) if lane.name == name)
        if lanes[place].state is LaneState.FAILED:
            return
        try:
            into.update(figures_of(keys))
        except _FAULTS as error:
            lanes[place] = _failed(name, error)


def _failed(name: str, error: Exception) -> Lane:
    said = error.message if isinstance(error, MemdeckError) else f"{type(error).__name__}: {error}"
    return Lane(name, LaneState.FAILED, 0, said)


def _by_coverage(found: Mapping[int, Coverage], tuning: Tuning) -> list[int]:
    def score(key: int) -> float:
        return tuning.keyword * found[key].words + tuning.concept * found[key].concepts

    return sorted((key for key in found if score(key) > 0), key=lambda key: (-score(key), key))
