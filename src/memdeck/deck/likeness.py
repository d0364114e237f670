"""How alike two contents are by the bundled encoder; asked only when words alone don't decide."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
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
        self._vectors: dict[str, Vector] = {}

    @cached_property
    def _encoder(self) -> Embedder:
        from memdeck.settings.places import cache_folder
        from memdeck.store.embedder.usem3 import Usem3

        return Usem3(cache_folder())

    def __call__(self, left: Memory, right: Memory) -> float:
        """Return the cosine of the two vectors."""
        from memdeck.store.embedder.port import EmbedderFault

        try:
            self._encode((left.content, right.content))
        except EmbedderFault:
            return 0.0
        return float(self._vectors[left.content] @ self._vectors[right.content])

    def ahead(self, pairs: Sequence[tuple[Memory, Memory]]) -> None:
        """Encode what is about to be asked for, all in one go."""
        from memdeck.store.embedder.port import EmbedderFault

        with suppress(EmbedderFault):
            self._encode([memory.content for pair in pairs for memory in pair])

    def _encode(self, contents: Collection[str]) -> None:
        """Keep a vector of each content; equal contents, whosever they are, have one."""
        from memdeck.store.embedder.port import Side

        missing = [content for content in dict.fromkeys(contents) if content not in self._vectors]
        if not missing:
            return
        if len(self._vectors) + len(missing) > _KEPT:
            self._vectors = {}
            missing = list(dict.fromkeys(contents))
        for content, vector in zip(missing, self._encoder.encode(missing, Side.PASSAGE), strict=True):
            self._vectors[content] = vector / (float(vector @ vector) ** 0.5 or 1.0)
