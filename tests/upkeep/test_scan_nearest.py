"""Which entries are compared at all: the nearest by what they speak of, and those that can meet."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from memory_values import MOMENT, memory

from memdeck.memory.kinds import Status
from memdeck.upkeep.scan_nearest import COMMON, MOST, nearest, weighed
from memdeck.upkeep.scan_scope import comparable, counterparts, hold_together


def test_what_is_rare_counts_more_and_kinds_count_most() -> None:
    held = {1: [10, 11, 12], 2: [12], 3: [13]}
    found = nearest([(1, 1.0), (2, 1.0), (3, 2.0)], lambda number, most: held[number][-most:], 100)
    assert found == [13, 12, 11, 10] or found[:2] in ([13, 12], [12, 13])
    assert weighed(["kind cache", "cache"]) == {"kind cache": 2.0, "cache": 1.0}


def test_the_number_of_neighbours_is_bounded() -> None:
    asked: list[int] = []

    def holders(number: int, most: int) -> list[int]:
        asked.append(most)
        return list(range(most))

    assert len(nearest([(1, 1.0)], holders, 100_000)) == MOST
    assert asked == [COMMON]
    assert len(weighed(f"word{n}" for n in range(9_000))) == 256


def test_only_what_can_reach_an_assistant_is_compared() -> None:
    entry = memory("We build with Gradle.", "mem_1")
    assert comparable(entry, MOMENT)
    for change in (
        {"status": Status.SUPERSEDED},
        {"status": Status.ARCHIVED},
        {"deleted_at": MOMENT},
        {"valid_to": MOMENT},
        {"expires_at": MOMENT - timedelta(days=1)},
    ):
        assert not comparable(replace(entry, **change), MOMENT)  # type: ignore[arg-type]
    assert comparable(replace(entry, valid_from=MOMENT + timedelta(days=1)), MOMENT)


def test_what_never_holds_at_the_same_time_does_not_meet() -> None:
    before = replace(memory("x", "mem_1"), valid_to=MOMENT)
    after = replace(memory("y", "mem_2"), valid_from=MOMENT)
    assert not hold_together(before, after) and not hold_together(after, before)
    assert hold_together(before, replace(after, valid_from=MOMENT - timedelta(days=1)))


def test_a_person_meets_projects_and_a_deployment_nobody() -> None:
    owners = ["user:me", "project:a", "project:b", "deployment:x@PRODUCTION", "integration:y"]
    assert counterparts("user:me", owners) == ["user:me", "project:a", "project:b"]
    assert counterparts("project:a", owners) == ["project:a", "user:me"]
    assert counterparts("deployment:x@PRODUCTION", owners) == ["deployment:x@PRODUCTION"]
