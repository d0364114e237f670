"""Several clients and a person at once: nobody overwrites what they have not seen."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tool_session import ToolSession, assistants_deck

from memdeck import Deck
from memdeck.doors.memory_tool.tool import MemoryTool

PATH = "/memories/plan.md"


@dataclass
class Two:
    """Two clients with decks of their own, and the person's deck, on one store."""

    first: ToolSession
    second: ToolSession
    person: Deck


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    home = tmp_path / "home"
    with assistants_deck(home, "one") as one, assistants_deck(home, "two") as other, Deck.open(home) as deck:
        first = ToolSession(one)
        first.ok("create", path=PATH, file_text="one\ntwo\nthree\n")
        yield Two(first, ToolSession(other), deck)


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("str_replace", {"path": PATH, "old_str": "three", "new_str": "3"}),
        ("insert", {"path": PATH, "insert_line": 0, "insert_text": "zero"}),
        ("delete", {"path": PATH}),
        ("rename", {"old_path": PATH, "new_path": "/memories/other.md"}),
    ],
)
@pytest.mark.parametrize("who", ["assistant", "person"])
def test_a_file_that_changed_since_it_was_seen(
    two: Two, who: str, command: str, arguments: dict[str, object]
) -> None:
    """S36: kindly refused, nothing overwritten; after another look it works."""
    two.first.ok("view", path=PATH)
    if who == "assistant":
        two.second.ok("str_replace", path=PATH, old_str="one", new_str="1")
    else:
        two.person.edit("plan", content="1\ntwo\nthree")
    before = two.person.get("plan")
    assert two.first.refused(command, **arguments) == (
        f"Error: {PATH} was changed meanwhile by somebody else. Nothing was overwritten. "
        "View it again, then decide."
    )
    assert two.person.get("plan") == before
    two.first.ok("view", path=PATH)
    two.first.ok(command, **arguments)


def test_a_client_that_never_looked_may_change(two: Two) -> None:
    """The text it replaces must stand there anyway."""
    two.second.ok("str_replace", path=PATH, old_str="two", new_str="2")
    assert two.person.get("plan").content == "one\n2\nthree"


def test_what_does_not_show_in_the_file_is_no_reason(two: Two) -> None:
    two.first.ok("view", path=PATH)
    two.person.edit("plan", importance="high")
    two.first.ok("str_replace", path=PATH, old_str="two", new_str="2")
    assert two.person.get("plan").importance.value == "high"


def test_a_file_deleted_meanwhile(two: Two) -> None:
    two.first.ok("view", path=PATH)
    two.second.ok("delete", path=PATH)
    assert "does not exist" in two.first.refused("str_replace", path=PATH, old_str="a", new_str="b")
    two.second.ok("create", path=PATH, file_text="another")
    two.first.ok("str_replace", path=PATH, old_str="another", new_str="a third")


def test_a_change_between_reading_and_writing(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside one call, too: the store's version decides."""
    current = MemoryTool._current

    def late(tool: MemoryTool, *arguments: object) -> str:
        text = current(tool, *arguments)  # type: ignore[arg-type]
        two.person.edit("plan", content="written in between")
        return text

    monkeypatch.setattr(MemoryTool, "_current", late)
    for command, arguments in (
        ("str_replace", {"path": PATH, "old_str": "two", "new_str": "2"}),
        ("delete", {"path": PATH}),
        ("rename", {"old_path": PATH, "new_path": "/memories/x.md"}),
    ):
        two.person.edit("plan", content="one\ntwo\nthree")
        assert "was changed meanwhile" in two.second.refused(command, **arguments)
        assert two.person.get("plan").content == "written in between"


def test_many_inserts_at_once_lose_nothing(two: Two) -> None:
    """Each of 24 inserts from 3 clients is either in the file or was refused."""
    done: list[str] = []

    def write(session: ToolSession, mark: str) -> None:
        for number in range(8):
            line = f"{mark}{number}"
            while True:
                answer = session.tool.call("insert", {"path": PATH, "insert_line": 0, "insert_text": line})
                if not answer.is_error:
                    done.append(line)
                    break
                assert "changed meanwhile" in answer.text
                session.ok("view", path=PATH)

    sessions = [two.first, two.second, ToolSession(two.person)]
    threads = [threading.Thread(target=write, args=(s, f"c{n}-")) for n, s in enumerate(sessions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = two.person.get("plan").content.split("\n")
    assert sorted(lines) == sorted([*done, "one", "two", "three"])
    assert len(done) == 24


def test_creating_the_same_file_at_once(two: Two) -> None:
    answers: list[bool] = []

    def write(session: ToolSession) -> None:
        answers.append(session.tool.call("create", {"path": "/memories/new.md", "file_text": "x"}).is_error)

    threads = [threading.Thread(target=write, args=(s,)) for s in (two.first, two.second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False, True]


def test_the_history_names_each_client(two: Two) -> None:
    two.second.ok("str_replace", path=PATH, old_str="two", new_str="2")
    assert [change.author.label for change in two.person.history("plan")] == ["two", "one"]
    two.person.undo()
    assert two.person.get("plan").content == "one\ntwo\nthree"
