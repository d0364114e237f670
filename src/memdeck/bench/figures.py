"""Summing up timings, and printing them as a table or as JSON."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
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


def paired_ratio(values: Sequence[float], against: Sequence[float]) -> float:
    """Return the median of the ratios of values that were measured side by side.

    A busy machine slows both of a pair alike; the ratio of two medians would not know that.
    """
    return median(mine / other for mine, other in zip(values, against, strict=True))


def as_lines(figures: Sequence[Figure]) -> str:
    """Return the figures as lines of text, under the name of their group."""
    lines: list[str] = []
    group = ""
    for figure in figures:
        if figure.group != group:
            group = figure.group
            lines += ["", group] if lines else [group]
        digits = 2 if figure.unit == "×" else 1
        target = "" if figure.target is None else f"≤ {figure.target:,.{digits}f}".removesuffix(".0")
        mark = {True: "✓", False: "✗ over", None: ""}[figure.met]
        value = f"{figure.value:,.{digits}f} {figure.unit}"
        lines.append(f"  {figure.what:<48} {value:>12} {target:>8}  {mark:<6} {figure.note}".rstrip())
    return "\n".join(lines)


def as_json(facts: Mapping[str, str], figures: Sequence[Figure]) -> str:
    """Return where it was measured, and the figures, as one JSON object."""
    rows = [asdict(figure) | {"met": figure.met} for figure in figures]
    return json.dumps({"machine": dict(facts), "figures": rows}, ensure_ascii=False, indent=1)
