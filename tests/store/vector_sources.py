"""A store made of a dictionary, for the tests of the vector index."""

from __future__ import annotations

from memdeck.store.vectorindex import Changes, EntryVectors, PieceVector, Standing


class DictSource:
    """Vectors by entry, with the numbering that the index is fed by."""

    identity = "test store é"

    def __init__(self) -> None:
        self.entries: dict[str, EntryVectors] = {}
        self.seq = 0
        self.purged = 0

    def put(self, memory_id: str, *pieces: bytes, owner: str = "user:me") -> None:
        self.seq += 1
        self.entries.pop(memory_id, None)
        self.entries[memory_id] = EntryVectors(memory_id, owner, self.seq, pieces)

    def drop(self, memory_id: str) -> None:
        self.put(memory_id)

    def copy(self) -> DictSource:
        other = DictSource()
        other.entries, other.seq = dict(self.entries), self.seq
        return other

    def last_seq(self) -> int:
        return self.seq

    def last_purge(self) -> int:
        return self.purged

    def standing(self) -> Standing:
        return Standing(self.seq, sum(len(entry.pieces) for entry in self.entries.values()))

    def changes_since(self, seq: int, limit: int) -> Changes:
        newer = [entry for entry in self.entries.values() if entry.seq > seq]
        given = tuple(newer[:limit])
        more = len(newer) > limit
        return Changes(given, given[-1].seq if more else self.seq, more)

    def sample(self, limit: int, up_to: int) -> tuple[PieceVector, ...]:
        known = [
            PieceVector(entry.memory_id, number, vector)
            for entry in self.entries.values()
            if entry.seq <= up_to
            for number, vector in enumerate(entry.pieces)
        ]
        newest, older = known[-limit // 2 :], known[: -limit // 2]
        return (*older[:: max(1, 2 * len(older) // limit)][: limit // 2], *newest)
