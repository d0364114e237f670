"""What reaches an assistant: the newer side only, the more specific owner, and what held at the time."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import timedelta

import pytest
from conflict_store import fillers

from fixed_clock import MOMENT, FixedClock
from memdeck import Deck
from memdeck.deck.samples import load_samples
from memdeck.memory.kinds import Status
from memdeck.settings import Settings
from memdeck.settings.sections import Conflicts

DEMO = "project:demo"
SEEN = ("user:me", DEMO)
PROMPT = "Which build tool does this repository use?"


def given(deck: Deck, **about: object) -> list[str]:
    return sorted(item.memory.title for item in deck.preview(PROMPT, access=SEEN, **about).items)  # type: ignore[arg-type]


def reasons(deck: Deck) -> dict[str, str]:
    return {near.memory.title: str(near.reason) for near in deck.preview(PROMPT, access=SEEN).dropped}


def build_tools(deck: Deck, clock: FixedClock, **fields: str) -> None:
    about = {"owner": DEMO, "type": "USER"} | fields
    deck.add("Build tool", "This repository is built with Maven.", **about)  # type: ignore[arg-type]
    clock.forward(days=2)
    deck.add("Build tool now", "This repository is built with Gradle.", **about)  # type: ignore[arg-type]
    clock.forward(days=2)


def test_while_open_only_the_newer_goes_in(any_deck: Deck, clock: FixedClock) -> None:
    build_tools(any_deck, clock)
    assert given(any_deck) == ["Build tool now"]
    assert reasons(any_deck)["Build tool"] == (
        "the older side of an open contradiction: build_tool_now (build tool: Maven ↔ Gradle)"
    )
    (found,) = any_deck.conflicts()
    settled = any_deck.settle(found.id, "both_stand")
    assert given(any_deck) == ["Build tool", "Build tool now"]
    any_deck.undo(settled.batch)
    any_deck.settle(found.id, "keep_older")
    assert given(any_deck) == ["Build tool"]


def test_the_newer_goes_in_where_only_the_older_answers(deck: Deck) -> None:
    """Neither was given: the newer one's words were too far from the prompt."""
    load_samples(deck, MOMENT)
    deck.scan_conflicts()
    older, newer = deck.get("mysql_primary"), deck.get("database_choice")
    made = deck.preview("which database do we use", access=SEEN)
    assert made.items[0].memory.id == newer.id
    assert made.items[0].reason.startswith("replaces")
    assert older.id in {near.memory.id for near in made.dropped}
    assert newer.id not in {near.memory.id for near in made.dropped}
    alone = deck.preview("which database do we use", access=SEEN, exclude=[newer.id])
    assert not {older.id, newer.id} & {item.memory.id for item in alone.items}


def test_a_project_goes_before_me_and_pre_flight_says_so(deck: Deck, clock: FixedClock) -> None:
    deck.add("Build tool", "This repository is built with Maven.", owner=DEMO)
    clock.forward(days=1)
    deck.add("My build tool", "Repositories are built with Gradle.", type="USER")
    assert given(deck) == ["Build tool"]
    assert reasons(deck)["My build tool"].startswith(
        "overridden by a more specific entry: project:demo build_tool"
    )
    alone = deck.preview(PROMPT, access=("user:me",))
    assert [item.memory.title for item in alone.items] == ["My build tool"]


def test_the_past_is_asked_with_as_of(deck: Deck, clock: FixedClock) -> None:
    build_tools(deck, clock, type="PROJECT")
    between, now = MOMENT + timedelta(days=1), clock()
    assert given(deck, as_of=between) == ["Build tool"]
    assert given(deck, as_of=now) == ["Build tool now"]
    (found,) = deck.conflicts()
    deck.settle(found.id, "keep_newer")
    for moment, title in ((between, "Build tool"), (now, "Build tool now")):
        assert given(deck, as_of=moment) == [title]
        assert [hit.memory.title for hit in deck.retrieve(PROMPT, access=SEEN, as_of=moment)] == [title]
    older, newer = deck.line_of("build_tool_now")
    assert older.valid_to == newer.created_at
    deck.undo()
    deck.settle(found.id, "keep_older")
    assert given(deck, as_of=between) == given(deck, as_of=now) == ["Build tool"]


@pytest.mark.parametrize(
    ("announcement", "by_itself"),
    [
        ("We switched from Maven to Gradle.", True),
        ("We no longer use Maven; the build tool is Gradle.", True),
        ("构建工具从 Maven 改用 Gradle。", True),
        ("The build tool is Gradle.", False),
        ("The build tool is Gradle. We switched from Slack to Zulip.", False),
    ],
)
def test_a_text_that_announces_the_change_supersedes_by_itself(
    deck: Deck, clock: FixedClock, announcement: str, by_itself: bool
) -> None:
    older = deck.add("Build tool", "The build tool is Maven.", owner=DEMO)
    clock.forward(days=1)
    newer = deck.add("Build tool change", announcement, owner=DEMO)
    assert deck.get(newer.id) == newer
    if not by_itself:
        assert len(deck.conflicts()) == 1
        return
    now = deck.get(older.id)
    assert (now.status, now.superseded_by, now.valid_to) == (Status.SUPERSEDED, newer.id, newer.created_at)
    assert "announces the change" in deck.history(older.id)[0].reason
    assert deck.conflicts() == []
    assert deck.conflicts("resolved")[0].resolution == "superseded"
    deck.undo()  # one undo takes back the addition and what followed from it
    assert replace(deck.get(older.id), version=older.version) == older
    assert deck.count() == 1


@pytest.mark.parametrize(("rule", "by_itself"), [("never", False), ("always", True)])
def test_the_configuration_decides(
    tmp_path_factory: pytest.TempPathFactory, clock: FixedClock, rule: str, by_itself: bool
) -> None:
    with Deck.open(
        tmp_path_factory.mktemp("rule"), Settings(conflicts=Conflicts(auto_supersede=rule)), clock=clock
    ) as deck:
        older = deck.add("Build tool", "The build tool is Maven.", owner=DEMO)
        clock.forward(days=1)
        text = "The build tool is Gradle." if rule == "always" else "We switched from Maven to Gradle."
        deck.add("Build tool now", text, owner=DEMO)
        assert (deck.get(older.id).status is Status.SUPERSEDED) == by_itself


def test_what_was_taken_back_does_not_follow_again(deck: Deck, clock: FixedClock) -> None:
    deck.add_many(fillers(30))
    older = deck.add("Build tool", "The build tool is Maven.", owner=DEMO)
    clock.forward(days=1)
    change = {"title": "Build change", "content": "We switched from Maven to Gradle.", "owner": DEMO}
    deck.add_many([*fillers(31), change])
    assert deck.scan_conflicts().superseded == 1
    deck.undo()
    assert deck.get(older.id).status is Status.ACTIVE
    deck.scan_conflicts(full=True)
    assert deck.get(older.id).status is Status.ACTIVE
    assert len(deck.conflicts(kind="contradiction")) == 1


def test_only_decisions_of_a_project_are_superseded_by_themselves(deck: Deck) -> None:
    deck.add("Build tool", "The build tool is Maven.", type="USER")
    deck.add("Build change", "We switched from Maven to Gradle.", type="USER")
    assert len(deck.conflicts()) == 1


def test_giving_way_compares_nothing_at_prompt_time(deck: Deck, clock: FixedClock) -> None:
    build_tools(deck, clock)
    code = (
        "import sys\nfrom memdeck.deck.giving import Giving\n"
        f"with Giving.open({str(deck.home)!r}) as deck:\n"
        f"    made = deck.preview({PROMPT!r}, access={SEEN!r})\n"
        "assert [item.memory.title for item in made.items] == ['Build tool now'], made\n"
        "loaded = [name for name in sys.modules if 'memdeck.upkeep' in name or 'sqlmodel' in name]\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
