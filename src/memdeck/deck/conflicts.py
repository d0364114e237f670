"""Comparing entries: what contradicts, and what says the same."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from memdeck.deck.reading import Reading
from memdeck.memory.entry import Memory

if TYPE_CHECKING:
    import numpy as np

    from memdeck.store.embedder.port import Embedder
    from memdeck.upkeep.compare import Comparer
    from memdeck.upkeep.finding import Finding

    Vector = np.ndarray[tuple[int], np.dtype[np.float32]]

_KEPT = 20_000
"""Vectors kept between comparisons."""
USER_WORDS = "alternatives.yaml"
"""The user's own words, beside the configuration file, in the form of the file that comes with Memdeck."""


class Conflicts(Reading):
    """What entries are to each other."""

    def compare(self, left: str, right: str) -> Finding | None:
        """Return what two entries are to each other, or None when both may stand.

        Args:
            left: name, id or unique prefix of one entry.
            right: the other's.

        Returns:
            A finding with `.kind` (contradiction, duplicate, or precedence between a person and a project),
            `.evidence` in words and `.score`.

        Raises:
            NotFound, AmbiguousName: for either.
            SettingsError: the user's own words can't be read.
        """
        return self._comparer.compare(self.get(left), self.get(right))

    @cached_property
    def _comparer(self) -> Comparer:
        from memdeck.settings.places import config_file
        from memdeck.upkeep.compare import Comparer
        from memdeck.upkeep.vocabulary import load_vocabulary, standard_vocabulary

        own = config_file().with_name(USER_WORDS)
        vocabulary = load_vocabulary((own,)) if own.is_file() else standard_vocabulary()
        return Comparer(vocabulary, _Likeness())


class _Likeness:
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
