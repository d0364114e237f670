"""The SQLAlchemy engine that writes; loaded at the first write, because SQLModel costs 300 ms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memdeck.memory.errors import StoreFault
from memdeck.store.fair_begin import begin_immediate
from memdeck.store.private_file import make_private

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from memdeck.store.database import Database

BUSY_SECONDS = 15.0
"""How long a write waits for another program's write before it gives up."""


_WRITING = 0x6D64_7772
"""The number of the lock that one writer of a PostgreSQL store holds."""


def writing_engine(database: Database) -> Engine:
    """Return an engine for short write transactions on `database`."""
    from sqlalchemy import create_engine, event

    if database.file is None:
        engine = create_engine(_with_driver(database.url), hide_parameters=True, pool_pre_ping=True)
        event.listen(engine, "begin", _one_writer_at_a_time)
        return engine
    make_private(database.file)
    engine = create_engine(
        f"sqlite:///{database.file}",
        # A failing statement must not print what people wrote into a log.
        hide_parameters=True,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "secure_delete=on"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A plain BEGIN reads first and locks later: two programs then lose each other's changes.
        begin_immediate(connection.connection.driver_connection)

    return engine


def _one_writer_at_a_time(connection: Any) -> None:
    """Let changes be committed in the order of their numbers, as SQLite does by its one lock.

    PostgreSQL gives a number when a row is written, not when it is committed: who reads on from the newest
    change (vectors, a screen, a sync) would never see a smaller number that was committed later.
    """
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{BUSY_SECONDS:.0f}s'")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITING})")


def refresh_statistics(engine: Engine) -> None:
    """Let SQLite count its rows, so that it picks the index that fits; PostgreSQL does it by itself."""
    if engine.dialect.name != "sqlite":
        return
    connection = engine.raw_connection()
    try:
        for statement in ("PRAGMA analysis_limit=1000", "ANALYZE"):
            connection.cursor().execute(statement).close()
    finally:
        connection.close()


def _with_driver(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    if scheme in {"postgres", "postgresql"}:
        return f"postgresql+psycopg{mark}{rest}"
    if scheme.startswith("postgresql+psycopg"):
        return url
    raise StoreFault(
        f"storage.database_url: {scheme!r} is not supported.",
        "Use postgresql://… or leave it out for SQLite.",
    )
