from __future__ import annotations

import pytest

from memdeck import Deck
from ranking_standin import ranking_by_words


@pytest.fixture
def by_words(monkeypatch):
    """Rank by shared words, without any model."""
    monkeypatch.setattr(Deck, "_ranking_for", ranking_by_words)
