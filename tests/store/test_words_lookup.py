"""Search by words, on both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdeck import Deck
from memdeck.settings import Settings
from memdeck.store.words.lookup import WordsLookup

ENTRIES = (
    ("pre-edit hook", "runs before an edit; don't skip it"),
    ("POL-358", "policy a/b for C++ builds, 100% covered"),
    ("用户身份验证失败", "オンコール手順 오늘 회의"),
    ("Currency", "NEAR( AND title: stay plain words * \" ("),
    ("ÄPFEL and Straße", "deploys go out on Friday"),
)  # fmt: skip
QUERIES = (
    "pre-edit", "don't", "POL-358", "a/b", "C++", "title:", "100%", '"', "*", "AND", "(", "NEAR(",
    "身份", "手順", "회의", "用户身份", "äpfel", "strasse", "deploy friday", "备份", "%", "_", "\\",
    "'; DROP TABLE words; --", "",
)  # fmt: skip

Found = Callable[[str], list[tuple[str, float, float]]]


def open_deck(home: Path, url: str | None) -> Deck:
    if url is None:
        return Deck.open(home)
    from dataclasses import replace

    plain = Settings()
    return Deck.open(home, replace(plain, storage=replace(plain.storage, database_url=url)))


def finder(deck: Deck) -> Found:
    def found(text: str, owners: tuple[str, ...] = ("user:me",)) -> list[tuple[str, float, float]]:
        search = WordsLookup(deck.parts.database).search(text, owners, deck.last_change())
        titles = {row[0]: row[1] for row in deck.parts.database.rows("SELECT pk, title FROM memory")}
        covered = search.best(10)
        return sorted((titles[key], round(c.words, 9), round(c.concepts, 9)) for key, c in covered.items())

    return found


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def filled(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Deck]:
    url = request.getfixturevalue("postgres").new_database() if request.param == "postgres" else None
    with open_deck(tmp_path / "home", url) as deck:
        deck.add_many([{"title": title, "content": content} for title, content in ENTRIES])
        yield deck


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("pre-edit", "pre-edit hook"), ("don't", "pre-edit hook"), ("POL-358", "POL-358"), ("a/b", "POL-358"),
        ("C++", "POL-358"), ("100%", "POL-358"), ("title:", "Currency"), ("NEAR(", "Currency"),
        ("身份", "用户身份验证失败"), ("手順", "用户身份验证失败"), ("회의", "用户身份验证失败"),
        ("用户身份", "用户身份验证失败"), ("äpfel", "ÄPFEL and Straße"), ("STRASSE", "ÄPFEL and Straße"),
    ],
)  # fmt: skip
def test_ordinary_text_is_found_literally(filled: Deck, query: str, title: str) -> None:
    """S19, S22, S23: the same on SQLite and PostgreSQL."""
    assert [hit[0] for hit in finder(filled)(query)] == [title]


def test_no_query_is_an_error(filled: Deck) -> None:
    """S19: quotes, operators and signs of every query language."""
    for query in QUERIES:
        finder(filled)(query)


@pytest.mark.postgres
def test_both_databases_find_the_same(tmp_path: Path, postgres: object) -> None:
    """S22: hits and their coverage are equal to the last digit."""
    answers = []
    for url in (None, postgres.new_database()):  # type: ignore[attr-defined]
        with open_deck(tmp_path / f"home{url is None}", url) as deck:
            deck.add_many([{"title": title, "content": content} for title, content in ENTRIES])
            deck.edit("currency", content="apples cost money")
            deck.remove("pol_358")
            answers.append({query: finder(deck)(query) for query in QUERIES})
    assert answers[0] == answers[1]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=300))
def test_generated_queries_are_no_error(deck: Deck, text: str) -> None:
    """S19: whatever is typed."""
    if not deck.count():
        deck.add("A title", "some content")
    finder(deck)(text)


def test_words_follow_edit_removal_restore_and_purge(deck: Deck) -> None:
    """S28, S29: in the same transaction as the entry."""
    found = finder(deck)
    memory = deck.add("Release day", "deploys go out on Friday")
    assert [hit[0] for hit in found("friday")] == ["Release day"]
    deck.edit(memory.id, content="deploys go out on Monday")
    assert not found("friday")
    assert found("monday")
    deck.remove(memory.id)
    assert not found("monday")
    deck.restore(memory.id)
    assert found("monday")
    deck.undo()
    assert not found("monday")
    deck.purge(deck.get(memory.id, deleted=True).id)
    assert deck.parts.database.rows("SELECT count(*) FROM words")[0][0] == 0


def test_coverage_is_absolute(deck: Deck) -> None:
    """One stray word never looks like a full match; all words of the prompt are well over half."""
    deck.add("Gradle", "build with gradle and the kotlin dsl")
    deck.add("Other", "something else entirely about gardens")
    search = WordsLookup(deck.parts.database).search("gradle kotlin", ("user:me",), deck.last_change())
    (whole,) = search.best(5).values()
    stray = WordsLookup(deck.parts.database).search(
        "gradle weather forecast tomorrow london", ("user:me",), deck.last_change()
    )
    (little,) = stray.best(5).values()
    assert whole.words > 0.5
    assert little.words < 0.2


def test_other_owners_neither_appear_nor_weigh(deck: Deck) -> None:
    """S41: the lengths and rarities are those of the owners that may be seen."""
    deck.add("Mine", "orchid care")
    before = finder(deck)("orchid care")
    deck.add_many(
        [{"title": f"T{number}", "content": "orchid", "owner": "project:other"} for number in range(20)]
    )
    assert finder(deck)("orchid care") == before


def test_words_of_another_form_are_made_anew(deck: Deck) -> None:
    deck.add("Gradle", "build with gradle")
    deck._writer.close()
    import sqlite3

    with sqlite3.connect(deck.parts.database.file) as connection:
        connection.execute("UPDATE search_state SET value = 'older' WHERE key = 'words_form'")
        connection.execute("DELETE FROM words")
    connection.close()
    assert not finder(deck)("gradle")
    assert [hit.memory.title for hit in deck.retrieve("gradle")] == ["Gradle"]
    assert finder(deck)("gradle")
