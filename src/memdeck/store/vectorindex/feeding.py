"""Bringing an index up to the store: changes in the order of their numbers, in batches of bounded size."""

from __future__ import annotations

from collections.abc import Iterator

from memdeck.store.vectorindex.limits import Limits
from memdeck.store.vectorindex.port import Changes, EntryVectors, Progress, VectorSource
from memdeck.store.vectorindex.probe import compare_counts
from memdeck.store.vectorindex.session import Session

_ROUNDS = 20


def feed(session: Session, source: VectorSource, limits: Limits, progress: Progress | None = None) -> int:
    """Apply everything that `session` doesn't know yet; return how many entries that was."""
    applied = 0
    more = True
    expected = source.standing().count if progress else 0
    while more:
        changes = source.changes_since(session.seq, limits.batch)
        for entries, seq in portions(changes, limits.batch, since=session.seq):
            session.apply(entries, seq)
            applied += len(entries)
            if progress:
                progress(session.count, max(session.count, expected))
        more = changes.more
    return applied


def feed_and_count(session: Session, source: VectorSource, limits: Limits, progress: Progress | None) -> int:
    """Feed, then compare counts; raise Unsound when they differ although both stand at the same change."""
    applied = 0
    for _ in range(_ROUNDS):
        applied += feed(session, source, limits, progress)
        if compare_counts(session, source):
            break  # else the store changes faster than we look, and the next time will tell
    return applied


def portions(changes: Changes, size: int, since: int) -> Iterator[tuple[list[EntryVectors], int]]:
    """Cut changes into batches of about `size` vectors, each with the number that may be noted after it.

    Where a cut parts entries of the same number, only the number before it may be noted.
    """
    batch: list[EntryVectors] = []
    vectors = 0
    for position, entry in enumerate(changes.entries):
        batch.append(entry)
        vectors += len(entry.pieces)
        following = changes.entries[position + 1 : position + 2]
        if vectors >= size and following:
            whole = following[0].seq > entry.seq
            since = max(since, entry.seq if whole else entry.seq - 1)
            yield batch, since
            batch, vectors = [], 0
    if batch or changes.seq > since:
        yield batch, changes.seq
