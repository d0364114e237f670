"""A model for tests: a text's vector is the sum of its words' directions, so shared words are nearness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy

from memdeck.store.embedder.port import Side

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix


@dataclass(frozen=True)
class DirectionModel:
    name: str = "directions"
    dimension: int = 32

    @property
    def identity(self) -> str:
        return f"{self.name}-{self.dimension}"

    def prepare(self) -> None:
        """Nothing to load."""

    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        rows = numpy.array([self._sum(text) for text in texts], dtype=numpy.float32)
        lengths = numpy.linalg.norm(rows, axis=1, keepdims=True)
        unit: Matrix = rows / numpy.where(lengths > 0, lengths, 1)
        return unit

    def _sum(self, text: str) -> list[float]:
        total = [0.0] * self.dimension
        for word in text.lower().split():
            source = random.Random(f"{self.name} {word.strip('.,')}")
            total = [value + source.gauss(0, 1) for value in total]
        return total
