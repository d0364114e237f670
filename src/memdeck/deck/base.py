"""What all groups of use cases share: the parts, opening and closing."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from memdeck.deck.parts import Parts, build_parts
from memdeck.memory.author import Author
from memdeck.memory.clock import Clock, utc_now
from memdeck.memory.errors import ReadOnly, StoreFault
from memdeck.settings import Settings
from memdeck.store.reader import Reader
from memdeck.store.schema import HEAD

if TYPE_CHECKING:
    from memdeck.store.batch import BatchEnd, WriteHook
    from memdeck.store.writer import Writer


class DeckBase:
    """An open deck. Its methods may be called from several threads."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._writer_lock = threading.Lock()
        self._bring_up_to_date()

    @classmethod
    def open(
        cls,
        home: Path | str | None = None,
        config: Path | str | Settings | None = None,
        *,
        read_only: bool = False,
        clock: Clock = utc_now,
        author: Author = Author(),  # noqa: B008 - immutable
    ) -> Self:
        """Open the store of `home`; a new one is made at the first change.

        Args:
            home: the folder of the store; None takes MEMDECK_HOME, else the user's data folder.
            config: a configuration file, or settings; None takes the usual places.
            read_only: refuse every change.
            clock: where the time comes from.
            author: who the changes are by, for the history.

        Raises:
            SettingsError: the configuration is wrong.
            StoreFault: the store is damaged, or of a newer program.
        """
        return cls(build_parts(home, config, read_only=read_only, clock=clock, author=author))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def warm_up(self) -> None:
        """Load what the first change needs, so that it need not wait; leaving it out does no harm."""
        from memdeck.store import tables  # noqa: F401 - imported to have it

    def close(self) -> None:
        """Close every connection; closing twice does no harm."""
        self.parts.close()

    @property
    def home(self) -> Path:
        """The folder of the store."""
        return self.parts.home

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.parts.settings

    @property
    def read_only(self) -> bool:
        """True when every change is refused."""
        return self.parts.read_only

    @property
    def sealed_note(self) -> str:
        """What to say of a store in a folder where nothing can be written; empty for every other."""
        file = self.parts.database.file
        if file is None or not self.parts.database.sealed:
            return ""
        return f"{file.parent} can't be written: read-only, and changes by others aren't seen."

    @property
    def _reader(self) -> Reader:
        return self.parts.reader

    @property
    def _writer(self) -> Writer:
        if self.parts.read_only:
            raise self._refusal()
        with self._writer_lock:
            if self.parts.writer is None:
                from memdeck.deck.guarding import guard_for
                from memdeck.store.writer import Writer

                settings = self.parts.settings
                self.parts.writer = Writer(
                    self.parts.database,
                    self.parts.clock,
                    index_hooks(),
                    self._batch_ends(),
                    lambda author: guard_for(author, settings),
                    self._after_write,
                )
            return self.parts.writer

    def _refusal(self) -> ReadOnly:
        """Return why nothing can be changed, of a deck that is read-only."""
        return ReadOnly("The folder of the store can't be written." if self.parts.database.sealed else "")

    def _after_write(self, owners: frozenset[str]) -> None:
        """Do what follows a change that is committed; `owners` are those whose entries changed."""

    def _batch_ends(self) -> tuple[BatchEnd, ...]:
        """Return what looks at every action before it is committed."""
        return ()

    def _bring_up_to_date(self) -> None:
        """Bring a store of an older program to the present form, before anything is read."""
        database = self.parts.database
        if not database.exists or database.current():
            return
        if self.parts.read_only:
            found = database.form()
            if found is None:
                return
            way = "'memdeck list' without --read-only updates it, and keeps a copy."
            if database.sealed:
                way = "Copy it to where it can be written; 'memdeck --home DIR list' updates the copy."
            raise StoreFault(
                f"The store has form {found}, of an older program; this one reads form {HEAD}.",
                f"Nothing was changed. {way}",
            )
        self._writer.prepare()


def index_hooks() -> tuple[WriteHook, ...]:
    """Return what keeps words and vectors in step with every write, whoever makes the writer."""
    from memdeck.store.vectors.removing import follow_entries
    from memdeck.store.words.indexing import index_words

    return index_words, follow_entries
