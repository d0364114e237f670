"""The index on a Chroma server: generations are collections there."""

from __future__ import annotations

import contextlib
from pathlib import Path

from memdeck.store.vectorindex.faults import IndexFault
from memdeck.store.vectorindex.frames import Fields
from memdeck.store.vectorindex.limits import Limits, largest_file
from memdeck.store.vectorindex.place import hashed_name, opened
from memdeck.store.vectorindex.session import Session
from memdeck.store.vectorindex.worker import Worker


class ServerPlace:
    """Collections on a Chroma server, shared by all programs that use the same store and model."""

    def __init__(
        self, url: str, workshop: Path, store: str, model: str, dimension: int, limits: Limits
    ) -> None:
        """`workshop` is the folder that the child runs in; nothing of the index is kept there."""
        self._url = url
        self._workshop = workshop
        self._collection = hashed_name(store, model, str(dimension))
        self._model = model
        self._dimension = dimension
        self._limits = limits

    @property
    def label(self) -> str:
        """Return where it lies, for people."""
        return self._url

    def acquire(self) -> bool:
        """Get the place for this program."""
        self._workshop.mkdir(mode=0o700, parents=True, exist_ok=True)
        return True

    def holder(self) -> str:
        """Say who has it."""
        return "nobody"

    def open_current(self, expected: int) -> Session:
        """Open the generation in use."""
        return self._opened(fresh=False)

    def open_fresh(self, expected: int, purged: int) -> Session:
        """Open a new, empty generation."""
        return self._opened(fresh=True, purged=purged)

    def adopt(self, session: Session) -> None:
        """Make this generation the one in use."""
        session.adopt()

    def discard(self, session: Session) -> None:
        """End `session` and remove what it made."""
        with contextlib.suppress(IndexFault):  # the server may be what failed
            session.discard()
        session.kill()

    def sweep(self) -> None:
        """Nothing to do: adopting removes what was there before."""

    def size(self) -> int:
        """Return the bytes on disk."""
        return 0

    def release(self) -> None:
        """Nothing is held."""

    def _opened(self, *, fresh: bool, purged: int = 0) -> Session:
        worker = Worker(self._workshop, for_server=True)
        fields: Fields = {
            "folder": str(self._workshop),
            "url": self._url,
            "collection": self._collection,
            "fresh": fresh,
            "purged": purged,
            "model": self._model,
            "dimension": self._dimension,
            "largest_file": largest_file(0, self._dimension),
        }
        return opened(worker, self._limits, fields)
