"""From a prompt to a ranking: lanes, fusion, rerank, floor, diversity. A function of what it is given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from memdeck.memory.errors import MemdeckError
from memdeck.memory.ranking import Dropped, Hit, Lane, LaneState, Miss, Ranking
from memdeck.retrieve.asked import asked_part
from memdeck.retrieve.diversity import diversified
from memdeck.retrieve.fusion import fused, relevance_of
from memdeck.retrieve.gathering import Gathering
from memdeck.retrieve.liveness import reason_out
from memdeck.retrieve.names import possible_names, without_names
from memdeck.retrieve.ports import Entries, Meaning, Owners, Reranker, Words
from memdeck.retrieve.related import related_hits
from memdeck.retrieve.small_talk import is_small_talk
from memdeck.retrieve.tuning import Tuning

_NEAR_MISSES = 25
_RERANKED_AT_LEAST = 15


class Ranked(NamedTuple):
    """Everything that the lanes brought, best first, before floor and diversity."""

    hits: tuple[Hit, ...]
    out: tuple[Dropped, ...]
    """Entries that are not live or not valid, with the reason."""
    lanes: tuple[Lane, ...]


@dataclass(slots=True, eq=False, repr=False)
class Retriever:
    """The parts of the store that a ranking needs, and the rerankers of the settings."""

    entries: Entries
    meaning: Meaning
    words: Words
    rerankers: tuple[Reranker, ...]

    def ranked(self, prompt: str, owners: Owners, as_of: datetime, tuning: Tuning, limit: int = 0) -> Ranked:
        """Rank what belongs to `owners` for a prompt, by the state of things at `as_of`."""
        prompt = asked_part(prompt)
        owners = tuple(sorted(set(owners)))
        names = self.entries.speakers(possible_names(prompt), owners) if tuning.named else set()
        text = without_names(prompt, names)
        gathering = Gathering(self.entries, owners, as_of, tuning)
        found = gathering.run(text, self.meaning, self.words, limit)
        parts = fused(found, names, as_of, tuning)
        hits = [
            Hit(candidate.memory, sum(parts[key].values()), parts[key])
            for key, candidate in found.live.items()
        ]
        out = [
            Dropped(
                candidate.memory,
                sum(parts[key].values()),
                parts[key],
                reason_out(candidate.memory, as_of) or Miss.NOT_VALID,
            )
            for key, candidate in found.out.items()
        ]
        reranked, failed = self._reranked(text, sorted(hits, key=_order), tuning)
        return Ranked(tuple(reranked), tuple(sorted(out, key=_order)), (*found.lanes, *failed))

    def ranking(self, prompt: str, owners: Owners, as_of: datetime, tuning: Tuning) -> Ranking:
        """Return what may be injected, in the order in which it is offered, and what just missed."""
        ranked = self.ranked(prompt, owners, as_of, tuning)
        asks = not is_small_talk(asked_part(prompt))
        best = max((relevance_of(hit.parts) for hit in ranked.hits), default=0.0)
        least = tuning.floor_share * best
        relevant = [hit for hit in ranked.hits if asks and _is_relevant(hit, tuning, least)]
        kept = {hit.memory.id for hit in relevant}
        low = [
            Dropped(
                hit.memory, hit.score, hit.parts, _too_low(hit, tuning, least) if asks else Miss.NOT_ASKED
            )
            for hit in ranked.hits
            if hit.memory.id not in kept
        ]
        picks = diversified(relevant, tuning.picks, tuning.min_types)
        if tuning.related and relevant:
            joined = related_hits(relevant, kept, tuple(sorted(set(owners))), as_of, self.words, self.entries)
            picks += joined
            low = [near for near in low if near.memory.id not in {hit.memory.id for hit in joined}]
        dropped = sorted([*low, *ranked.out], key=_order)[:_NEAR_MISSES]
        return Ranking(tuple(picks), tuple(dropped), ranked.lanes)

    def _reranked(self, text: str, hits: list[Hit], tuning: Tuning) -> tuple[list[Hit], tuple[Lane, ...]]:
        """Return the hits with what the rerankers add, and the rerankers that failed."""
        count = max(tuning.rerank_top_k, _RERANKED_AT_LEAST)
        failed: list[Lane] = []
        for reranker in self.rerankers if hits else ():
            head = hits[:count]
            try:
                judged = reranker.judge(text, [hit.memory for hit in head])
            except MemdeckError as error:
                failed.append(Lane("rerank", LaneState.FAILED, 0, error.message))
                continue
            better = []
            for place, hit in enumerate(head):
                parts = {**hit.parts, **{name: figures[place] for name, figures in judged.items()}}
                better.append(Hit(hit.memory, sum(parts.values()), parts))
            hits = sorted([*better, *hits[count:]], key=_order)
        return hits, tuple(failed)


def _is_relevant(hit: Hit, tuning: Tuning, least: float) -> bool:
    return relevance_of(hit.parts) >= _floor(hit, tuning, least)


def _floor(hit: Hit, tuning: Tuning, least: float) -> float:
    return max(tuning.floor if "meaning" in hit.parts else tuning.floor_without_meaning, least)


def _too_low(hit: Hit, tuning: Tuning, least: float) -> str:
    """Return `below the relevance floor: 0.21 of 0.35`; with more digits where two would look the same."""
    has, needs = relevance_of(hit.parts), _floor(hit, tuning, least)
    digits = next((count for count in (2, 3, 4) if f"{has:.{count}f}" != f"{needs:.{count}f}"), 6)
    return f"{Miss.BELOW_FLOOR}: {has:.{digits}f} of {needs:.{digits}f}"


def _order(item: Hit | Dropped) -> tuple[float, float, str]:
    return (-round(item.score, 9), -item.memory.created_at.timestamp(), item.memory.id)
