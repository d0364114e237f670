"""What every embedding model looks like from outside."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Protocol, TypeAlias

from memdeck.memory.errors import MemdeckError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[numpy.float32]


class Side(Enum):
    """Which side of a comparison a text is on; some models treat the two differently."""

    QUERY = "query"
    PASSAGE = "passage"


class Embedder(Protocol):
    """Turns texts into vectors of length one, whose dot product says how near two meanings are."""

    @property
    def identity(self) -> str:
        """Name, version and dimension: vectors of different identities can't be compared."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    def prepare(self) -> None:
        """Load what the model needs, so that `encode` only computes; raise EmbedderFault."""
        ...

    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        """Return one row for each text, float32, of length one; raise EmbedderFault."""
        ...


class EmbedderFault(MemdeckError):
    """The model can't be loaded or doesn't answer. Search by words goes on without it."""
