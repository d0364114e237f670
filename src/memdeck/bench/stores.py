"""Stores of a given size for measuring, made once and kept in the cache folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from memdeck.bench.entries import entries_in_parts
from memdeck.settings.places import cache_folder

_FORM = 3
"""Changes with what the entries look like, so that figures are never compared across different stores."""
_WITH_ENTRIES, _WITH_VECTORS = "bench-entries", "bench-vectors"
"""Files beside a store that say how far its making came; a killed run is taken up again there."""
_PROGRESS_STEP = 5_000

Say = Callable[[str], None]


def stores_folder() -> Path:
    """Return where the stores are kept; it may be removed at any time."""
    return cache_folder() / "bench" / f"form-{_FORM}"


def store_of(size: int, say: Say) -> Path:
    """Return the home of a store of `size` entries; the same at every call and on every machine."""
    from memdeck.deck import Deck

    home = stores_folder() / str(size)
    if _reached(home, _WITH_ENTRIES):
        Deck.open(home).close()  # an older program made it: its tables are brought up to date
        return home
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    say(f"making a store of {size:,} entries (kept for the next time) …")
    done = 0
    with Deck.open(home) as deck:
        for part in entries_in_parts(size):
            done += len(deck.add_many(part))
            if size > _PROGRESS_STEP:
                say(f"  {done:,} of {size:,}")
    (home / _WITH_ENTRIES).touch()
    return home


def store_with_vectors(size: int, say: Say) -> Path:
    """Return the same store, its entries embedded by the default model; the first time takes minutes."""
    from memdeck.deck import Deck

    home = store_of(size, say)
    if _reached(home, _WITH_VECTORS):
        return home
    say(f"embedding {size:,} entries (kept for the next time) …")
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal told
        if done - told >= _PROGRESS_STEP:
            told = done
            say(f"  {done:,} of {total:,}")

    with Deck.open(home) as deck:
        deck.embed_waiting(progress=progress)
    (home / _WITH_VECTORS).touch()
    return home


def _reached(home: Path, stage: str) -> bool:
    return (home / stage).exists()
