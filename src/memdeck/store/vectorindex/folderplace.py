"""The embedded index: generations in a folder that one program holds at a time."""

from __future__ import annotations

from pathlib import Path

from memdeck.store.vectorindex.faults import CollectionGone, Unsound
from memdeck.store.vectorindex.folder import IndexFolder
from memdeck.store.vectorindex.frames import Fields
from memdeck.store.vectorindex.limits import Limits, largest_file
from memdeck.store.vectorindex.place import hashed_name, opened
from memdeck.store.vectorindex.session import Session
from memdeck.store.vectorindex.worker import Worker


class FolderPlace:
    """The embedded index below `root`, for one program at a time."""

    def __init__(self, root: Path, model: str, dimension: int, limits: Limits) -> None:
        self._folder = IndexFolder(root)
        self._model = model
        self._dimension = dimension
        self._limits = limits

    @property
    def label(self) -> str:
        """Return where it lies, for people."""
        return str(self._folder.root)

    def acquire(self) -> bool:
        """Get the place for this program."""
        if self._folder.lock is not None:
            return True
        if not self._folder.acquire():
            return False
        self.sweep()  # what a killed rebuild left
        return True

    def holder(self) -> str:
        """Say who has it."""
        return self._folder.holder()

    def open_current(self, expected: int) -> Session:
        """Open the generation in use."""
        generation = self._folder.current()
        if generation is None:
            raise CollectionGone("it was never built")
        limit = largest_file(expected, self._dimension)
        if name := self._folder.absurd_file(generation, limit):
            raise Unsound(f"{name} has an absurd size")
        try:
            return self._opened(generation, expected, fresh=False)
        except CollectionGone:
            raise Unsound("its database was emptied") from None

    def open_fresh(self, expected: int, purged: int) -> Session:
        """Open a new, empty generation."""
        generation = self._folder.fresh()
        try:
            return self._opened(generation, expected, fresh=True, purged=purged)
        except BaseException:
            self._folder.sweep((self._folder.current(),))
            raise

    def adopt(self, session: Session) -> None:
        """Make this generation the one in use."""
        self._folder.switch(session.generation)

    def discard(self, session: Session) -> None:
        """End `session` and remove what it made."""
        session.kill()
        self.sweep()

    def sweep(self) -> None:
        """Remove whatever isn't in use."""
        self._folder.sweep((self._folder.current(),))

    def size(self) -> int:
        """Return the bytes on disk."""
        return self._folder.size()

    def release(self) -> None:
        """Let others have it."""
        self._folder.release()

    def _opened(self, generation: str, expected: int, *, fresh: bool, purged: int = 0) -> Session:
        if self._folder.lock is None:
            raise Unsound("it may not be opened without the lock")
        folder = self._folder.root / generation
        worker = Worker(folder, for_server=False, keep_open=(self._folder.lock,))
        fields: Fields = {
            "folder": str(folder),
            "url": None,
            "collection": hashed_name("memories"),
            "generation": generation,
            "fresh": fresh,
            "purged": purged,
            "model": self._model,
            "dimension": self._dimension,
            "largest_file": largest_file(expected, self._dimension),
        }
        return opened(worker, self._limits, fields)
