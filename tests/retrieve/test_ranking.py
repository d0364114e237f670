"""The ranking by itself: access, lanes, scores, floor, diversity."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lanes_for_tests import (
    NOW,
    Broken,
    FakeCandidate,
    FakeCoverage,
    FakeEntries,
    FakeMeaning,
    FakeWords,
    entry,
    retriever,
    tuning,
)

from memdeck.memory.kinds import Importance, MemoryType, Status
from memdeck.memory.ranking import LaneState, Miss
from memdeck.retrieve.diversity import diversified
from memdeck.retrieve.fusion import relevance_of
from memdeck.retrieve.light import LightReranker, is_identifier
from memdeck.retrieve.names import possible_names, without_names
from memdeck.retrieve.retriever import Retriever
from memdeck.retrieve.small_talk import is_small_talk
from memdeck.retrieve.tuning import tuning_from
from memdeck.settings import Settings
from memdeck.settings.sections import Retrieval

ME = ("user:me",)


def test_the_score_is_the_sum_of_its_parts() -> None:
    memories = [
        entry(0, type=MemoryType.SNIPPET, importance=Importance.HIGH, confidence=0.5),
        entry(1, access_count=9, last_accessed=NOW, created_at=NOW),
    ]
    ranked = retriever(memories, {0: 0.7, 1: 0.4}, {0: 0.5}).ranked("prompt", ME, NOW, tuning())
    for hit in ranked.hits:
        assert hit.score == pytest.approx(sum(hit.parts.values()))
    assert {"meaning", "words", "recent", "importance", "decay", "confidence"} <= set(ranked.hits[0].parts)
    assert "heat" in ranked.hits[1].parts


def test_an_entry_of_another_owner_is_out_whatever_lane_brought_it() -> None:
    """S41: the store's answer is checked again."""
    memories = [entry(0, owner="project:other", content="ORCHID-7", created_at=NOW), entry(1)]
    made = retriever(memories, {0: 0.99, 1: 0.5}, {0: 1.0})
    ranked = made.ranked("ORCHID-7", ME, NOW, tuning())
    ranking = made.ranking("ORCHID-7", ME, NOW, tuning())
    assert [hit.memory.id for hit in ranked.hits] == ["mem_0001"]
    assert not ranked.out
    assert all(near.memory.owner == "user:me" for near in (*ranking.hits, *ranking.dropped))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"status": Status.ARCHIVED}, Miss.ARCHIVED),
        ({"status": Status.COLD}, Miss.COLD),
        ({"status": Status.DONE}, Miss.DONE),
        ({"status": Status.SUPERSEDED, "valid_to": NOW - timedelta(days=1)}, Miss.SUPERSEDED),
        ({"deleted_at": NOW}, Miss.REMOVED),
        ({"valid_to": NOW - timedelta(days=1)}, Miss.NOT_VALID),
        ({"valid_from": NOW + timedelta(days=1)}, Miss.NOT_VALID),
        ({"expires_at": NOW - timedelta(seconds=1)}, Miss.NOT_VALID),
        ({"created_at": NOW + timedelta(seconds=1)}, Miss.NOT_VALID),
    ],
)
def test_what_is_not_live_is_a_near_miss_with_its_reason(changes: dict[str, object], reason: Miss) -> None:
    memories = [entry(0, **changes), entry(1)]
    ranking = retriever(memories, {0: 0.9, 1: 0.8}).ranking("prompt", ME, NOW, tuning())
    assert [hit.memory.id for hit in ranking.hits] == ["mem_0001"]
    assert [(near.memory.id, near.reason) for near in ranking.dropped] == [("mem_0000", reason)]


def test_the_past_sees_what_held_then() -> None:
    old = entry(0, status=Status.SUPERSEDED, valid_to=NOW - timedelta(days=5))
    new = entry(1, created_at=NOW - timedelta(days=5), valid_from=NOW - timedelta(days=5))
    made = retriever([old, new], {0: 0.9, 1: 0.9})
    then = made.ranking("prompt", ME, NOW - timedelta(days=10), tuning())
    now = made.ranking("prompt", ME, NOW, tuning())
    assert [hit.memory.id for hit in then.hits] == ["mem_0000"]
    assert [hit.memory.id for hit in now.hits] == ["mem_0001"]


def test_entries_that_are_out_take_no_place_in_a_lane() -> None:
    """S28: a thousand archived entries nearer than the live one don't hide it."""
    memories = [entry(number, status=Status.ARCHIVED) for number in range(1000)] + [entry(1000)]
    scores = dict.fromkeys(range(1000), 0.9) | {1000: 0.5}
    ranked = retriever(memories, scores).ranked("prompt", ME, NOW, tuning())
    assert [hit.memory.id for hit in ranked.hits] == ["mem_1000"]


def test_a_lane_that_fails_says_so_and_the_others_go_on() -> None:
    """S20, S25."""
    held = FakeEntries({0: FakeCandidate(entry(0))})
    words = FakeWords({0: FakeCoverage(0.9)})
    ranking = Retriever(held, Broken(), words, ()).ranking("prompt words", ME, NOW, tuning())
    assert [hit.memory.id for hit in ranking.hits] == ["mem_0000"]
    states = {lane.name: (lane.state, lane.note) for lane in ranking.lanes}
    assert states["meaning"] == (LaneState.FAILED, "The model is gone.")
    assert states["words"][0] is LaneState.OK
    only = Retriever(held, FakeMeaning({0: 0.8}), Broken(), ()).ranking("prompt", ME, NOW, tuning())
    assert [hit.memory.id for hit in only.hits] == ["mem_0000"]


def test_a_lane_of_no_entries_is_off() -> None:
    lanes = retriever([entry(0)], {0: 0.9}).ranked("p", ME, NOW, tuning(vector_top_k=0)).lanes
    assert next(lane for lane in lanes if lane.name == "meaning").state is LaneState.OFF


def test_an_exact_identifier_comes_first() -> None:
    """S20: whatever the vectors say."""
    memories = [entry(0, content="something else"), entry(1, content="see oceanblue-116 for it")]
    made = replace(retriever(memories, {0: 0.95, 1: 0.05}, {1: 0.9}), rerankers=(LightReranker(),))
    ranked = made.ranked("oceanblue-116", ME, NOW, tuning())
    assert ranked.hits[0].memory.id == "mem_0001"
    assert ranked.hits[0].parts["exact"] > 0


def test_below_the_floor_nothing_is_picked() -> None:
    ranking = retriever([entry(0), entry(1)], {0: 0.2, 1: 0.1}).ranking("prompt", ME, NOW, tuning())
    assert not ranking.hits
    floor = tuning().floor
    assert [near.reason for near in ranking.dropped] == [
        f"{Miss.BELOW_FLOOR}: {relevance_of(near.parts):.2f} of {floor:.2f}" for near in ranking.dropped
    ]


def test_how_far_below_the_floor_can_be_told_however_near_it_is() -> None:
    """`0.35 of 0.35` would say nothing."""
    made = retriever([entry(0)], {0: 0.2})
    (near,) = made.ranking("prompt", ME, NOW, tuning()).dropped
    has = relevance_of(near.parts)
    (told,) = made.ranking("prompt", ME, NOW, replace(tuning(), floor=has + 0.0004)).dropped
    assert re.fullmatch(rf"{Miss.BELOW_FLOOR}: 0\.\d{{3,4}} of 0\.\d{{3,4}}", told.reason)
    assert len(set(re.findall(r"0\.\d+", told.reason))) == 2


def test_newness_and_importance_lift_nothing_over_the_floor() -> None:
    memory = entry(0, created_at=NOW, importance=Importance.PINNED)
    ranking = retriever([memory], {0: 0.28}).ranking("prompt", ME, NOW, tuning())
    assert not ranking.hits


def test_small_talk_asks_for_nothing() -> None:
    for prompt in ("yes, go on", "Thanks!", "继续", "好的，谢谢", "try again please", "", "  ", "OK."):
        assert is_small_talk(prompt), prompt
    for prompt in ("go version", "which Go version do we use", "数据库", "build it", "继续部署"):
        assert not is_small_talk(prompt), prompt
    ranking = retriever([entry(0)], {0: 0.9}).ranking("go on", ME, NOW, tuning())
    assert not ranking.hits
    assert [near.reason for near in ranking.dropped] == [Miss.NOT_ASKED]


def test_a_turn_is_helped_by_its_neighbours_and_by_its_speaker() -> None:
    held = {
        key: FakeCandidate(entry(key), speaker, "talk")
        for key, speaker in enumerate(["ana", "ben", "ana", "ben", "ana", "ben"])
    }
    scores = {0: 0.1, 1: 0.6, 2: 0.3, 3: 0.1, 4: 0.3, 5: 0.1}
    meaning = FakeMeaning(scores)
    made = Retriever(FakeEntries(held, {"ana", "ben"}), meaning, FakeWords({}), ())
    ranked = made.ranked("What did Ana order?", ME, NOW, tuning())
    assert meaning.asked == ["What did order"]
    by_id = {hit.memory.id: hit.parts for hit in ranked.hits}
    assert by_id["mem_0002"]["neighbours"] > by_id["mem_0004"]["neighbours"]
    assert "named" in by_id["mem_0002"]
    assert "named" not in by_id["mem_0001"]


def test_names_are_taken_out_unless_nothing_is_left() -> None:
    assert "ana" in possible_names("What did Ana's friend say?")
    assert "小李" in possible_names("小李负责什么")
    assert without_names("What did Ana's sister say to Ana?", ["ana"]) == "What did sister say to"
    assert without_names("Ana?", ["ana"]) == "Ana?"
    assert without_names("Anagram", ["ana"]) == "Anagram"


@pytest.mark.parametrize(
    "token", ["oceanblue-116", "maxRetryCount", "a/b", "v1.2", "snake_case", "HS256", "c++"]
)
def test_identifiers(token: str) -> None:
    assert is_identifier(token)


@pytest.mark.parametrize("token", ["hello", "well-known", "2024", "数据库", "I", "GPU"])
def test_ordinary_words_are_no_identifiers(token: str) -> None:
    assert not is_identifier(token)


def test_five_picks_show_three_types_when_so_many_are_relevant() -> None:
    kinds = [MemoryType.USER] * 6 + [MemoryType.PROJECT, MemoryType.TODO]
    memories = [entry(number, type=kind) for number, kind in enumerate(kinds)]
    scores = {number: 0.9 - number / 100 for number in range(6)} | {6: 0.5, 7: 0.45}
    ranking = retriever(memories, scores).ranking("prompt", ME, NOW, tuning())
    assert len({hit.memory.type for hit in ranking.hits[:5]}) == 3
    assert ranking.hits[0].memory.id == "mem_0000"


def test_diversity_never_brings_an_irrelevant_type() -> None:
    memories = [entry(number) for number in range(6)] + [entry(6, type=MemoryType.TODO)]
    scores = {number: 0.9 - number / 100 for number in range(6)} | {6: 0.1}
    ranking = retriever(memories, scores).ranking("prompt", ME, NOW, tuning())
    assert all(hit.memory.type is MemoryType.PROJECT for hit in ranking.hits)


@given(
    scores=st.lists(st.tuples(st.floats(0.3, 1), st.sampled_from(list(MemoryType))), max_size=20),
    picks=st.integers(0, 8),
    wanted=st.integers(1, 7),
)
def test_the_walk_keeps_every_hit_and_shows_enough_types(
    scores: list[tuple[float, MemoryType]], picks: int, wanted: int
) -> None:
    memories = [entry(number, type=kind) for number, (_, kind) in enumerate(scores)]
    made = retriever(memories, {number: score for number, (score, _) in enumerate(scores)})
    hits = made.ranked("prompt", ME, NOW, tuning(vector_top_k=50)).hits
    order = diversified(hits, picks, wanted)
    assert sorted(hit.memory.id for hit in order) == sorted(hit.memory.id for hit in hits)
    there = len({kind for _, kind in scores})
    assert len({hit.memory.type for hit in order[:picks]}) >= min(wanted, picks, there)


def test_the_same_request_gives_the_same_ranking() -> None:
    memories = [entry(number) for number in range(30)]
    made = retriever(memories, dict.fromkeys(range(30), 0.5))
    first = made.ranking("prompt", ME, NOW, tuning())
    assert made.ranking("prompt", ("user:me", "user:me"), NOW, tuning()) == first
    ids = [hit.memory.id for hit in first.hits]
    assert ids == sorted(ids)


def test_the_article_is_the_same_code_with_other_figures() -> None:
    article = tuning_from(Settings(retrieval=Retrieval(preset="article")))
    assert (article.vector, article.keyword, article.time) == (0.5, 0.3, 0.2)
    made = retriever([entry(0), entry(1)], {0: 1.0, 1: 0.5}, {1: 0.2})
    parts = {hit.memory.id: hit.parts for hit in made.ranked("p", ME, NOW, article).hits}
    assert parts["mem_0001"]["words"] == pytest.approx(0.3)
    assert parts["mem_0000"]["meaning"] == pytest.approx(0.5)


def test_relevance_is_what_speaks_of_the_prompt() -> None:
    assert relevance_of({"meaning": 0.3, "words": 0.1, "recent": 0.5, "importance": 0.2}) == pytest.approx(
        0.4
    )
