"""Prepared indexes for the tests: built once, copied by each test."""

from __future__ import annotations

import random
import shutil
from array import array
from pathlib import Path

from vector_sources import DictSource

from memdeck.store.vectorindex import Limits, VectorIndex

DIMENSION = 16
MODEL = "test model"
ENTRIES = 1300
"""Chroma writes its graph at 1,000; the rest is in its log."""

LIMITS = Limits(query=2.0, retry=0.0, retry_server=0.0)


def vector(seed: object) -> bytes:
    """Return a direction that depends on `seed` only."""
    numbers = random.Random(str(seed))
    return array("f", (numbers.gauss(0, 1) for _ in range(DIMENSION))).tobytes()


def filled_source(entries: int = ENTRIES) -> DictSource:
    source = DictSource()
    for number in range(entries):
        source.put(f"mem_{number:05}", vector(number), owner=f"project:é{number % 10}")
    return source


def build(home: Path, source: DictSource) -> None:
    with VectorIndex.open(home, MODEL, DIMENSION, source, limits=LIMITS) as index:
        index.catch_up()
        assert index.state == "ok", index.reason


def copied(home: Path, to: Path) -> Path:
    shutil.copytree(home, to / "home")
    return to / "home"


def open_index(home: Path, source: DictSource, limits: Limits = LIMITS) -> VectorIndex:
    return VectorIndex.open(home, MODEL, DIMENSION, source, limits=limits)


def assert_right(index: VectorIndex, source: DictSource) -> None:
    """Check that the index answers, and answers as the store would."""
    assert index.state == "ok", index.reason
    for entry in list(source.entries.values())[::60]:
        for piece in entry.pieces:
            assert index.nearest(piece, 1)[0][0] == entry.memory_id
    health = index.health()
    assert (health.count, health.behind) == (source.standing().count, 0)
