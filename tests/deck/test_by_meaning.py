"""Search by meaning and the index beneath it, through the deck."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from direction_model import DirectionModel
from memdeck import Deck
from memdeck.deck.by_meaning import MeaningHealth
from memdeck.memory.errors import ReadOnly
from memdeck.store.vectorindex import EntryVectors, IndexState, IndexUnavailable
from memdeck.store.vectorindex.sqlsource import SqlSource

MODEL = "memdeck.deck.search_parts.chosen_embedder"


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, DirectionModel())


def use(monkeypatch: pytest.MonkeyPatch, chosen: DirectionModel) -> None:
    monkeypatch.setattr(MODEL, lambda *_: chosen)


@pytest.fixture
def tended(deck: Deck) -> Iterator[Deck]:
    """A deck of a few entries with its index open."""
    deck.add_many(
        {"title": f"note {number}", "content": f"alpha{number} beta{number} gamma{number}"}
        for number in range(30)
    )
    state(deck.tend_index(), IndexState.OK)
    yield deck


def state(health: MeaningHealth, wanted: IndexState) -> None:
    assert health.index is not None
    assert health.index.state is wanted, health.index.reason
    assert health.waiting == 0


def titles(deck: Deck, text: str, limit: int = 1, access: tuple[str, ...] | None = None) -> list[str]:
    return [deck.get(id_).title for id_ in deck.search_meaning(text, limit, access)]


def test_without_an_index_all_vectors_are_compared(deck: Deck) -> None:
    """S25: an index that isn't there hinders nobody."""
    assert deck.search_meaning("anything") == []
    assert deck.tend_index().index is None
    deck.add("one", "alpha beta")
    deck.add("two", "gamma delta")
    assert titles(deck, "delta gamma", 5) == ["two", "one"]
    assert deck.meaning_health().index is None


@pytest.mark.slow
def test_with_and_without_the_index_the_answer_is_the_same(tended: Deck) -> None:
    with Deck.open(tended.home) as second:
        state(second.tend_index(), IndexState.ELSEWHERE)
        for number in range(0, 30, 3):
            text = f"beta{number} gamma{number}"
            assert tended.search_meaning(text, 5) == second.search_meaning(text, 5)
            assert titles(tended, text) == [f"note {number}"]


@pytest.mark.slow
def test_changes_show_at_once(tended: Deck) -> None:
    """S28, S29: deleted, edited, restored and moved entries, without tending in between."""
    twin = tended.add("twin", "alpha3 beta3 gamma3")
    tended.remove("note_3")
    assert titles(tended, "alpha3 beta3 gamma3") == ["twin"]
    tended.edit(twin.id, content="deploys go out on monday")
    assert titles(tended, "deploys monday") == ["twin"]
    tended.undo()
    tended.edit(twin.id, owner="project:x")
    assert titles(tended, "alpha3 beta3", access=("project:x",)) == ["twin"]
    assert "twin" not in titles(tended, "alpha3 beta3", 40, access=("user:me",))
    assert titles(tended, "alpha3 beta3", 40, access=()) == []
    tended.restore("note_3")
    assert set(titles(tended, "alpha3 beta3 gamma3", 2)) == {"note 3", "twin"}
    state(tended.tend_index(), IndexState.OK)


@pytest.mark.slow
def test_an_index_that_lags_shows_nothing_deleted(tended: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """S28: also when the index never hears of the deletion."""
    tended.add("twin", "alpha3 beta3 gamma3")
    tended.tend_index()
    monkeypatch.setattr(
        "memdeck.store.vectorindex.index.VectorIndex._take_in_a_few", lambda self, session: None
    )
    tended.remove("note_3")
    assert titles(tended, "alpha3 beta3 gamma3") == ["twin"]
    tended.remove("twin")
    assert not {"twin", "note 3"} & set(titles(tended, "alpha3 beta3 gamma3", 40))
    health = tended.meaning_health()
    assert health.index is not None
    assert health.index.state is IndexState.OK  # a change under way is no damage


@pytest.mark.slow
def test_another_program_writes(tended: Deck) -> None:
    """S31: what it adds is found, what it deletes isn't, and the index never loses anything."""
    with Deck.open(tended.home) as other:
        other.add("from outside", "omega psi chi")
        other.remove("note_0")
        assert titles(tended, "omega psi") == ["from outside"]
        assert titles(other, "omega psi") == ["from outside"]
        assert "note 0" not in titles(tended, "alpha0 beta0", 40)
        tended.add("inside", "c")
    health = tended.tend_index()
    state(health, IndexState.OK)
    assert health.index is not None
    assert health.index.count == health.index.expected == 31


@pytest.mark.slow
def test_another_model_is_named_and_everything_embedded_again(
    tended: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S33: another dimension, then another model of the same dimension."""
    home = tended.home
    tended.close()
    for chosen in (DirectionModel("wider", 48), DirectionModel("other", 48)):
        use(monkeypatch, chosen)
        with Deck.open(home) as deck:
            assert deck.meaning_health().waiting == 30
            assert titles(deck, "alpha7 gamma7") == ["note 7"]
            health = deck.tend_index()
            state(health, IndexState.OK)
            assert health.model.startswith(chosen.identity)
            assert titles(deck, "alpha7 gamma7") == ["note 7"]


@pytest.mark.slow
def test_reindex_makes_everything_anew(tended: Deck) -> None:
    before = tended.meaning_health()
    steps: list[tuple[str, int, int]] = []
    health = tended.reindex(lambda *step: steps.append(step), vectors=True)
    state(health, IndexState.OK)
    assert before.index is not None
    assert health.index is not None
    assert health.index.generation > before.index.generation
    assert [steps[0][0], steps[-1]] == ["vectors", ("index", 30, 30)]
    assert titles(tended, "alpha9") == ["note 9"]
    with Deck.open(tended.home) as second, pytest.raises(IndexUnavailable, match="has it"):
        second.reindex()


@pytest.mark.slow
def test_a_hung_index_costs_one_wait_and_no_answer(tended: Deck) -> None:
    health = tended.meaning_health()
    assert health.index is not None
    os.kill(health.index.pid or 0, signal.SIGSTOP)
    assert titles(tended, "alpha5 beta5") == ["note 5"]
    state(tended.meaning_health(), IndexState.DAMAGED)
    state(tended.tend_index(), IndexState.OK)


def test_read_only_opens_no_index(deck: Deck) -> None:
    deck.add("one", "alpha beta")
    deck.search_meaning("alpha")
    deck.add("two", "gamma")
    with Deck.open(deck.home, read_only=True) as reading:
        assert titles(reading, "alpha beta", 5) == ["one"]
        health = reading.tend_index()
        assert (health.index, health.waiting) == (None, 1)
        with pytest.raises(ReadOnly):
            reading.reindex()
    assert not (Path(deck.home) / "index").exists()


def everything(source: SqlSource, since: int, limit: int) -> list[EntryVectors]:
    found: list[EntryVectors] = []
    more = True
    while more:
        changes = source.changes_since(since, limit)
        found += changes.entries
        since, more = changes.seq, changes.more
    assert since == source.last_seq()
    return found


def test_the_queue_in_sql(any_deck: Deck) -> None:
    """What feeds the index, on both databases: every entry once, as it stands, in order of its changes."""
    deck = any_deck
    model = DirectionModel()
    entries = deck.add_many({"title": f"n{n}", "content": f"alpha{n} beta"} for n in range(150))
    long = deck.add("long", " ".join(f"word{n}. " for n in range(3000)))
    deck.search_meaning("x")
    deck.embed_waiting()
    source = SqlSource(deck.parts.database, "s", deck.meaning_health().model, model.dimension)
    assert SqlSource(deck.parts.database, "s", "unknown", 3).changes_since(0, 10).entries == ()

    found = everything(source, 0, 7)
    assert {one.memory_id for one in found} == {one.id for one in entries} | {long.id}
    assert found == everything(source, 0, 10_000)
    assert sum(len(one.pieces) for one in found) == source.standing().count > 151
    assert source.standing().exact
    sample = source.sample(40, source.last_seq())
    held = {(one.memory_id, n): piece for one in found for n, piece in enumerate(one.pieces)}
    assert all(held[one.memory_id, one.piece] == one.vector for one in sample)
    assert 20 <= len(sample) <= 40

    before = source.last_seq()
    deck.remove(entries[3].id)
    assert not source.standing().exact
    deck.edit(entries[4].id, owner="project:p")
    deck.edit(long.id, content="short")
    deck.embed_waiting()
    later = {one.memory_id: one for one in everything(source, before, 2)}
    assert later.keys() == {entries[3].id, entries[4].id, long.id}
    assert later[entries[3].id].pieces == ()
    assert later[entries[4].id].owner == "project:p"
    assert len(later[long.id].pieces) == 1
    assert all(one.seq > before for one in later.values())
    assert source.standing().count == 150
    assert not [one for one in source.changes_since(0, 10_000).entries if not one.pieces]


def test_related_entries_are_near_live_and_need_no_model(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """S28: what was deleted a moment ago is related to nothing."""
    for title, content in (("Tea", "green kettle"), ("Coffee", "green kettle"), ("Editor", "tabs spaces")):
        deck.add(title, content)
    assert deck.related("tea") == [], "no vectors yet, and none are made"
    assert deck.meaning_health().waiting == 3
    deck.embed_waiting()
    monkeypatch.setattr(DirectionModel, "encode", None)
    ((near, similarity),) = deck.related("tea")
    assert deck.get(near).title == "Coffee" and similarity > 0.4
    deck.remove("coffee")
    assert deck.related("tea") == []


def test_related_entries_of_a_large_store_need_its_index(
    tended: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdeck.deck.by_meaning.RELATED_FROM", -1.0)
    few = replace(tended.settings, retrieval=replace(tended.settings.retrieval, exact_limit=5))
    monkeypatch.setattr(type(tended), "settings", few)
    assert len(tended.related("note_1")) == 3
    tended._meaning.close()
    assert tended.related("note_1") == []


def test_a_purge_takes_an_index_away_that_nobody_has_open(tended: Deck) -> None:
    """S28: Chroma keeps the vectors of what was deleted; the next program builds it anew."""
    home = tended.home
    tended.close()
    with Deck.open(home) as deck:
        deck.purge("note_3")
        assert not list((home / "index").glob("g-*"))
        health = deck.tend_index()
        state(health, IndexState.OK)
        assert health.index is not None
        assert health.index.count == 29


def test_a_purge_has_an_open_index_built_anew(tended: Deck) -> None:
    before = tended.meaning_health().index
    with Deck.open(tended.home) as other:
        other.purge("note_3")
    assert list((tended.home / "index").glob("g-*"))
    after = tended.tend_index().index
    assert before is not None
    assert after is not None
    assert (after.generation, after.count) != (before.generation, before.count)
    assert titles(tended, "alpha4 beta4 gamma4") == ["note 4"]
    state(tended.tend_index(), IndexState.OK)
    assert tended.meaning_health().index == after
