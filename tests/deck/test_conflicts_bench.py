"""How long a scan takes: `MEMDECK_BENCH=1 pytest -s tests/deck/test_conflicts_bench.py`."""

from __future__ import annotations

import os
import time

import pytest
from conflict_store import sentences_of_projects

from memdeck import Deck

_SIZE = 10_000


@pytest.mark.skipif("MEMDECK_BENCH" not in os.environ, reason="measures; set MEMDECK_BENCH=1")
def test_ten_thousand_entries_are_scanned_in_seconds(deck: Deck) -> None:
    deck.add_many(sentences_of_projects(_SIZE))
    begun = time.process_time()
    report = deck.scan_conflicts()
    scanned = time.process_time()
    assert report.looked_at == _SIZE
    deck.add("Cache of the demo", "The cache is Memcached.", owner="project:p1")
    written = time.process_time()
    assert deck.scan_conflicts().looked_at == 0
    print(f"scan {scanned - begun:.1f} s of CPU, one addition {1000 * (written - scanned):.0f} ms, {report}")
    assert scanned - begun < 90
    assert written - scanned < 1


def test_a_large_store_is_scanned_by_neighbours_only(deck: Deck) -> None:
    """The work grows with the entries, not with the pairs: nothing is compared with more than a few."""
    deck.add_many(sentences_of_projects(600, per_project=60))
    told: list[int] = []
    report = deck.scan_conflicts(lambda done, of: told.append(done))
    assert report.looked_at == told[-1] == 600
    assert deck.scan_conflicts().looked_at == 0
