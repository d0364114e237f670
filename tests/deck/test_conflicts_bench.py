"""How long a scan takes: `MEMDECK_BENCH=1 pytest -s tests/deck/test_conflicts_bench.py`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from conflict_store import sentences_of_projects

from memdeck import Deck
from memdeck.bench.entries import entries_in_parts

_SIZE = 10_000
_TARGET, _TARGET_AGAIN = 8.0, 1.0
"""Seconds of CPU for the first scan, and for one after a few changes."""
_STORES: dict[str, Callable[[], Iterator[Sequence[dict[str, Any]]]]] = {
    "dense: labelled sentences, each in many projects": lambda: iter([sentences_of_projects(_SIZE)]),
    "ordinary: made up, long, all different": lambda: entries_in_parts(_SIZE),
}


@pytest.mark.skipif("MEMDECK_BENCH" not in os.environ, reason="measures; set MEMDECK_BENCH=1")
@pytest.mark.parametrize("name", _STORES)
def test_ten_thousand_entries_are_scanned_in_seconds(deck: Deck, name: str) -> None:
    for entries in _STORES[name]():
        deck.add_many(entries)
    begun = time.process_time()
    report = deck.scan_conflicts()
    scanned = time.process_time()
    assert report.looked_at == _SIZE
    deck.add_many([{"title": f"Cache {n}", "content": f"The cache {n} is Memcached."} for n in range(30)])
    written = time.process_time()
    assert deck.scan_conflicts().looked_at == 30
    again = time.process_time()
    print(
        f"\n{name}\n"
        f"first scan             {scanned - begun:5.1f} s of CPU   ≤ {_TARGET:.0f} "
        f"{'✓' if scanned - begun <= _TARGET else '✗ over'}\n"
        f"after 30 new entries   {again - written:5.2f} s of CPU   ≤ {_TARGET_AGAIN:.0f} "
        f"{'✓' if again - written <= _TARGET_AGAIN else '✗ over'}\n"
        f"{report}"
    )
    assert scanned - begun < 90
    assert again - written < 5


def test_a_large_store_is_scanned_by_neighbours_only(deck: Deck) -> None:
    """The work grows with the entries, not with the pairs: nothing is compared with more than a few."""
    deck.add_many(sentences_of_projects(600, per_project=60))
    told: list[int] = []
    report = deck.scan_conflicts(lambda done, of: told.append(done))
    assert report.looked_at == told[-1] == 600
    assert deck.scan_conflicts().looked_at == 0
