"""What other versions left in the user's cache goes when nobody used it for a month."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import numpy
import pytest

from memdeck.settings.places import cache_folder
from memdeck.store.embedder import usem3_tables
from memdeck.store.embedder.centred import Centred
from memdeck.store.embedder.unused import KEPT_SECONDS, note_use, sweep_unused
from memdeck.store.embedder.usem3 import Usem3
from memdeck.store.embedder.usem3_package import find_package
from memdeck.store.embedder.usem3_tables import open_tables, tables_folder

LONG_AGO = KEPT_SECONDS + 3600
OLD, RECENT = "usem3-00000000000000aa-1", "usem3-00000000000000bb-1"
OLD_CENTRE, RECENT_CENTRE = "centre-00000000000000aa.f32", "centre-00000000000000bb.f32"
OTHERS = ("bench", "usem3-notes", "centre-of-town.f32", "usem3-00000000000000aa-1.zip")


def aged(path: Path, seconds: float) -> None:
    moment = time.time() - seconds
    os.utime(path, (moment, moment))


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache with leftovers of two versions, one of them used a week ago, and things of others."""
    cache = tmp_path / "cache"
    for name, seconds in ((OLD, LONG_AGO), (RECENT, LONG_AGO)):
        (cache / name).mkdir(parents=True)
        for file in ("manifest.json", "arrays"):
            (cache / name / file).write_text("{}")
            aged(cache / name / file, seconds)
        aged(cache / name, seconds)
    aged(cache / RECENT / "manifest.json", 7 * 86_400)
    for name, seconds in ((OLD_CENTRE, LONG_AGO), (RECENT_CENTRE, 7 * 86_400)):
        (cache / name).write_bytes(b"x")
        aged(cache / name, seconds)
    for name in OTHERS:
        (cache / name).write_text("x")
        aged(cache / name, LONG_AGO)
    return cache


def names(cache: Path) -> set[str]:
    return {path.name for path in cache.iterdir()}


def test_only_what_is_ours_and_unused_goes(cache: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (cache / OLD).rename(elsewhere)
    (cache / OLD).symlink_to(elsewhere)  # somebody keeps them on another disk
    sweep_unused(cache)
    assert names(cache) == {OLD, RECENT, RECENT_CENTRE, *OTHERS}
    assert elsewhere.is_dir()


def test_tables_that_are_made_sweep_older_ones(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were never taken away: 86 MB for each version there ever was."""
    Usem3(cache_folder()).prepare()
    ready = tables_folder(cache_folder(), find_package())
    monkeypatch.setattr(
        usem3_tables, "_write", lambda made, _: shutil.copytree(ready, made, dirs_exist_ok=True)
    )
    open_tables(cache, find_package())
    assert names(cache) == {tables_folder(cache, find_package()).name, RECENT, RECENT_CENTRE, *OTHERS}


def test_opening_tables_notes_their_use_once_a_day(cache: Path) -> None:
    Usem3(cache_folder()).prepare()
    folder = tables_folder(cache, find_package())
    shutil.copytree(tables_folder(cache_folder(), find_package()), folder)
    manifest = folder / "manifest.json"
    aged(manifest, LONG_AGO)
    open_tables(cache, find_package())
    assert time.time() - manifest.stat().st_mtime < 3600
    aged(manifest, 3600)
    noted = manifest.stat().st_mtime_ns
    open_tables(cache, find_package())
    assert manifest.stat().st_mtime_ns == noted
    assert OLD in names(cache)  # nothing was made


class Model:
    """Any model."""

    identity = "model"
    dimension = 2

    def prepare(self) -> None:
        """Do nothing."""

    def encode(self, texts, _side):
        return numpy.ones((len(texts), 2), numpy.float32)


def test_centres_that_are_measured_sweep_too_and_reading_them_notes_it(cache: Path) -> None:
    Centred(Model(), cache).prepare()
    assert OLD not in names(cache) and OLD_CENTRE not in names(cache)
    (own,) = names(cache) - {RECENT, RECENT_CENTRE, *OTHERS}
    aged(cache / own, LONG_AGO)
    Centred(Model(), cache).prepare()
    assert time.time() - (cache / own).stat().st_mtime < 3600


def test_a_use_that_can_not_be_noted_does_no_harm(tmp_path: Path) -> None:
    note_use(tmp_path / "none")
    assert names(tmp_path) == set()
    sweep_unused(tmp_path / "none")
