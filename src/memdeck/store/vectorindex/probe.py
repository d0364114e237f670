"""Looking at an index before it is used: a damaged one may answer wrongly without any error."""

from __future__ import annotations

from memdeck.store.vectorindex.faults import Unsound
from memdeck.store.vectorindex.limits import Limits
from memdeck.store.vectorindex.port import VectorSource
from memdeck.store.vectorindex.session import Session

_LOST_SHARE = 0.3
"""Share of self-searches that may fail. The graph is approximate: a whole one of 100,000 random vectors lost
8 % (real ones are more orderly). What is damaged in a known way fails before, or loses 40 % and more."""


def probe(session: Session, source: VectorSource, model: str, dimension: int, limits: Limits) -> None:
    """Raise Unsound with the reason when `session` holds something else than `source` does."""
    if (session.model, session.dimension) != (model, dimension):
        raise Unsound(
            f"it was made with {session.model} ({session.dimension} dimensions), "
            f"the store uses {model} ({dimension})"
        )
    compare_counts(session, source)
    sample = source.sample(limits.sample, session.seq)
    found = session.check(sample, limits.searched)
    size = len(sample)
    if found.missing:
        raise Unsound(f"{found.missing} of {size} vectors are missing")
    if found.different:
        raise Unsound(f"{found.different} of {size} vectors differ from the store's")
    if found.lost > _LOST_SHARE * min(size, limits.searched):
        raise Unsound(f"{found.lost} of {min(size, limits.searched)} vectors can't be found")


def compare_counts(session: Session, source: VectorSource) -> bool:
    """Raise Unsound when the index holds another number of vectors than the store, at the same change.

    False means that the two don't stand at the same change, so that nothing can be said.
    """
    standing = source.standing()
    if standing.seq < session.seq:
        raise Unsound(f"the store is at change {standing.seq}, the index at {session.seq}")
    if standing.seq == session.seq and standing.exact and standing.count != session.count:
        raise Unsound(f"it holds {session.count} vectors, the store {standing.count}")
    return standing.seq == session.seq
