"""What is kept of a prompt, and what is said when a way of finding entries fails."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from memdeck import Deck
from memdeck.cli.group import memdeck
from memdeck.memory.ranking import LaneState

TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
PROMPT = f"build with Gradle, the token is {TOKEN}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with Deck.open(tmp_path / "home") as deck:
        deck.add("Build setup", "Always build with Gradle and the Kotlin DSL.", type="USER")
        deck.add("Formatting", "Spotless formats everything that Gradle builds.", type="USER")
        deck.embed_waiting()
    return tmp_path / "home"


def damage(home: Path) -> None:
    """Cut one vector in two."""
    with closing(sqlite3.connect(home / "memdeck.db")) as connection, connection:
        connection.execute("UPDATE vector SET data = substr(data, 1, 7) WHERE rowid = 1")


def test_a_secret_in_a_prompt_is_not_recorded(home: Path) -> None:
    """S51: nothing secret on an automatic path."""
    with Deck.open(home) as deck:
        assert deck.inject(PROMPT, access=("user:me",)).text
        assert deck.injections()[0].prompt == "build with Gradle, the token is <GITHUB_TOKEN>"
    assert not [file for file in home.iterdir() if TOKEN.encode() in file.read_bytes()]


def test_prompts_stay_as_they_are_when_masking_is_off(home: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("secrets: {level: 'off'}")
    with Deck.open(home, config) as deck:
        deck.inject(PROMPT, access=("user:me",))
        assert deck.injections()[0].prompt == PROMPT


def test_damaged_vectors_leave_the_words_and_are_said_once(home: Path) -> None:
    """S36: a damaged part of the store stops no prompt."""
    damage(home)
    line = ["inject", "build with Gradle", "--owner", "me", "--home", str(home)]
    done = CliRunner().invoke(memdeck, line)
    assert done.exit_code == 0
    assert "Kotlin DSL" in done.stdout
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("memdeck: meaning: failed. ")
    assert CliRunner().invoke(memdeck, ["preview", *line[1:]]).stdout == done.stdout


def test_a_lane_that_fails_while_it_measures_stops_nothing(home: Path, monkeypatch: object) -> None:
    from memdeck.store.vectors.lookup import VectorSearch

    def broken(self: object, keys: object) -> dict[int, float]:
        raise ValueError("cannot reshape array")

    monkeypatch.setattr(VectorSearch, "of", broken)  # type: ignore[attr-defined]
    with Deck.open(home) as deck:
        made = deck.preview("build with Gradle", access=("user:me",))
    assert [item.name for item in made.items]
    assert [lane.state for lane in made.lanes if lane.name == "meaning"] == [LaneState.FAILED]
    assert made.lane_notes(only_failed=True) == ["meaning: failed. ValueError: cannot reshape array"]
