"""One opened index: a child process and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memdeck.store.vectorindex.frames import Fields
from memdeck.store.vectorindex.limits import Limits
from memdeck.store.vectorindex.port import EntryVectors, PieceVector
from memdeck.store.vectorindex.worker import Worker


@dataclass(frozen=True, slots=True)
class Found:
    """What the probe's comparison found wrong, in vectors of the sample."""

    missing: int
    different: int
    lost: int
    """Vectors that a search with themselves doesn't find."""


class Session:
    """The requests that the child knows, with their time limits."""

    def __init__(self, worker: Worker, limits: Limits) -> None:
        self._worker = worker
        self._limits = limits
        self.generation = ""
        self.model = ""
        self.dimension = 0
        self.count = 0
        self.seq = 0
        self.dead = 0
        self.purged = 0

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._worker.pid

    def open(self, fields: Fields) -> None:
        """Have Chroma opened as `fields` say."""
        self._note(self._worker.ask("open", fields, limit=self._limits.start))

    def apply(self, entries: Sequence[EntryVectors], seq: int, limit: float | None = None) -> None:
        """Bring `entries` to their state, and note that everything up to `seq` is in."""
        rows = [[one.memory_id, one.owner, one.seq, len(one.pieces)] for one in entries]
        blob = b"".join(piece for one in entries for piece in one.pieces)
        fields: Fields = {"entries": rows, "seq": seq}
        self._note(self._worker.ask("apply", fields, blob, limit=limit or self._limits.apply))

    def nearest(self, vector: bytes, k: int, owners: Sequence[str] | None) -> list[tuple[str, float]]:
        """Return up to `k` entries with their cosine similarity."""
        fields: Fields = {"k": k, "owners": None if owners is None else list(owners)}
        hits = self._worker.ask("nearest", fields, vector, limit=self._limits.query)["hits"]
        return [(str(memory_id), float(similarity)) for memory_id, similarity in hits]

    def check(self, sample: Sequence[PieceVector], searched: int) -> Found:
        """Compare a sample with what the index holds, and search for `searched` of it."""
        ids = [f"{one.memory_id}#{one.piece}" for one in sample]
        blob = b"".join(one.vector for one in sample)
        found = self._worker.ask("check", {"ids": ids, "searched": searched}, blob, limit=self._limits.check)
        return Found(int(found["missing"]), int(found["different"]), int(found["lost"]))

    def adopt(self) -> None:
        """Make this generation the current one, where the child does that (on a server)."""
        self._worker.ask("adopt", {}, limit=self._limits.start)

    def discard(self) -> None:
        """Remove this generation, where the child does that (on a server)."""
        self._worker.ask("discard", {}, limit=self._limits.start)

    def close(self) -> None:
        """End the child in peace."""
        self._worker.close(self._limits.close)

    def kill(self) -> None:
        """End the child at once."""
        self._worker.kill()

    def _note(self, standing: Fields) -> None:
        self.count, self.seq, self.dead = (int(standing[key]) for key in ("count", "seq", "dead"))
        self.purged = int(standing["purged"])
        self.model = str(standing["model"])
        self.dimension = int(standing["dimension"])
        self.generation = str(standing.get("generation", self.generation))
