"""The list's search: exact and ranked within a frame, forgiving in a worker, never an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdeck.memory.searchable import search_head, searchable
from memdeck.retrieve.headsearch import ranked
from memdeck.retrieve.headsearch.exact import ExactSearch
from memdeck.retrieve.headsearch.heads import Heads
from memdeck.retrieve.headsearch.lit import lit_ranges
from memdeck.retrieve.headsearch.near import NearSearch
from memdeck.retrieve.headsearch.terms import terms_of
from memdeck.retrieve.headsearch.vocabulary import Vocabulary


@dataclass(frozen=True)
class Row:
    id: str
    head: str


def rows(*titles: str, description: str = "") -> list[Row]:
    return [Row(title, search_head("note", title, description)) for title in titles]


SAMPLE = [
    Row("gradle", search_head("build_setup", "Build setup", "Gradle with the Kotlin DSL, Java 25")),
    Row("kotlin", search_head("kotlin_style", "Kotlin style", "Official style, no wildcard imports")),
    Row("db", search_head("database_choice", "数据库选型", "PostgreSQL 15，连接池最大 20")),
    Row("auth", search_head("auth", "用户身份验证失败", "重试三次")),
    Row("oncall", search_head("oncall", "オンコール手順", "夜間の手順")),
    Row("meeting", search_head("meeting", "오늘 회의", "")),
    Row("cpp", search_head("cpp", "C++ flags", "a/b 100% pre-edit hooks, don't")),
]


@pytest.mark.parametrize(
    "typed",
    ["pre-edit", "don't", "a/b", "C++", "title:", "100%", '"', "*", "AND", "(", "NEAR(", "[", "\\", "[/]"],
)
def test_every_character_is_literal(typed: str) -> None:
    """S19, S43: words that are syntax elsewhere are ordinary text here."""
    expected = [row.id for row in SAMPLE if searchable(typed) in row.head]
    assert ranked(SAMPLE, typed)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("typed", "found"),
    [("身份", "auth"), ("手順", "oncall"), ("회의", "meeting"), ("用户身份", "auth"), ("验证", "auth")],
)
def test_cjk_words_of_any_length(typed: str, found: str) -> None:
    """S23: two characters are enough, at any place."""
    assert ranked(SAMPLE, typed)[0] == found


def test_folding() -> None:
    """S22: the same text in another case or composition is the same."""
    written = rows("ÄPFEL", "Straße", "İstanbul", "cafe\u0301")
    assert ranked(written, "äpfel") == ["ÄPFEL"]
    assert ranked(written, "STRASSE") == ["Straße"]
    assert ranked(written, "istanbul") == ["İstanbul"]
    assert ranked(written, "café") == ["cafe\u0301"]


def test_best_first() -> None:
    """The title counts more than the description, its beginning more than its middle."""
    written = [
        Row("described", search_head("a", "Other", "about build")),
        Row("inside", search_head("b", "rebuild all", "")),
        Row("word", search_head("c", "The build", "")),
        Row("start", search_head("d", "Build setup", "")),
        Row("whole", search_head("e", "build", "")),
    ]
    assert ranked(written, "build") == ["whole", "start", "word", "inside", "described"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("kotiln", "kotlin"),
        ("kotil", "kotlin"),
        ("gradel", "gradle"),
        ("postgers", "db"),
        ("用户身分验证", "auth"),
        ("数据酷选型", "db"),
        ("kotiln style", "kotlin"),
    ],
)
def test_slips_are_forgiven(typed: str, found: str) -> None:
    """A mistyped word finds what the right one would."""
    assert ranked(SAMPLE, typed)[0] == found


def test_a_word_that_somebody_wrote_is_taken_as_it_is() -> None:
    """No near words are mixed in where the exact word stands."""
    assert ranked(rows("test", "rest", "best"), "test") == ["test"]


def test_suggestion() -> None:
    """The empty result can name the word that was meant."""
    heads = Heads.of(SAMPLE)
    near = NearSearch(heads, Vocabulary.of(heads.texts))
    assert near.suggestion("kotiln") == "kotlin"
    assert near.suggestion("qqqqqqqqqq") is None


def test_going_on_and_going_back() -> None:
    """Earlier letters are remembered, and never spoil the result."""
    heads = Heads.of(SAMPLE)
    search = ExactSearch(heads)
    for typed in ["k", "ko", "kot", "ko", "k", "", "gra", "ra", "build kot", "kot build"]:
        assert sorted(search.find(typed)) == sorted(ExactSearch(heads).find(typed))


def test_changes_make_a_new_list() -> None:
    heads = Heads.of(rows("a", "b", "c"))
    after = heads.changed(gone=["b"], front={"d": "d\n\nd"}, stay={"c": "see\n\nc"})
    assert after.ids == ["d", "a", "c"]
    assert after.titles == ["d", "a", "see"]
    assert heads.ids == ["a", "b", "c"]


texts = st.text(max_size=20)
lists = st.lists(st.tuples(texts, texts), max_size=12)


@given(lists, texts)
def test_never_an_error_and_exact_hits_come_first(entries: Sequence[tuple[str, str]], typed: str) -> None:
    written = [Row(str(place), search_head("note", *entry)) for place, entry in enumerate(entries)]
    found = ranked(written, typed)
    assert len(found) == len(set(found))
    exact = {row.id for row in written if all(term in row.head for term in terms_of(typed))}
    assert set(found[: len(exact)]) == exact


@given(lists, texts)
def test_a_better_place_never_ranks_lower(entries: Sequence[tuple[str, str]], typed: str) -> None:
    """Ranking is monotone: title and phrase equal before beginning before anywhere."""
    heads = Heads.of(Row(str(place), search_head("note", *entry)) for place, entry in enumerate(entries))
    phrase = " ".join(terms_of(typed))
    order = [heads.titles[row] for row in ExactSearch(heads).find(typed)]
    if not phrase or " ".join(searchable(typed).split()) != phrase:
        return
    worth = [
        3 if title == phrase else 2 if title.startswith(phrase) else 1 if phrase in title else 0
        for title in order
    ]
    if len(terms_of(typed)) == 1:
        assert worth == sorted(worth, reverse=True)


@given(texts, st.lists(texts, max_size=3))
def test_lit_ranges_lie_within_the_text(text: str, words: list[str]) -> None:
    spots = lit_ranges(text, [searchable(word) for word in words])
    assert all(0 <= start < end <= len(text) for start, end in spots)
    assert all(before[1] < after[0] for before, after in pairwise(spots))


def test_lit_letters() -> None:
    assert lit_ranges("Große Äpfel", ["strasse", "äpf"]) == [(6, 9)]
    assert lit_ranges("Straße", ["ss"]) == [(4, 5)]
    assert lit_ranges("cafe\u0301 x", [searchable("é")]) == [(3, 5)]
