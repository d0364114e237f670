"""Where the index lies: embedded in a folder, or on a Chroma server. Both open and replace generations."""

from __future__ import annotations

from hashlib import sha256
from typing import Protocol

from memdeck.store.vectorindex.frames import Fields
from memdeck.store.vectorindex.limits import Limits
from memdeck.store.vectorindex.session import Session
from memdeck.store.vectorindex.worker import Worker


class Place(Protocol):
    """One store's place for vectors of one model."""

    @property
    def label(self) -> str:
        """The folder or address, for people."""
        ...

    def acquire(self) -> bool:
        """Get the place for this program; False when another one has it."""
        ...

    def holder(self) -> str:
        """Say who has it."""
        ...

    def open_current(self, expected: int) -> Session:
        """Open the generation in use: CollectionGone if there is none, Unsound if it may not be touched."""
        ...

    def open_fresh(self, expected: int, purged: int) -> Session:
        """Open a new, empty generation beside it; `purged` is the last purge that it knows nothing of."""
        ...

    def adopt(self, session: Session) -> None:
        """Make `session`'s generation the one in use."""
        ...

    def discard(self, session: Session) -> None:
        """End `session` and remove its generation, which was never adopted."""
        ...

    def sweep(self) -> None:
        """Remove whatever isn't in use. Nobody may have it open."""
        ...

    def size(self) -> int:
        """Bytes on disk."""
        ...

    def release(self) -> None:
        """Let others have the place."""
        ...


def opened(worker: Worker, limits: Limits, fields: Fields) -> Session:
    """Return the session of a started child, once Chroma is open in it."""
    session = Session(worker, limits)
    try:
        session.open(fields)
    except BaseException:
        session.kill()
        raise
    return session


def hashed_name(*parts: str) -> str:
    """Return a name that Chroma takes (3 to 512 ASCII characters), whatever the parts hold."""
    return "memdeck-" + sha256("\0".join(parts).encode()).hexdigest()[:24]
