"""How long the program waits for the index, and how much it trusts it with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds unless said otherwise. A call that takes longer is given up, and the child is ended."""

    start: float = 30.0
    """Importing and opening Chroma: 0.7 s warm, several from a cold slow disk."""
    check: float = 30.0
    """The probe before use; it loads the whole graph."""
    query: float = 2.0
    """A search: 2 ms, or 180 ms filtered at 100,000; loading the graph was the probe's part."""
    apply: float = 60.0
    """Taking one batch of changes: half a second for a thousand vectors."""
    close: float = 3.0
    retry: float = 60.0
    """Rest between rebuilds that fail, so that a full disk doesn't keep the machine busy."""
    retry_server: float = 10.0
    """Rest between attempts to reach a server."""
    batch: int = 256
    """Vectors in one request."""
    sample: int = 512
    """Vectors compared by the probe: 20 ms."""
    searched: int = 48
    """Vectors of the sample that the probe also searches for."""
    dead_share: float = 0.5
    """Share of deleted slots from which the index is built anew; Chroma never gives them back."""
    dead_floor: int = 2000
    """Fewer deleted slots than this are left alone."""


def largest_file(expected: int, dimension: int) -> int:
    """Return the bytes that no file may exceed: several times what the vectors need, 1 GiB at least."""
    return max(2**30, 6 * expected * (4 * dimension + 1024))
