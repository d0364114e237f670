"""Two models used together: the dot product of joined vectors is the mean of the two similarities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memdeck.store.embedder.port import Embedder, Side
from memdeck.store.one_thread import load_numpy

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix


class Joined:
    """Several embedders side by side."""

    def __init__(self, *members: Embedder) -> None:
        self._members = members

    @property
    def identity(self) -> str:
        """The members' identities."""
        return "+".join(member.identity for member in self._members)

    @property
    def dimension(self) -> int:
        """The sum of the members' dimensions."""
        return sum(member.dimension for member in self._members)

    def prepare(self) -> None:
        """Prepare the members."""
        for member in self._members:
            member.prepare()

    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        """Return the members' vectors side by side, of length one together."""
        numpy = load_numpy()
        share = numpy.float32(1 / len(self._members) ** 0.5)
        found: Matrix = numpy.hstack([member.encode(texts, side) * share for member in self._members])
        return found
