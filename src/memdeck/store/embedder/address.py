"""An embeddings service with the interface of OpenAI's, here or elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from memdeck.store.embedder.centred import unit_rows
from memdeck.store.embedder.port import EmbedderFault, Side
from memdeck.store.one_thread import load_numpy
from memdeck.store.posting import Posting, PostingFault

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

KEY_VARIABLE = "MEMDECK_EMBEDDING_KEY"
"""Sent as the bearer token, when it is set."""

_QUERY_SECONDS = 5.0
_PASSAGE_SECONDS = 60.0
_BATCH = 64
_LARGEST_ANSWER = 64 * 2**20


class EmbeddingsAddress:
    """`http(s)://host/v1#model`. Entries are sent to it; only `conflicts.judge` sends texts elsewhere too."""

    def __init__(self, address: str) -> None:
        base, model = urldefrag(address)
        url = base if base.rstrip("/").endswith("/embeddings") else base.rstrip("/") + "/embeddings"
        self._posting = Posting(url, KEY_VARIABLE)
        self._model = model or "default"
        self._dimension = 0

    @property
    def identity(self) -> str:
        """The model's name, the server, and the dimension."""
        return f"address-{self._posting.host}-{self._model}-{self.dimension}"

    @property
    def dimension(self) -> int:
        """The dimension, found by encoding one word."""
        if not self._dimension:
            self._dimension = int(self._ask(["word"], _QUERY_SECONDS).shape[1])
        return self._dimension

    def prepare(self) -> None:
        """Nothing: the model is loaded elsewhere."""

    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        """Return one vector for each text; raise EmbedderFault when the server doesn't give them in time."""
        numpy = load_numpy()
        seconds = _QUERY_SECONDS if side is Side.QUERY else _PASSAGE_SECONDS
        found: Matrix = numpy.empty((len(texts), self.dimension), dtype=numpy.float32)
        for start in range(0, len(texts), _BATCH):
            part = list(texts[start : start + _BATCH])
            vectors = self._ask(part, seconds)
            if vectors.shape != (len(part), self.dimension):
                raise self._fault(f"vectors of another shape, {vectors.shape[0]} × {vectors.shape[1]}")
            found[start : start + len(part)] = vectors
        return found

    def _ask(self, texts: list[str], seconds: float) -> Matrix:
        numpy = load_numpy()
        body = {"model": self._model, "input": texts, "encoding_format": "float"}
        try:
            found = self._posting.send(body, seconds, _LARGEST_ANSWER)
            rows = sorted(found["data"], key=lambda item: item.get("index", 0))
            vectors: Matrix = numpy.array([item["embedding"] for item in rows], dtype=numpy.float32)
        except PostingFault as fault:
            raise self._fault(fault.what) from fault
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise self._fault("something that is no list of vectors") from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not numpy.isfinite(vectors).all():
            raise self._fault("something that is no list of vectors")
        return unit_rows(vectors)

    def _fault(self, what: str) -> EmbedderFault:
        return EmbedderFault(
            f"The embeddings server at {self._posting.host} gave {what}.",
            "Search by words goes on; storage.embedding_model names the server.",
        )
