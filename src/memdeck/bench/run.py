"""The command `memdeck bench`: measures, prints, and fails when a target is missed."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from memdeck.bench.figures import Figure, as_json, as_lines
from memdeck.bench.machine import as_line, machine_facts
from memdeck.bench.plan import Plan

PARTS = ("start", "list", "search", "retrieval", "commands")
_WHERE = {
    "start": "memdeck.bench.start:measure",
    "list": "memdeck.bench.program:measure_list",
    "search": "memdeck.bench.program:measure_search",
    "retrieval": "memdeck.bench.retrieval:measure",
    "commands": "memdeck.bench.commands:measure",
}
_SIZES = "1000,10000,100000"
_RUNS = 9


def main(arguments: Sequence[str]) -> int:
    """Run the bench; return 0 when every target was met, 1 when one was missed, 2 for wrong usage."""
    try:
        asked = _parser().parse_args(arguments)
    except SystemExit as end:  # argparse has said what is wrong, or shown the help
        return int(end.code or 0)
    facts = machine_facts()
    if not asked.json:
        _say(as_line(facts))
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="memdeck-bench-") as folder:
        plan = Plan(asked.sizes, asked.runs, Path(folder), _say)
        for part in asked.only:
            found = list(_measure(part, plan))
            figures += found
            if not asked.json:
                sys.stdout.write(as_lines(found) + "\n\n")
                sys.stdout.flush()
    if asked.json:
        sys.stdout.write(as_json(facts, figures) + "\n")
    missed = sum(figure.met is False for figure in figures)
    _say(f"{missed} of {sum(figure.met is not None for figure in figures)} targets missed.")
    return 1 if missed else 0


def _measure(part: str, plan: Plan) -> Iterator[Figure]:
    module, _, name = _WHERE[part].partition(":")
    measure: Callable[[Plan], Iterator[Figure]] = getattr(import_module(module), name)
    return measure(plan)


def _say(words: str) -> None:
    sys.stderr.write(words + "\n")
    sys.stderr.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memdeck bench",
        description="Measure speed in real processes and a real terminal, on made-up stores that are made "
        "once and kept in the cache folder. Close other programs first: every figure is a time.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument(
        "--sizes", type=_sizes, default=_sizes(_SIZES), metavar="N,…", help=f"entries (usual: {_SIZES})"
    )
    parser.add_argument(
        "--only", type=_parts, default=PARTS, metavar="PART,…", help=f"parts to run: {', '.join(PARTS)}"
    )
    parser.add_argument(
        "--runs", type=_count, default=_RUNS, metavar="N", help=f"rounds of whole processes (usual: {_RUNS})"
    )
    return parser


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(sorted({_count(part) for part in text.split(",")}))


def _count(text: str) -> int:
    if not text.strip().isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def _parts(text: str) -> tuple[str, ...]:
    asked = [part.strip() for part in text.split(",")]
    for part in asked:
        if part not in PARTS:
            raise argparse.ArgumentTypeError(f"{part!r} is none of {', '.join(PARTS)}")
    return tuple(part for part in PARTS if part in asked)
