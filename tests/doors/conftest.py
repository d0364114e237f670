"""What the tests of syncing begin with."""

from __future__ import annotations

from pathlib import Path

import pytest
from sync_folders import claude_folder

from fixed_clock import FixedClock
from memdeck import Deck


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A memory folder as Claude Code leaves it."""
    return claude_folder(tmp_path / "memory")


@pytest.fixture
def synced(deck: Deck, folder: Path, clock: FixedClock) -> Deck:
    """A deck in step with the folder."""
    deck.sync_folder(folder)
    clock.forward(hours=1)
    return deck
