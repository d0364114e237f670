"""Entries and labelled pairs for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import MemoryType

MOMENT = datetime(2026, 11, 30, tzinfo=UTC)


def memory(
    content: str,
    id_: str = "a",
    *,
    owner: str = "project:demo",
    kind: MemoryType = MemoryType.PROJECT,
    title: str = "",
) -> Memory:
    return Memory(
        id=id_, owner=owner, name=id_, title=title or content.splitlines()[0][:80], content=content,
        type=kind, created_at=MOMENT, updated_at=MOMENT,
    )  # fmt: skip


def labelled(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield label and both texts of each line."""
    for line in path.read_text(encoding="utf-8").splitlines():
        label, left, right = line.split("\t")
        yield label, left, right


def likeness(cache: Path) -> Callable[[Memory, Memory], float]:
    """Return the bundled encoder's likeness of two contents."""
    from memdeck.store.embedder.port import Side
    from memdeck.store.embedder.usem3 import Usem3

    encoder = Usem3(cache)

    def measure(left: Memory, right: Memory) -> float:
        vectors = encoder.encode([left.content, right.content], Side.PASSAGE)
        lengths = (vectors**2).sum(axis=1) ** 0.5
        return float(vectors[0] @ vectors[1] / (lengths[0] * lengths[1]))

    return measure
