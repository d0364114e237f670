"""The vector index as the program sees it: never needed for a correct answer, never waited for."""

from __future__ import annotations

import contextlib
import threading
import time
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

from memdeck.store.vectorindex.condition import IndexHealth, IndexState
from memdeck.store.vectorindex.faults import (
    CollectionGone,
    IndexFault,
    IndexUnavailable,
    ServerUnreachable,
    Unsound,
    WorkerBusy,
    WorkerLost,
)
from memdeck.store.vectorindex.feeding import feed_and_count
from memdeck.store.vectorindex.folder import LOCKING
from memdeck.store.vectorindex.folderplace import FolderPlace
from memdeck.store.vectorindex.limits import Limits
from memdeck.store.vectorindex.place import Place
from memdeck.store.vectorindex.port import Progress, VectorSource
from memdeck.store.vectorindex.probe import probe
from memdeck.store.vectorindex.serverplace import ServerPlace
from memdeck.store.vectorindex.session import Session

ROOT = "index"
"""The index's folder, below the home."""

_PATIENCE = 2
"""A child that is lost this often without a rebuild in between has an index that isn't worth another try."""


class VectorIndex:
    """Nearest entries by cosine similarity, kept by Chroma in a child process or on a server.

    `nearest` answers or raises at once. `catch_up` and `rebuild` may take long: call them from a worker
    thread; `nearest` goes on meanwhile wherever there is an older index to ask.
    """

    def __init__(
        self, place: Place, model: str, dimension: int, source: VectorSource, limits: Limits
    ) -> None:
        """Use `open` instead."""
        self._place = place
        self._model = model
        self._dimension = dimension
        self._source = source
        self._limits = limits
        self._session: Session | None = None
        self._state = IndexState.MISSING
        self._reason = "it was not opened yet"
        self._upkeep = threading.RLock()
        self._losses = 0
        self._rest_until = 0.0
        self._on_server = isinstance(place, ServerPlace)

    @classmethod
    def open(
        cls,
        home: Path,
        model: str,
        dimension: int,
        source: VectorSource,
        *,
        server: str | None = None,
        limits: Limits | None = None,
    ) -> VectorIndex:
        """Open the index below `home`, or the one on a Chroma `server`, and look at it before use.

        Takes about a second; `state` and `reason` say how it went. What is missing or damaged is built by
        the next `catch_up`.
        """
        limits = limits or Limits()
        root = home / ROOT
        place: Place = (
            ServerPlace(server, root / "server", source.identity, model, dimension, limits)
            if server
            else FolderPlace(root, model, dimension, limits)
        )
        index = cls(place, model, dimension, source, limits)
        index.start()
        return index

    @property
    def state(self) -> IndexState:
        """Whether the index can answer."""
        return self._state

    @property
    def reason(self) -> str:
        """Why it can't, in one line; empty when it can."""
        return self._reason

    def start(self) -> None:
        """Try to open the index where that has not succeeded yet."""
        with self._upkeep:
            if self._session is not None or self._state is IndexState.OFF or self._losses >= _PATIENCE:
                return
            if self._state is IndexState.DOWN and time.monotonic() < self._rest_until:
                return
            try:
                self._start()
            except IndexFault as fault:
                self._lose(None, fault)
            except OSError as error:
                self._set(IndexState.DAMAGED, _said(error))

    def nearest(
        self, vector: bytes | Iterable[float], k: int, owners: Sequence[str] | None = None
    ) -> list[tuple[str, float]]:
        """Return up to `k` (memory id, similarity −1…1), best first, of `owners` (None: of everybody).

        A few changes that wait are taken in first. Ids are candidates: an entry may have been changed or
        deleted a moment ago, so the caller checks them against the store. Raise IndexUnavailable within the
        query's time limit when there is no answer.
        """
        if k <= 0 or (owners is not None and not owners):
            return []
        blob = vector if isinstance(vector, bytes) else array("f", vector).tobytes()
        if len(blob) != 4 * self._dimension:
            raise ValueError(f"a vector of {len(blob) // 4} values; the index has {self._dimension}")
        session = self._session
        while session is not None:
            try:
                self._take_in_a_few(session)
                return session.nearest(blob, k, owners)
            except WorkerBusy as busy:
                raise IndexUnavailable(self._state, busy.reason) from busy
            except IndexFault as fault:
                if session is self._session:
                    self._lose(session, fault)
            session = self._session  # a rebuild was switched to meanwhile, or there is none now
        raise IndexUnavailable(self._state, self._reason)

    def catch_up(self, progress: Progress | None = None) -> int:
        """Bring the index up to the store and mend what is wrong; return how many entries changed in it.

        Opens it where another program held it before, builds it where it is missing or damaged, and builds it
        anew when too many slots are dead or a memory was purged. Expected failures only show in `state`.
        """
        with self._upkeep:
            for _ in range(_PATIENCE):
                self.start()
                session = self._session
                if session is None:
                    return self._mend(progress)
                try:
                    applied = feed_and_count(session, self._source, self._limits, progress)
                except IndexFault as fault:
                    self._lose(session, fault)
                else:
                    self._compact(session, progress)
                    return applied
            return self._mend(progress)

    def rebuild(self, progress: Progress | None = None, reason: str = "asked for") -> None:
        """Build the index anew from the store and switch to it.

        Raise IndexUnavailable when that fails; an index that worked before still works then.
        """
        with self._upkeep:
            self._rest_until = 0.0
            self.start()
            if self._state not in {IndexState.OK, IndexState.MISSING, IndexState.DAMAGED}:
                raise IndexUnavailable(self._state, self._reason)
            try:
                self._rebuild(progress, reason)
            except IndexFault as fault:
                raise IndexUnavailable(self._state, f"building it failed: {fault.reason}") from fault

    def health(self) -> IndexHealth:
        """Return the index's figures; asks the store, but not the child."""
        session = self._session
        standing = self._source.standing()
        return IndexHealth(
            state=self._state,
            reason=self._reason,
            place=self._place.label,
            model=self._model,
            dimension=self._dimension,
            generation=session.generation if session else "",
            count=session.count if session else 0,
            expected=standing.count,
            seq=session.seq if session else 0,
            behind=max(0, standing.seq - session.seq) if session else standing.seq,
            dead=session.dead if session else 0,
            size=self._place.size(),
            pid=session.pid if session else None,
        )

    def close(self) -> None:
        """End the child and let go of the folder. May be called twice."""
        with self._upkeep:
            session, self._session = self._session, None
            if session is not None:
                session.close()
            self._place.release()
            self._set(IndexState.OFF, "it was closed")

    def __enter__(self) -> VectorIndex:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        if not LOCKING:
            self._set(
                IndexState.OFF, "it needs file locks that a child process inherits, which Windows has not"
            )
            return
        if not self._place.acquire():
            self._set(IndexState.ELSEWHERE, f"{self._place.holder()} has it")
            return
        session = self._place.open_current(self._source.standing().count)
        try:
            probe(session, self._source, self._model, self._dimension, self._limits)
        except BaseException:
            session.kill()
            raise
        self._session = session
        self._set(IndexState.OK)

    def _mend(self, progress: Progress | None) -> int:
        """Build what is missing or damaged, but not again right after a failure."""
        if self._state not in {IndexState.MISSING, IndexState.DAMAGED}:
            return 0
        if time.monotonic() < self._rest_until:
            return 0
        try:
            self._rebuild(progress, self._reason)
        except IndexFault as fault:
            if not isinstance(fault, ServerUnreachable):
                self._set(IndexState.DAMAGED, f"building it failed: {fault.reason}")
            return 0
        return self._session.count if self._session is not None else 0

    def _compact(self, session: Session, progress: Progress | None) -> None:
        reason = self._worn(session)
        if reason and time.monotonic() >= self._rest_until:
            with contextlib.suppress(IndexFault):  # the present one still works
                self._rebuild(progress, reason)

    def _worn(self, session: Session) -> str:
        """Say why a working index is to be built anew: Chroma keeps the vectors of what was deleted."""
        if self._source.last_purge() > session.purged:
            return "it still holds the vectors of a purged memory"
        slots = session.dead + session.count
        if session.dead >= self._limits.dead_floor and session.dead > self._limits.dead_share * slots:
            return "deleted vectors take up too much room"
        return ""

    def _rebuild(self, progress: Progress | None, reason: str) -> None:
        """Fill a new generation while the old one, if it works, goes on answering; then switch."""
        old = self._session
        before = self._state, self._reason
        self._set(IndexState.REBUILDING, reason)
        try:
            new = self._filled(progress)
        except BaseException as error:
            self._rest_until = time.monotonic() + self._limits.retry
            if isinstance(error, ServerUnreachable):
                before = IndexState.DOWN, error.reason
            self._set(*before)
            if isinstance(error, OSError):
                raise IndexFault(_said(error)) from error
            raise
        self._session = new
        self._losses = 0
        self._set(IndexState.OK)
        if old is not None:
            old.close()
        self._place.sweep()

    def _filled(self, progress: Progress | None) -> Session:
        """Return a new generation that is complete, looked at and in use."""
        new = self._place.open_fresh(self._source.standing().count, self._source.last_purge())
        try:
            feed_and_count(new, self._source, self._limits, progress)
            probe(new, self._source, self._model, self._dimension, self._limits)
            self._place.adopt(new)
        except BaseException:
            self._place.discard(new)
            raise
        return new

    def _take_in_a_few(self, session: Session) -> None:
        """Apply waiting changes if they are few, and if nobody else is at it."""
        if not self._upkeep.acquire(blocking=False):
            return
        try:
            if session is not self._session or self._source.last_seq() <= session.seq:
                return
            changes = self._source.changes_since(session.seq, self._limits.batch)
            if not changes.more and sum(len(entry.pieces) for entry in changes.entries) <= self._limits.batch:
                session.apply(changes.entries, changes.seq, self._limits.query)
        finally:
            self._upkeep.release()

    def _lose(self, session: Session | None, fault: IndexFault) -> None:
        """Give up a session after a failure; the next catch-up looks at the index again or builds it anew."""
        self._session = None
        if session is not None:
            session.kill()
        if isinstance(fault, CollectionGone):
            self._set(IndexState.MISSING, fault.reason)
        elif self._on_server and not isinstance(fault, Unsound):
            self._rest_until = time.monotonic() + self._limits.retry_server
            self._set(IndexState.DOWN, fault.reason)
        else:
            self._losses += 1 if isinstance(fault, WorkerLost) and session is not None else _PATIENCE
            self._set(IndexState.DAMAGED, fault.reason)

    def _set(self, state: IndexState, reason: str = "") -> None:
        self._state, self._reason = state, reason


def _said(error: OSError) -> str:
    return f"{error.strerror or error}" + (f" ({Path(str(error.filename)).name})" if error.filename else "")
