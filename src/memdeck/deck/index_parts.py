"""What search by meaning works with beyond the vectors: the index, opened when it is first asked for."""

from __future__ import annotations

import threading
import uuid
from functools import cached_property
from typing import TYPE_CHECKING

from memdeck.deck.parts import Parts
from memdeck.store.vectors.catching_up import CatchingUp

if TYPE_CHECKING:
    from memdeck.store.vectorindex import VectorIndex
    from memdeck.store.vectorindex.meaning import MeaningSearch

_NAME_KEY = "store_name"


class IndexParts:
    """One deck's vectors and their index. Safe to use from several threads."""

    def __init__(self, parts: Parts, vectors: CatchingUp) -> None:
        self._parts = parts
        self.vectors = vectors
        self._lock = threading.Lock()
        self._index: VectorIndex | None = None

    @cached_property
    def search(self) -> MeaningSearch:
        """Search over the whole store."""
        from memdeck.store.vectorindex.meaning import MeaningSearch

        return MeaningSearch(self._parts.database, self.vectors.embedder, lambda: self.index)

    @property
    def index(self) -> VectorIndex | None:
        """The index, if this deck has opened it."""
        return self._index

    def open_index(self) -> VectorIndex | None:
        """Open the index, which takes a second; None while read-only, or before there are any vectors."""
        with self._lock:
            if self._index is None and self._wanted():
                from memdeck.store.vectorindex import VectorIndex
                from memdeck.store.vectorindex.sqlsource import SqlSource

                model, dimension = self.vectors.identity, self.vectors.embedder.dimension
                source = SqlSource(self._parts.database, self._store_name(), model, dimension)
                server = self._parts.settings.storage.chroma_url
                self._index = VectorIndex.open(self._parts.home, model, dimension, source, server=server)
            return self._index

    def close(self) -> None:
        """End the index's process, if there is one."""
        with self._lock:
            if self._index is not None:
                self._index.close()
                self._index = None

    def _wanted(self) -> bool:
        return not self._parts.read_only and self.vectors.standing().model is not None

    def _store_name(self) -> str:
        """Return the name that this store goes by on a shared server; made up at the first need."""
        from memdeck.store.vectors.raw_writing import raw_transaction

        with raw_transaction(self._parts.database) as store:
            store.rows(
                "INSERT INTO search_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
                (_NAME_KEY, uuid.uuid4().hex),
            )
            rows = store.rows("SELECT value FROM search_state WHERE key = ?", (_NAME_KEY,))
        return str(rows[0][0])
