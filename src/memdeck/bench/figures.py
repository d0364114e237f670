"""Summing up timings, and printing them as a table or as JSON."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value, with the target it is held against where there is one."""

    group: str
    what: str
    value: float
    unit: str
    target: float | None = None
    """The most that is wanted, in the same unit; None where there is no target."""
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target was reached; None without one."""
        return None if self.target is None else self.value <= self.target


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` of the values lie (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def median(values: Iterable[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def as_table(figures: Sequence[Figure]) -> str:
    """Return the figures as lines of text, grouped."""
    lines: list[str] = []
    group = ""
    for figure in figures:
        if figure.group != group:
            group = figure.group
            lines += ["", group]
        target = "" if figure.target is None else f"≤ {figure.target:,.1f}"
        mark = {True: "✓", False: "✗ over", None: ""}[figure.met]
        row = (
            f"  {figure.what:<46} {figure.value:>9,.1f} {figure.unit:<3} {target:>10}  {mark}  {figure.note}"
        )
        lines.append(row.rstrip())
    return "\n".join(lines[1:])


def as_json(figures: Sequence[Figure]) -> str:
    """Return the figures as a JSON array."""
    return json.dumps(
        [asdict(figure) | {"met": figure.met} for figure in figures], ensure_ascii=False, indent=1
    )
