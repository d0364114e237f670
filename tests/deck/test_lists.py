"""Lists, counts and finding by text: the same on both databases, and ordinary text stays ordinary."""

from __future__ import annotations

import pytest

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.deck.chronicle import HistoryFilter
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import Environment
from memdeck.memory.query import MemoryQuery

_ORDINARY = [
    "pre-edit",
    "don't",
    "POL-358",
    "a/b",
    "C++",
    "title:",
    "100%",
    '"',
    "*",
    "AND",
    "(",
    "NEAR(",
    "_",
    "\\",
]


@pytest.mark.parametrize("text", _ORDINARY)
def test_search_syntax_is_ordinary_text(any_deck: Deck, text: str) -> None:
    """S19: what means something to a search engine is looked for as it is."""
    wanted = [
        any_deck.add(f"About {text} here", "x").id,
        any_deck.add("Title", f"body with {text} inside").id,
    ]
    any_deck.add("Other", "nothing of it")
    found = [memory.id for memory in any_deck.list(text)]
    assert set(wanted) <= set(found)
    if text not in {"AND", "_"}:
        assert len(found) == 2


def test_case_and_form_of_letters_do_not_matter(any_deck: Deck) -> None:
    """S22: the same hits on both databases."""
    titles = ["ÄPFEL", "Straße", "İstanbul", "caf\u00e9", "cafe\u0301 two", "Ｆｕｌｌ"]
    for title in titles:
        any_deck.add(title, "x")
    for text, hits in {
        "äpfel": ["ÄPFEL"],
        "strasse": ["Straße"],
        "STRASSE": ["Straße"],
        "istanbul": ["İstanbul"],
        "CAFÉ": ["caf\u00e9", "cafe\u0301 two"],
        "full": ["Ｆｕｌｌ"],
    }.items():
        assert {memory.title for memory in any_deck.list(text)} == set(hits), text


def test_cjk_words_of_any_length_are_found(any_deck: Deck) -> None:
    """S23: in titles and in contents."""
    for number, text in enumerate(["用户身份验证失败", "オンコール手順", "오늘 회의"]):
        any_deck.add(text, "x", name=f"t{number}")
        any_deck.add(f"Body {number}", f"before {text} after")
    for text in ("身份", "手順", "회의", "用户身份", "证"):
        assert len(any_deck.list(text)) == 2, text


def test_the_end_of_a_long_content_is_found(any_deck: Deck) -> None:
    """S08: nothing is cut when stored, and the last word is found."""
    content = "word " * 1_990 + "zebrafinch"
    memory = any_deck.add("Long", content)
    assert any_deck.get(memory.id).content == content
    assert any_deck.list("zebrafinch") == [memory]


def test_counts_are_true_and_paging_reaches_the_oldest(any_deck: Deck, clock: FixedClock) -> None:
    """S27: no hidden cap."""
    oldest = any_deck.add("The oldest", "x", type="REFERENCE", owner="project:demo")
    clock.forward(days=1)
    any_deck.add_many([{"title": f"Entry {i}", "content": "x"} for i in range(5_000)])
    assert any_deck.count() == 5_001
    assert any_deck.list(limit=1, offset=5_000) == [oldest]
    assert any_deck.list(owner="project:demo") == [oldest]
    assert sum(len(batch) for batch in any_deck.scan()) == 5_001
    assert any_deck.facets().types == {MemoryType.PROJECT: 5_000, MemoryType.REFERENCE: 1}


def test_filters_and_their_counts(any_deck: Deck) -> None:
    any_deck.add("A", "x", type="USER", tags=["build", "ja%va"])
    any_deck.add("B", "x", type="TODO", owner="project:demo")
    any_deck.add("C", "x", type="USER", owner="deployment:acme@PRODUCTION")
    any_deck.add("D", "x", type="USER", owner="deployment:acme@STAGING", importance="pinned")

    def titles(**filters: object) -> str:
        return "".join(memory.title for memory in any_deck.list(sort="title", **filters))

    assert titles(type="user") == "ACD"
    assert titles(type=["USER", "TODO"], owner=["me", "project:demo"]) == "AB"
    assert titles(env="prod") == "C"
    assert titles(tag="build") == "A"
    assert titles(tag="ja%") == ""
    assert titles(status="pending") == "B"
    assert titles(importance="pinned") == "D"
    assert titles(access=("user:me", "project:demo")) == "AB"
    assert titles(access=()) == ""
    facets = any_deck.facets(MemoryQuery(types=(MemoryType.USER,)))
    assert facets.total == 3 and facets.everything == 4
    assert facets.types == {MemoryType.USER: 3, MemoryType.TODO: 1}
    assert facets.owners == {
        "user:me": 1, "deployment:acme@PRODUCTION": 1, "deployment:acme@STAGING": 1
    }  # fmt: skip
    assert facets.environments == {Environment.PRODUCTION: 1, Environment.STAGING: 1}
    with pytest.raises(InvalidField, match="colour"):
        any_deck.list(colour="red")


def test_orders(any_deck: Deck, clock: FixedClock) -> None:
    for title in ("b", "C", "a"):
        any_deck.add(title, "x")
        clock.forward(hours=1)
    any_deck.edit("b", content="y")

    def titles(**order: object) -> str:
        return "".join(memory.title for memory in any_deck.list(**order))

    assert titles() == "baC"
    assert titles(sort="created") == "aCb"
    assert titles(sort="title") == "abC"
    assert titles(sort="title", reverse=True) == "Cba"
    assert titles(sort="updated", reverse=True) == "Cab"


def test_what_others_own_is_not_found_by_any_reference(any_deck: Deck) -> None:
    """S41: the owner is part of every read."""
    from memdeck.memory.errors import NotFound

    secret = any_deck.add("ORCHID-7 plan", "ORCHID-7", owner="project:a")
    mine = any_deck.add("Mine", "x")
    access = ("user:me", "project:b")
    for ref in (secret.id, secret.name, "orchid", "mem_"):
        try:
            assert any_deck.get(ref, access=access).id == mine.id
        except NotFound:
            continue
    assert any_deck.page([secret.id, mine.id], access=access) == [mine]
    assert any_deck.list("orchid-7", access=access) == []
    assert any_deck.history(access=access)[0].memory_id == mine.id
    assert len(any_deck.history(access=access)) == 1
    assert any_deck.facets(access=access).everything == 1
    any_deck.remove(secret.id)
    assert any_deck.facets(access=access).deleted == 0
    assert any_deck.history(access=()) == []


def test_the_history_is_read_from_either_end(any_deck: Deck) -> None:
    """A page from the oldest is the same stretch of the same list as one from the newest."""
    for number in range(7):
        any_deck.add(f"Entry {number}", "text")
    any_deck.remove("entry_3")
    whole = any_deck.history_rows(limit=100)
    assert any_deck.history_count() == len(whole) == 8
    last = any_deck.history_rows_back(limit=3)
    assert last == whole[-3:]
    assert any_deck.history_rows_back(after=last[0].seq, limit=3) == whole[-6:-3]
    assert any_deck.history_rows_back(after=whole[0].seq) == []
    deleted = HistoryFilter(deleted=True)
    assert any_deck.history_rows_back(deleted) == any_deck.history_rows(deleted) == whole[:1]
    assert any_deck.history_count(deleted) == 1
    assert any_deck.history_count(HistoryFilter(author="nobody")) == 0
    assert any_deck.injections_back() == []
    assert any_deck.injection_count() == 0
