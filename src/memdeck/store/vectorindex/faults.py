"""What can go wrong with the index. None of it loses anything: the vectors are in SQL."""

from __future__ import annotations

from memdeck.memory.errors import StoreFault
from memdeck.store.vectorindex.condition import IndexState


class IndexUnavailable(StoreFault):
    """The index can't answer now; `state` says why. Everything else works without it."""

    def __init__(self, state: IndexState, reason: str) -> None:
        super().__init__(
            f"The vector index can't be used: {reason}.", "Search by words and exact scans go on."
        )
        self.state = state
        self.reason = reason


class IndexFault(StoreFault):
    """A failure inside this package, turned into a state before anybody else sees it."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Vector index: {reason}.")
        self.reason = reason


class WorkerLost(IndexFault):
    """The child process ended, or was ended because it gave no answer in time."""


class WorkerBusy(IndexFault):
    """The child is working on something else; it is not hung."""


class WorkerRefused(IndexFault):
    """The child answered with an error."""


class CollectionGone(WorkerRefused):
    """Chroma doesn't have the collection: never made, or replaced by another program."""


class ServerUnreachable(WorkerRefused):
    """Nothing that behaves as a Chroma server answered at the address."""


class Unsound(IndexFault):
    """The index holds something else than the store. Only a rebuild helps."""
