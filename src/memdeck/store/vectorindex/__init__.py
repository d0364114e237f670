"""The vector index: Chroma in a child process or on a server, fed from SQL, never needed to be right."""

from __future__ import annotations

from memdeck.store.vectorindex.condition import IndexHealth, IndexState
from memdeck.store.vectorindex.faults import IndexUnavailable
from memdeck.store.vectorindex.index import VectorIndex
from memdeck.store.vectorindex.limits import Limits
from memdeck.store.vectorindex.port import (
    Changes,
    EntryVectors,
    PieceVector,
    Progress,
    Standing,
    VectorSource,
)

__all__ = [
    "Changes",
    "EntryVectors",
    "IndexHealth",
    "IndexState",
    "IndexUnavailable",
    "Limits",
    "PieceVector",
    "Progress",
    "Standing",
    "VectorIndex",
    "VectorSource",
]
