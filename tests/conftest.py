"""What every test may use: a fixed clock, an empty store of each kind, a private environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from memdeck import Deck

sys.path.insert(0, str(Path(__file__).parent))

from fixed_clock import FixedClock  # beside this file
from postgres_server import PostgresServer, find_binaries

# A busy machine must not fail a rule: no example is timed, and CI tries the same examples each time.
settings.register_profile(
    "memdeck",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("memdeck")

_KEPT = ("MEMDECK_BENCH", "TEXTUAL_SNAPSHOT_TEMPDIR")


@pytest.fixture(autouse=True)
def private_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the person's own settings, stores and assistants out of the tests."""
    home = tmp_path_factory.mktemp("user")
    for name in list(os.environ):
        if name.startswith(("MEMDECK_", "CLAUDE_", "TEXTUAL", "XDG_")) and name not in _KEPT:
            monkeypatch.delenv(name)
    for name in ("NO_COLOR", "VISUAL", "EDITOR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / ".local" / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    # Encoder tables take a second to make: one cache for the whole run.
    monkeypatch.setenv("XDG_CACHE_HOME", str(_shared_cache(tmp_path_factory)))


def _shared_cache(factory: pytest.TempPathFactory) -> Path:
    cache = factory.getbasetemp().parent / "memdeck-cache"
    cache.mkdir(exist_ok=True)
    return cache


@pytest.fixture
def clock() -> FixedClock:
    """A clock that the test moves."""
    return FixedClock()


@pytest.fixture
def deck(tmp_path: Path, clock: FixedClock) -> Iterator[Deck]:
    """An empty deck on SQLite."""
    with Deck.open(tmp_path / "home", clock=clock) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of the tests' own; skipped where the machine has no PostgreSQL."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL binaries on this machine (CI installs them: .ci/run)")
    with PostgresServer(binaries) as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def any_deck(request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock) -> Iterator[Deck]:
    """An empty deck, once on SQLite and once on PostgreSQL."""
    with open_kind(request.param, request, tmp_path, clock) as opened:
        yield opened


def open_kind(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, clock: Callable[[], datetime]
) -> Deck:
    """Open an empty deck of this kind of database."""
    if kind == "sqlite":
        return Deck.open(tmp_path / "home", clock=clock)
    server: PostgresServer = request.getfixturevalue("postgres")
    config = tmp_path / "postgres.yaml"
    config.write_text(f"storage: {{database_url: '{server.new_database()}'}}\n")
    return Deck.open(tmp_path / "home", config=config, clock=clock)
