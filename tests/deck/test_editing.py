"""Adding, editing, renaming, removing and purging, on SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdeck import Deck
from memdeck.memory.errors import (
    AmbiguousName,
    InvalidField,
    NameTaken,
    NotFound,
    ReadOnly,
    StoreFault,
    VersionConflict,
)
from memdeck.memory.kinds import MemoryType, Status
from memdeck.memory.revision import Action
from memdeck.store.database import FILE_NAME


def test_what_is_added_is_read_back_exactly(any_deck: Deck) -> None:
    added = any_deck.add(
        "Tyres (cold): front 36",
        '- "yes": #1 \\ C:\\tmp\r\n\ttab \x1b[31m',
        description="数据库 [bold]x",
        type="user",
        owner="deployment:acme@prod",
        tags=["a", "b"],
        importance="high",
        confidence=0.5,
        extra={"node_type": "memory"},
        created_at=datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC),
    )
    assert any_deck.get(added.id) == added
    assert added.owner == "deployment:acme@PRODUCTION"
    assert added.type is MemoryType.USER
    assert added.content == '- "yes": #1 \\ C:\\tmp\r\n\ttab \x1b[31m'


def test_a_name_an_id_and_a_unique_prefix_mean_an_entry(any_deck: Deck) -> None:
    first = any_deck.add("Build setup", "x")
    second = any_deck.add("Build cache", "y")
    assert any_deck.get("build_setup") == any_deck.get("build_s") == any_deck.get(first.id) == first
    assert any_deck.get("build_setup.md") == first
    with pytest.raises(AmbiguousName, match="fits 2 entries"):
        any_deck.get("build")
    with pytest.raises(NotFound):
        any_deck.get("build%")  # no wildcard of SQL works in a reference
    assert any_deck.get(second.id[:-1]) == second


def test_names_come_from_titles_and_stay_apart(any_deck: Deck) -> None:
    """S11: different titles that give the same name."""
    titles = ["Q3 Report", "Q3-Report", "q3 report", "数据库选型", "Memory", "🙂"]
    names = [any_deck.add(title, "x").name for title in titles]
    assert names == [
        "q3_report",
        "q3_report_2",
        "q3_report_3",
        "shu_ju_ku_xuan_xing",
        "memory_note",
        "slight_smile",
    ]


def test_a_given_name_must_be_free_and_allowed(any_deck: Deck) -> None:
    any_deck.add("One", "x", name="one")
    with pytest.raises(NameTaken):
        any_deck.add("Two", "x", name="one")
    any_deck.add("Two", "x", name="one", owner="project:demo")
    for bad in ("../x", "/etc/x", "A", "", "memory", "a" * 65, "a.b", "a\n"):
        with pytest.raises(InvalidField, match="name"):
            any_deck.add("Bad", "x", name=bad or " ")
    assert any_deck.count() == 2


def test_all_or_none_of_many_are_added(any_deck: Deck) -> None:
    with pytest.raises(InvalidField, match="title"):
        any_deck.add_many([{"title": "Good", "content": "x"}, {"title": "", "content": "x"}])
    assert any_deck.count() == 0 and any_deck.history() == []
    added = any_deck.add_many([{"title": f"T{i}", "content": "x"} for i in range(900)])
    assert any_deck.count() == 900
    assert len({revision.batch for revision in any_deck.history(limit=900)}) == 1
    assert any_deck.page([memory.id for memory in added]) == added


def test_an_edit_names_the_version_it_was_made_from(any_deck: Deck) -> None:
    """S36: the last writer does not win unasked."""
    memory = any_deck.add("Build setup", "Gradle")
    theirs = any_deck.edit(memory.id, content="Gradle 9", version=1)
    with pytest.raises(VersionConflict) as caught:
        any_deck.edit(memory.id, content="Maven", version=1)
    assert caught.value.current == theirs == any_deck.get(memory.id)
    assert theirs.version == 2


def test_an_edit_that_changes_nothing_leaves_no_trace(any_deck: Deck) -> None:
    memory = any_deck.add("Build setup", "Gradle")
    assert any_deck.edit(memory.id, title=" Build setup ", content="Gradle") == memory
    assert len(any_deck.history()) == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "a\nb"}, "title"),
        ({"title": "x" * 256}, "title"),
        ({"description": "x" * 1025}, "description"),
        ({"content": "  \n"}, "content"),
        ({"content": "x" * 65_537}, "content"),
        ({"content": "\ud800"}, "content"),
        ({"type": "WISH"}, "type"),
        ({"tags": ["x"] * 1 + [str(i) for i in range(64)]}, "tags"),
        ({"tags": "build"}, "tags"),
        ({"owner": "team:x"}, "owner"),
        ({"owner": "deployment:acme"}, "owner"),
        ({"confidence": 2}, "confidence"),
        ({"expires_at": datetime(2026, 1, 1)}, "expires_at"),  # noqa: DTZ001 - the fault itself
        ({"name": "other"}, "name"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_bad_field_is_named_and_nothing_is_written(
    deck: Deck, change: dict[str, object], field: str
) -> None:
    memory = deck.add("Build setup", "Gradle")
    with pytest.raises(InvalidField) as caught:
        deck.edit(memory.id, **change)
    assert caught.value.field == field
    assert "\n" not in str(caught.value)
    assert deck.get(memory.id) == memory and len(deck.history()) == 1


def test_a_removed_name_can_be_used_again(any_deck: Deck) -> None:
    """S39: create, delete, create; undo of the first delete then asks for a new name."""
    first = any_deck.add("Deploy notes", "one")
    any_deck.remove(first.id)
    batch = any_deck.history()[0].batch
    second = any_deck.add("Deploy notes", "two")
    assert second.name == first.name
    with pytest.raises(NameTaken):
        any_deck.undo(batch)
    with pytest.raises(NameTaken):
        any_deck.restore(first.id)
    assert any_deck.undo(batch, name="deploy_notes_old").batch
    assert any_deck.get("deploy_notes_old").content == "one"
    assert any_deck.get("deploy_notes").content == "two"


def test_a_removed_entry_is_nowhere_but_can_be_restored(any_deck: Deck) -> None:
    memory = any_deck.add("Deploy notes", "zebrafinch")
    any_deck.remove("deploy_notes")
    assert any_deck.list() == [] == any_deck.list("zebrafinch")
    with pytest.raises(NotFound):
        any_deck.get("deploy_notes")
    assert [item.id for item in any_deck.removed()] == [memory.id]
    assert any_deck.facets().deleted == 1
    restored = any_deck.restore("deploy_notes")
    assert restored.content == memory.content and restored.deleted_at is None
    assert any_deck.tombstones("user:me") == []


def test_purging_leaves_no_text_anywhere(any_deck: Deck) -> None:
    memory = any_deck.add("Secret plan", "canary-ORCHID", description="hush")
    any_deck.edit(memory.id, content="canary-ORCHID 2", reason="about canary-ORCHID")
    any_deck.purge(memory.id)
    with pytest.raises(NotFound):
        any_deck.get_any(memory.id)
    history = any_deck.history()
    assert [item.action for item in history] == [Action.PURGE, Action.EDIT, Action.ADD]
    assert "ORCHID" not in repr(history) and "Secret plan" not in repr(history)
    [tombstone] = any_deck.tombstones("user:me")
    assert tombstone.purged and tombstone.content_hash != memory.content_hash  # of the newest text
    if file := any_deck.parts.database.file:
        any_deck.close()
        left = [path.name for path in file.parent.iterdir() if b"orchid" in path.read_bytes().lower()]
        assert left == []  # the full-text index keeps words in lower case


def test_a_type_change_takes_the_status_along(deck: Deck) -> None:
    todo = deck.add("Ship it", "x", type="TODO")
    assert todo.status is Status.PENDING
    deck.edit(todo.id, status="in-progress")
    assert deck.edit(todo.id, type="PROJECT").status is Status.ACTIVE
    assert deck.edit(todo.id, type="TODO").status is Status.PENDING


def test_read_only_refuses_every_change(deck: Deck) -> None:
    deck.add("Build setup", "x")
    with Deck.open(deck.home, read_only=True) as reader:
        assert reader.count() == 1
        for change in (
            lambda: reader.add("A", "b"),
            lambda: reader.edit("build_setup", content="y"),
            lambda: reader.remove("build_setup"),
            lambda: reader.purge("build_setup"),
            lambda: reader.undo(),
        ):
            with pytest.raises(ReadOnly):
                change()
    assert deck.get("build_setup").content == "x"


def test_a_read_only_deck_says_that_a_store_is_of_an_older_program(deck: Deck) -> None:
    deck.add("Title", "Content.")
    deck.close()
    with closing(sqlite3.connect(deck.home / FILE_NAME)) as store:
        store.execute("UPDATE alembic_version SET version_num = '0003'")
        store.commit()
    with pytest.raises(StoreFault, match=r"form 0003, of an older program.*without --read-only"):
        Deck.open(deck.home, read_only=True)


def test_a_read_only_deck_on_no_store_is_empty(tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("none") / "home"
    with Deck.open(home, read_only=True) as reader:
        assert reader.list() == [] and reader.count() == 0 and reader.facets().total == 0
        assert reader.history() == [] and reader.last_change() == 0
    assert not home.exists()


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(title=_TEXT, description=_TEXT, content=_TEXT)
def test_any_text_is_kept_or_refused_by_name(deck: Deck, title: str, description: str, content: str) -> None:
    try:
        memory = deck.add(title, content, description=description)
    except InvalidField as refused:
        assert refused.field in {"title", "description", "content"}
        return
    read = deck.get(memory.id)
    assert (read.title, read.description, read.content) == (title.strip(), description.strip(), content)
