"""Whose memory a session sees and writes; and sessions that have none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tool_session import ME_AND_DEMO, ToolSession, assistants_deck, opened

from memdeck import Deck
from memdeck.doors.memory_tool import FixedOwners, FolderOwners, Nobody, Whose
from memdeck.memory.errors import MemoryUnavailable

CANARY = "ORCHID-7"
_CALLS: list[tuple[str, dict[str, object]]] = [
    ("view", {"path": "/memories"}),
    ("view", {"path": "/memories/MEMORY.md"}),
    ("view", {"path": "/memories/canary.md"}),
    ("create", {"path": "/memories/new.md", "file_text": "x"}),
    ("create", {"path": "/etc/passwd", "file_text": "x"}),
    ("str_replace", {"path": "/memories/canary.md", "old_str": "a", "new_str": "b"}),
    ("insert", {"path": "/memories/canary.md", "insert_line": 0, "insert_text": "b"}),
    ("delete", {"path": "/memories/canary.md"}),
    ("rename", {"old_path": "/memories/canary.md", "new_path": "/memories/x.md"}),
]


@pytest.fixture
def claude(tmp_path: Path) -> Iterator[ToolSession]:
    yield from opened(tmp_path)


@pytest.fixture
def deck(tmp_path: Path) -> Iterator[Deck]:
    with assistants_deck(tmp_path / "home") as opened_deck:
        yield opened_deck


def _create(session: ToolSession, name: str, kind: str, body: str = "body") -> None:
    session.ok("create", path=f"/memories/{name}.md", file_text=f"---\ntype: {kind}\n---\n{body}")


@pytest.mark.parametrize("kind", ["FEEDBACK", "PROJECT", "REFERENCE", "TODO", "SNIPPET", "SUMMARY"])
def test_new_entries_go_to_the_project(claude: ToolSession, kind: str) -> None:
    _create(claude, "new", kind)
    assert claude.deck.get("new").owner == "project:demo"


def test_what_holds_of_the_person_goes_to_the_person(claude: ToolSession) -> None:
    _create(claude, "new", "USER")
    assert claude.deck.get("new").owner == "user:me"


@pytest.mark.parametrize("owner", ["deployment:acme@PRODUCTION", "integration:acme-7", "project:demo"])
def test_a_session_that_is_alone_keeps_everything(deck: Deck, owner: str) -> None:
    session = ToolSession(deck, whose=FixedOwners((owner,)))
    _create(session, "habit", "USER")
    assert deck.get("habit").owner == owner
    assert session.refused("create", path="/memories/me.x.md", file_text="x").endswith("Nothing was written.")


def test_one_name_of_two_owners(claude: ToolSession) -> None:
    """The project's is `name.md`, the person's `me.name.md`, in both directions."""
    claude.deck.add("Mine", "person's", owner="me", name="style", type="USER")
    assert "person's" in claude.text("/memories/style.md")
    claude.deck.add("Ours", "project's", owner="project:demo", name="style")
    assert "project's" in claude.text("/memories/style.md")
    assert "person's" in claude.text("/memories/me.style.md")
    listing = claude.ok("view", path="/memories")
    assert [line.split("/")[-1] for line in listing.split("\n")[2:]] == [
        "MEMORY.md",
        "me.style.md",
        "style.md",
    ]
    index = claude.text("/memories/MEMORY.md")
    assert "(style.md)" in index
    assert "(me.style.md)" in index
    claude.ok("str_replace", path="/memories/me.style.md", old_str="person's", new_str="mine")
    claude.ok("delete", path="/memories/style.md")
    assert "mine" in claude.text("/memories/style.md")
    assert "mine" in claude.text("/memories/me.style.md")


def test_a_file_may_be_written_for_the_person(claude: ToolSession) -> None:
    claude.ok("create", path="/memories/me.style.md", file_text="Short answers.")
    assert claude.deck.get("style").owner == "user:me"
    claude.deck.add("Ours", "x", owner="project:demo", name="ours")
    answer = claude.refused("rename", old_path="/memories/ours.md", new_path="/memories/me.other.md")
    assert answer == "Error: /memories/me.other.md would belong to another owner. Nothing was written."


def test_a_name_that_is_visible_is_taken(claude: ToolSession) -> None:
    """Otherwise the new file would hide the other one."""
    claude.deck.add("Mine", "x", owner="me", name="style")
    assert claude.refused("create", path="/memories/style.md", file_text="y").endswith("already exists")


def test_nothing_of_other_owners_shows(deck: Deck) -> None:
    """S41: canaries of every other owner reach no answer, whatever is called and however they are meant."""
    secret = [
        deck.add(f"Canary {CANARY}", f"{CANARY} text", owner=owner, name="canary", description=CANARY)
        for owner in ("project:other", "deployment:demo@STAGING", "integration:demo", "project:demo2")
    ]
    deck.add("Visible", "mine", owner="me", name="visible")
    session = ToolSession(deck, whose=FixedOwners(ME_AND_DEMO))
    paths = ["canary", "me.canary", "can", secret[0].id, secret[0].id[:10], "demo2.canary"]
    for path in paths:
        for command, more in (
            ("view", {}),
            ("str_replace", {"old_str": CANARY, "new_str": "x"}),
            ("insert", {"insert_line": 0, "insert_text": "x"}),
            ("delete", {}),
        ):
            answer = session.refused(command, path=f"/memories/{path}.md", **more)
            assert "does not exist" in answer
            assert CANARY not in answer.replace(f"`{CANARY}`", "")
        session.refused("rename", old_path=f"/memories/{path}.md", new_path="/memories/stolen.md")
    assert CANARY not in session.ok("view", path="/memories")
    assert CANARY not in session.ok("view", path="/memories/MEMORY.md")
    session.ok("create", path="/memories/canary.md", file_text="a file of that name is free")
    assert [deck.get(memory.id) for memory in secret] == secret


@pytest.mark.parametrize("prefix", ["vis", "visibl", "VISIBLE"])
def test_the_beginning_of_a_name_is_not_the_name(claude: ToolSession, prefix: str) -> None:
    claude.deck.add("Visible", "mine", owner="me", name="visible")
    assert "does not exist" in claude.refused("view", path=f"/memories/{prefix}.md")


@pytest.mark.parametrize("dialect", ["anthropic", "spring", "sdk-python"])
@pytest.mark.parametrize(
    ("whose", "reason"),
    [
        (Nobody("this is a trial run"), "this is a trial run"),
        (FixedOwners(()), "this request belongs to no owner."),
        (FixedOwners(("deployment:a@PROD", "user:me")), "can't be seen together with other owners."),
        (FixedOwners(("project:a", "project:b")), "one session can't write for several projects."),
    ],
)
def test_without_memory_every_call_says_so(deck: Deck, dialect: str, whose: Whose, reason: str) -> None:
    """As in the article: the tools are there, and each call says that memory is unavailable, and why."""
    deck.add("Canary", "x", owner="me", name="canary")
    before = deck.last_change()
    session = ToolSession(deck, dialect, whose)
    for command, arguments in _CALLS:
        answer = session.refused(command, **arguments)
        assert answer.startswith("Error: memory is unavailable: ")
        assert reason in answer
    assert deck.last_change() == before


def test_read_only(tmp_path: Path) -> None:
    with assistants_deck(tmp_path / "home") as deck:
        deck.add("Canary", "x", owner="me", name="canary")
    with Deck.open(tmp_path / "home", read_only=True) as deck:
        session = ToolSession(deck)
        assert "canary.md" in session.ok("view", path="/memories")
        for command, arguments in (_CALLS[3], _CALLS[7], _CALLS[8]):
            answer = session.refused(command, **arguments)
            assert answer.startswith("Error: Read-only: nothing was changed.")


def test_a_folder_that_nobody_knows_is_the_persons(deck: Deck, tmp_path: Path) -> None:
    """S41: never everything, and never a project made of any folder."""
    deck.add("Other", CANARY, owner="project:demo", name="canary")
    session = ToolSession(deck, whose=FolderOwners(tmp_path))
    assert "canary" not in session.ok("view", path="/memories")
    _create(session, "new", "PROJECT")
    assert deck.get("new").owner == "user:me"
    assert deck.projects() == {}


def test_a_decision_in_a_new_repository_registers_it(deck: Deck, tmp_path: Path) -> None:
    """What was decided in one repository must not become a habit in all of them."""
    root = tmp_path / "parcel"
    (root / ".git").mkdir(parents=True)
    (root / "src").mkdir()
    session = ToolSession(deck, whose=FolderOwners(root / "src"))
    _create(session, "habit", "USER")
    assert deck.projects() == {}
    _create(session, "decision", "PROJECT")
    assert deck.get("decision").owner == "project:parcel"
    assert deck.projects() == {str(root): "parcel"}
    listing = session.ok("view", path="/memories")
    assert "habit.md" in listing
    assert "decision.md" in listing
    assert "decision" not in ToolSession(deck, whose=FolderOwners(tmp_path)).ok("view", path="/memories")


def test_the_home_folder_is_no_project(deck: Deck, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A repository of dotfiles is not the project of everything below it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".git").mkdir()
    (tmp_path / "work").mkdir()
    _create(ToolSession(deck, whose=FolderOwners(tmp_path / "work")), "new", "PROJECT")
    assert deck.get("new").owner == "user:me"


def test_unavailable_is_raised_for_programs_too(deck: Deck) -> None:
    with pytest.raises(MemoryUnavailable):
        Nobody("why").owner_for(deck, deck.add("a", "b").type)
