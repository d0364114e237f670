"""Opening transactions on the store: each is one action in the history, and happens whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from memdeck.memory.author import Author
from memdeck.memory.clock import Clock
from memdeck.memory.errors import MemdeckError, StoreFault
from memdeck.memory.ids import batch_id
from memdeck.store.batch import Batch, BatchEnd, Guard, WriteHook
from memdeck.store.database import MISFITS, Database, misfit
from memdeck.store.engine import BUSY_SECONDS, refresh_statistics, writing_engine
from memdeck.store.schema import migrate
from memdeck.store.short_wal import shorten_wal

if TYPE_CHECKING:
    import sqlite3

    from sqlalchemy import Engine

_LOG_SECONDS = 2.0
"""How long a purge waits for others to stop reading, so that it can empty the write-ahead log."""

_MANY_ROWS = 200
"""After so many changes the planner's statistics are refreshed; without any it picks wrong indexes."""


class Writer:
    """Writes one store. Each `batch` is one transaction and one action in the history."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        hooks: Sequence[WriteHook] = (),
        ends: Sequence[BatchEnd] = (),
        guards: Callable[[Author], Guard | None] = lambda author: None,
        after: Callable[[frozenset[str]], None] = lambda owners: None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._hooks = tuple(hooks)
        self._guards = guards
        self._after = after
        self._ends = tuple(ends)
        self._engine: Engine | None = None
        self._written = 0
        self._purged_in_log = False

    def prepare(self) -> None:
        """Create the store's tables or bring them to the present form, if that was not done yet."""
        with self._faults():
            self._ready_engine()

    @contextmanager
    def batch(self, author: Author, reason: str = "", undoes: str | None = None) -> Iterator[Batch]:
        """Open a transaction; it is committed when the block ends well, else nothing was changed."""
        with self._faults():
            from sqlmodel import Session

            with Session(self._ready_engine()) as session, session.begin():
                moment = self._clock()
                guard = self._guards(author)
                # A reason often names a path, and a path may hold bytes that no database takes as text.
                reason = reason.encode("utf-8", "replace").decode()
                batch = Batch(session, batch_id(moment), moment, author, reason, undoes, self._hooks, guard)
                yield batch
                for end in self._ends:
                    end(batch)
        self._written += batch.written
        if batch.purged or self._purged_in_log:
            self._forget_purged(_LOG_SECONDS if batch.purged else 0)
        if batch.written:
            self._after(frozenset(batch.owners))

    def close(self) -> None:
        """Close the connections."""
        if self._engine is not None:
            if self._purged_in_log:
                self._forget_purged(0)
            if self._written >= _MANY_ROWS:
                refresh_statistics(self._engine)
            self._engine.dispose()
            self._engine = None

    def _forget_purged(self, seconds: float) -> None:
        """Take a purged text out of the write-ahead log, where an open program would keep it.

        Others may read for longer than `seconds`: then it is tried again after each change, and at the end.
        Files of vectors go once more: somebody may have made one between the purge and its commit.
        """
        file = self._database.file
        if self._engine is None or file is None:
            return
        from memdeck.store.vectors.matrix_file import FOLDER, forget_files

        forget_files(file.parent / FOLDER)
        connection = self._engine.raw_connection()
        try:
            driver = cast("sqlite3.Connection", connection.driver_connection)
            self._purged_in_log = not shorten_wal(driver, file, longest=0, seconds=seconds)
        finally:
            connection.close()

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            if self._database.file is not None:
                self._database.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            engine = writing_engine(self._database)
            migrate(engine, self._database.file)
            self._engine = engine
        return self._engine

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn what a database says into one line that says what happened and what to do."""
        try:
            yield
        except MemdeckError:
            raise
        except MISFITS as error:
            raise misfit(error) from error
        except OSError as error:
            raise StoreFault(f"The store can't be written: {error}.", "Nothing was changed.") from error
        except Exception as error:
            if type(error).__module__.partition(".")[0] not in {"sqlalchemy", "sqlite3", "psycopg"}:
                raise
            raise _store_fault(error) from error


def _store_fault(error: Exception) -> StoreFault:
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    if "locked" in reason or "busy" in reason or "lock timeout" in reason:
        return StoreFault(
            f"Another program has been writing to the store for {BUSY_SECONDS:.0f} seconds.",
            "Nothing was changed. Try again.",
        )
    if "NUL" in reason or "0x00" in reason:
        return StoreFault("PostgreSQL can't hold a NUL character.", "Nothing was changed. Take it out.")
    if "disk is full" in reason or "No space" in reason:
        return StoreFault("The disk is full.", "Nothing was changed. Make room and try again.")
    return StoreFault(f"The store refused the change: {reason}.", "Nothing was changed.")
