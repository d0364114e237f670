"""Inside the child: one collection of vectors, and the number of the last change it holds."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from memdeck.store.vectorindex.frames import Fields

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection
    from chromadb.api.types import Metadata, Where

Matrix: TypeAlias = NDArray[np.float32]

_SAME = 1e-4
"""Greatest cosine distance of two vectors that count as equal; float32 rounding stays below 1e-6."""

_SIFTED = 1000
"""Most vectors looked through for those of some owners, before Chroma's own filter is used."""


class PieceCollection:
    """Vectors under the ids `<memory>#<piece>`. Piece 0 carries their number, and that of their change."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._metadata = dict(collection.metadata or {})
        self.dimension = int(self._metadata.get("dimension", 0))
        self._count = collection.count()

    def standing(self) -> Fields:
        """Return what the collection was made for and how far it is."""
        known = self._metadata
        return {
            "count": self._count,
            "seq": int(known.get("seq", 0)),
            "dead": int(known.get("dead", 0)),
            "purged": int(known.get("purged", 0)),
            "model": str(known.get("model", "")),
            "dimension": self.dimension,
        }

    def apply(self, entries: list[list[object]], blob: bytes, seq: int) -> Fields:
        """Bring entries (`[id, owner, seq, pieces]`) to the given state and note `seq`.

        Repeating it changes nothing, so a batch that was cut short is simply applied again. An entry that is
        here in a later state already (another program feeds the same server) is left alone.
        """
        batch = _Batch(entries, _matrix(blob, self.dimension))
        known = self._heads(batch.ids())
        gone = list(batch.surplus(known))
        if gone:
            self._collection.delete(ids=gone)
        ids, vectors, metadatas = batch.upserts(known)
        if ids:
            self._collection.upsert(ids=ids, embeddings=vectors, metadatas=metadatas)
        self._note(seq, len(gone))
        return self.standing()

    def nearest(self, blob: bytes, k: int, owners: list[str] | None) -> list[tuple[str, float]]:
        """Return up to `k` entries with their best piece's cosine similarity, best first."""
        if k <= 0 or self._count == 0 or owners == []:
            return []
        vector = _matrix(blob, self.dimension)
        sifted = self._sifted(vector, k, set(owners)) if owners else None
        return sifted if sifted is not None else self._filtered(vector, k, owners)

    def _sifted(self, vector: Matrix, k: int, owners: set[str]) -> list[tuple[str, float]] | None:
        """Search without a filter and drop what others own; None when too few are left.

        Where the owners have much of the store this takes a tenth of the time that Chroma's filter takes.
        """
        for wanted in (4 * k, 16 * k):
            if wanted > _SIFTED:
                break
            best: dict[str, float] = {}
            for piece_id, distance, metadata in self._query(vector, wanted, None, "metadatas"):
                if metadata is not None and metadata.get("owner") in owners:
                    best.setdefault(_entry_of(piece_id), 1.0 - distance)
            if len(best) >= k:
                return list(best.items())[:k]
        return None

    def _filtered(self, vector: Matrix, k: int, owners: list[str] | None) -> list[tuple[str, float]]:
        where = _where(owners)
        wanted = min(self._count, 2 * k)
        while True:
            best: dict[str, float] = {}
            hits = self._query(vector, wanted, where)
            for piece_id, distance, _ in hits:
                best.setdefault(_entry_of(piece_id), 1.0 - distance)
            if len(best) >= k or len(hits) < wanted or wanted == self._count:
                return list(best.items())[:k]
            wanted = min(self._count, 2 * wanted)

    def check(self, ids: list[str], blob: bytes, searched: int) -> Fields:
        """Compare vectors with the true ones and search for some by themselves; return how many fail."""
        if not ids:
            return {"missing": 0, "different": 0, "lost": 0}
        true = _matrix(blob, self.dimension)
        found = self._collection.get(ids=ids, include=["embeddings"])
        embeddings = found["embeddings"]
        row_of = {piece_id: row for row, piece_id in enumerate(found["ids"])}
        held = [row_of.get(piece_id) for piece_id in ids]
        different = sum(
            1
            for row, vector in zip(held, true, strict=True)
            if row is not None
            and embeddings is not None
            and not _equal(np.asarray(embeddings[row], dtype=np.float32), vector)
        )
        step = max(1, len(ids) // max(1, searched))
        looked_up = list(zip(ids, true, strict=True))[::step][:searched]
        lost = sum(not self._finds(piece_id, vector) for piece_id, vector in looked_up)
        return {"missing": held.count(None), "different": different, "lost": lost}

    def finish(self) -> None:
        """Note that the collection was completely built."""
        self._metadata["finished"] = True
        self._collection.modify(metadata=self._metadata)

    def _finds(self, piece_id: str, vector: Matrix) -> bool:
        if not vector.any():
            return True  # a vector without a direction is near to nothing, itself included
        hits = self._query(vector.reshape(1, -1), 1, None)
        return bool(hits) and (hits[0][0] == piece_id or hits[0][1] < _SAME)

    def _query(
        self, vector: Matrix, wanted: int, where: Where | None, *more: Literal["metadatas"]
    ) -> list[tuple[str, float, Mapping[str, object] | None]]:
        """Return (piece, distance, metadata where asked for), nearest first."""
        found = self._collection.query(
            query_embeddings=vector, n_results=wanted, where=where, include=["distances", *more]
        )
        ids = found["ids"][0]
        distances = found["distances"] or [[]]
        metadatas: Sequence[Mapping[str, object] | None] = (
            found["metadatas"][0] if found["metadatas"] else [None] * len(ids)
        )
        return list(zip(ids, distances[0], metadatas, strict=True))

    def _heads(self, memory_ids: list[str]) -> dict[str, tuple[int, int]]:
        """Return (pieces, change) of those entries that are here."""
        if not memory_ids:
            return {}
        found = self._collection.get(ids=[_piece_id(one, 0) for one in memory_ids], include=["metadatas"])
        metadatas = found["metadatas"] or []
        return {
            _entry_of(piece_id): (_number(held, "pieces"), _number(held, "seq"))
            for piece_id, held in zip(found["ids"], metadatas, strict=True)
        }

    def _note(self, seq: int, gone: int) -> None:
        dead = int(self._metadata.get("dead", 0)) + gone
        self._count = self._collection.count()  # 7 ms at 100,000: not at each search
        self._metadata |= {"seq": seq, "dead": dead, "beat": int(time.time())}
        self._collection.modify(metadata=self._metadata)


class _Batch:
    """The entries of one request with their rows of the matrix."""

    def __init__(self, entries: list[list[object]], matrix: Matrix) -> None:
        self._entries: list[tuple[str, str, int, int, int]] = []
        self._matrix = matrix
        row = 0
        for memory_id, owner, seq, pieces in entries:
            self._entries.append((str(memory_id), str(owner), int(str(seq)), int(str(pieces)), row))
            row += int(str(pieces))

    def ids(self) -> list[str]:
        return [entry[0] for entry in self._entries]

    def surplus(self, known: dict[str, tuple[int, int]]) -> Iterable[str]:
        """Yield the pieces that are here and no longer wanted."""
        for memory_id, _, seq, pieces, _ in self._entries:
            held, held_seq = known.get(memory_id, (0, 0))
            if held_seq <= seq:
                yield from (_piece_id(memory_id, piece) for piece in range(pieces, held))

    def upserts(self, known: dict[str, tuple[int, int]]) -> tuple[list[str], Matrix, list[Metadata]]:
        ids: list[str] = []
        rows: list[int] = []
        metadatas: list[Metadata] = []
        for memory_id, owner, seq, pieces, first in self._entries:
            if known.get(memory_id, (0, 0))[1] > seq:
                continue
            for piece in range(pieces):
                ids.append(_piece_id(memory_id, piece))
                rows.append(first + piece)
                metadatas.append(
                    {"owner": owner, "seq": seq, "pieces": pieces} if piece == 0 else {"owner": owner}
                )
        return ids, self._matrix[rows], metadatas


def _piece_id(memory_id: str, piece: int) -> str:
    return f"{memory_id}#{piece}"


def _entry_of(piece_id: str) -> str:
    return piece_id.rpartition("#")[0]


def _number(metadata: object, key: str) -> int:
    value = metadata.get(key, 0) if isinstance(metadata, dict) else 0
    return int(value) if isinstance(value, int | float) else 0


def _matrix(blob: bytes, dimension: int) -> Matrix:
    """Return the rows of raw float32 at length 1.

    What isn't a finite number becomes 0 (one such value spoils a whole graph), and 0 stays 0.
    """
    rows = np.frombuffer(blob, dtype="<f4").astype(np.float64).reshape(-1, dimension)
    rows = np.nan_to_num(rows, nan=0.0, posinf=0.0, neginf=0.0)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(norms == 0, 1.0, norms)).astype(np.float32)


def _equal(held: Matrix, true: Matrix) -> bool:
    """Compare directions: what Chroma gives back may have been scaled to length 1."""
    if not true.any() or not held.any():
        return bool(true.any() == held.any())
    cosine = float(held @ true) / float(np.linalg.norm(held) * np.linalg.norm(true))
    return 1.0 - cosine < _SAME


def _where(owners: list[str] | None) -> Where | None:
    if owners is None:
        return None
    return {"owner": owners[0]} if len(owners) == 1 else cast("Where", {"owner": {"$in": owners}})
