"""The bench itself, on tiny stores: what it measures, prints and returns. No test looks at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdeck import Deck
from memdeck.bench import run, stores
from memdeck.bench.entries import entries_in_parts
from memdeck.bench.figures import Figure, as_json, as_lines, paired_ratio, percentile
from memdeck.bench.plan import Plan
from memdeck.bench.processes import Command, timed


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def plan(tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Plan]:
    monkeypatch.setattr(stores, "cache_folder", lambda: tmp_path / "cache")
    folder = tmp_path / "work"
    folder.mkdir()
    yield Plan((60,), 1, folder, said.append)


def test_entries_are_the_same_at_every_run() -> None:
    first, second = (list(entries_in_parts(300)) for _ in range(2))
    assert first == second
    made = [entry for part in first for entry in part]
    assert len({entry["title"] for entry in made}) == 300
    assert any(not entry["title"].isascii() for entry in made)


def test_a_store_is_made_once(plan: Plan, said: list[str]) -> None:
    home = stores.store_of(60, plan.say)
    assert said == ["making a store of 60 entries (kept for the next time) …"]
    assert stores.store_of(60, plan.say) == home
    assert len(said) == 1
    with Deck.open(home) as deck:
        assert deck.count() == 60


def test_a_store_that_was_not_finished_is_made_anew(plan: Plan) -> None:
    with Deck.open(stores.stores_folder() / "60") as deck:
        deck.add("Half", "of a store")
    with Deck.open(stores.store_of(60, plan.say)) as deck:
        assert deck.count() == 60


def test_figures_know_their_targets() -> None:
    good, bad, free = (
        Figure("g", name, 5.0, "ms", target) for name, target in zip("abc", (5, 4, None), strict=True)
    )
    assert [figure.met for figure in (good, bad, free)] == [True, False, None]
    lines = as_lines([good, bad, free])
    assert "✓" in lines and "✗ over" in lines
    document = json.loads(as_json({"date": "today"}, [good]))
    assert document["machine"] == {"date": "today"}
    assert document["figures"][0]["met"] is True


def test_summing_up() -> None:
    assert percentile([5, 1, 4, 2, 3], 0.5) == 3
    assert percentile([7], 0.95) == 7
    assert paired_ratio([2, 30, 4], [1, 10, 2]) == 2


def test_a_failing_command_is_not_a_figure(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="ended with 3"):
        timed([Command([sys.executable, "-c", "raise SystemExit(3)"])], runs=1, cwd=tmp_path)


@pytest.mark.slow
def test_the_program_is_measured_part_by_part(plan: Plan) -> None:
    from memdeck.bench import program, start

    figures = [*start.measure(plan), *program.measure_list(plan), *program.measure_search(plan)]
    assert all(figure.value >= 0 for figure in figures)
    for part in ("smallest", "empty store", "longest freeze", "jump to the end", "memory", "p95", "tolerant"):
        assert any(part in figure.what for figure in figures), part


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--help"]) == 0
    assert run.main(["--sizes", "many"]) == 2
    assert run.main(["--only", "nothing"]) == 2
    written = capsys.readouterr()
    assert "--only" in written.out
    assert "'many' is not a whole number" in written.err
    assert "'nothing' is none of start, list" in written.err


def test_nothing_of_the_product_loads_the_bench(tmp_path: Path) -> None:
    code = (
        "import sys, memdeck.deck.whole, memdeck.tui.app, memdeck.tui.screens.memories, memdeck.cli.group;"
        "print([name for name in sys.modules if name.startswith('memdeck.bench')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "[]\n"


def test_reading_loads_no_retrieval(tmp_path: Path) -> None:
    """Lists and the first screen must not pay for what only a prompt needs."""
    code = (
        "import sys; from memdeck import Deck;"
        f"deck = Deck.open({str(tmp_path / 'home')!r}); deck.list();"
        "print(sorted(name for name in sys.modules if name.startswith(('memdeck.retrieve', 'memdeck.inject.',"
        " 'memdeck.store.vector', 'memdeck.store.embedder', 'numpy', 'sqlmodel', 'yaml'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "[]\n"
