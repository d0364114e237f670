"""What is loaded when: nobody pays for what is not used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "textual",
    "rich",
    "sqlmodel",
    "sqlalchemy",
    "alembic",
    "chromadb",
    "numpy",
    "rapidfuzz",
    "mcp",
    "pydantic",
)


def _loaded(code: str, *arguments: str) -> set[str]:
    """Run code in a fresh interpreter and return which heavy libraries it loaded."""
    report = f"\nimport sys; print('LOADED', *[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code + report, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stdout.rsplit("LOADED", 1)[1].split())


def test_importing_the_package_loads_nothing() -> None:
    assert _loaded("import memdeck") == set()


def test_reading_loads_no_object_mapper(tmp_path: Path) -> None:
    add = "import sys; from memdeck import Deck; Deck.open(sys.argv[1]).add('A', 'b')"
    assert "sqlmodel" in _loaded(add, str(tmp_path))
    read = (
        "import sys; from memdeck import Deck; deck = Deck.open(sys.argv[1]); deck.list('A'); deck.facets()"
    )
    assert _loaded(read, str(tmp_path)) <= {"rapidfuzz"}


@pytest.mark.parametrize("name", ["Deck", "Memory", "MemdeckError"])
def test_public_names_are_there(name: str) -> None:
    import memdeck

    assert getattr(memdeck, name).__name__ == name
    assert name in memdeck.__all__
