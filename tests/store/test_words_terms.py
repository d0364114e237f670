"""Terms: what is looked up when somebody searches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdeck.store.words.concept_making import TABLE, table_text
from memdeck.store.words.concepts import MARK, concepts_of
from memdeck.store.words.stemming import stem
from memdeck.store.words.terms import TERM_LIMIT, terms_of


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("agreed", "agre"),
        ("plastered", "plaster"),
        ("motoring", "motor"), ("sing", "sing"), ("conflated", "conflat"), ("hopping", "hop"),
        ("filing", "file"),
        ("happy", "happi"), ("relational", "relat"), ("rational", "ration"), ("digitizer", "digit"),
        ("triplicate", "triplic"), ("hopefulness", "hope"), ("revival", "reviv"), ("adoption", "adopt"),
        ("probate", "probat"), ("controll", "control"), ("sky", "sky"), ("yes", "ye"), ("is", "is"),
        ("数据", "数据"), ("utf8", "utf8"),
    ],
)  # fmt: skip
def test_stems_are_those_of_the_published_algorithm(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_identifiers_are_kept_whole_and_in_parts() -> None:
    assert terms_of("maxRetryCount") == ["maxretrycount", "max", "retri", "count"]
    assert terms_of("max_retry_count")[0] == "max_retry_count"
    assert {"max", "retri", "count"} <= set(terms_of("max_retry_count"))
    assert terms_of("pre-edit") == ["pre-edit", "pre", "edit"]
    assert terms_of("C++") == ["c++"]
    assert terms_of("C#") == ["c#"]
    assert terms_of("100%") == ["100%", "100"]


def test_signs_alone_are_no_terms() -> None:
    """S19: nothing that has a meaning in a query language reaches it."""
    assert terms_of("\" * ( ) : ^ - % _'") in ([], ["_"])


def test_accents_and_widths_are_folded_alike() -> None:
    """S22: what differs only in form is one term."""
    assert terms_of("ÄPFEL") == terms_of("äpfel") == terms_of("a\u0308pfel")
    assert terms_of("Straße") == terms_of("STRASSE")
    assert terms_of("ｆｕｌｌ") == terms_of("full")


@pytest.mark.parametrize(
    ("text", "sought"),
    [
        ("用户身份验证失败", "身份"),
        ("オンコール手順", "手順"),
        ("오늘 회의", "회의"),
        ("用户身份验证失败", "用户身份"),
    ],
)
def test_cjk_is_found_by_pairs_and_single_characters(text: str, sought: str) -> None:
    """S23: two characters are enough."""
    assert set(terms_of(sought)) <= set(terms_of(text))
    assert set(terms_of(sought[-1])) <= set(terms_of(text))


@given(st.text())
def test_any_text_gives_terms_that_hold_no_blank(text: str) -> None:
    for term in [*terms_of(text), *concepts_of(text)]:
        assert term.split() == [term]
        assert len(term) <= TERM_LIMIT * 3
    assert not any(term.startswith(MARK) for term in terms_of(text))


def test_words_of_two_languages_share_concepts() -> None:
    assert set(concepts_of("backup of the database")) & set(concepts_of("数据库备份"))
    assert concepts_of("pull request") == concepts_of("Pull Requests")


def test_the_glossary_was_made_into_the_table() -> None:
    """Run `python -m memdeck.store.words.concept_making` after a change to concepts.txt."""
    assert TABLE.read_text(encoding="utf-8") == table_text()
