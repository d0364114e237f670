"""How alike two contents are by the bundled encoder; asked only when words alone don't decide."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from memdeck.memory.entry import Memory

if TYPE_CHECKING:
    import numpy as np

    from memdeck.store.embedder.port import Embedder

    Vector = np.ndarray[tuple[int], np.dtype[np.float32]]

_KEPT = 20_000
"""Vectors kept between comparisons."""


class Likeness:
    """Likeness of two contents by the bundled encoder, whatever model searching uses; 0 without it."""

    def __init__(self) -> None:
        self._vectors: dict[tuple[str, str], Vector] = {}

    @cached_property
    def _encoder(self) -> Embedder:
        from memdeck.settings.places import cache_folder
        from memdeck.store.embedder.usem3 import Usem3

        return Usem3(cache_folder())

    def __call__(self, left: Memory, right: Memory) -> float:
        """Return the cosine of the two vectors."""
        from memdeck.store.embedder.port import EmbedderFault

        try:
            return float(self._vector(left) @ self._vector(right))
        except EmbedderFault:
            return 0.0

    def _vector(self, memory: Memory) -> Vector:
        from memdeck.store.embedder.port import Side

        key = (memory.id, memory.content_hash)
        if key not in self._vectors:
            (vector,) = self._encoder.encode([memory.content], Side.PASSAGE)
            if len(self._vectors) >= _KEPT:
                self._vectors.pop(next(iter(self._vectors)))
            self._vectors[key] = vector / (float(vector @ vector) ** 0.5 or 1.0)
        return self._vectors[key]
