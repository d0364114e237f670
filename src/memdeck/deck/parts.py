"""The composition root: builds the concrete parts of a deck from its settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.memory.author import Author
from memdeck.memory.clock import Clock
from memdeck.settings import Settings, load_settings
from memdeck.settings.places import check_home, home_folder
from memdeck.store.database import FILE_NAME, Database
from memdeck.store.reader import Reader

if TYPE_CHECKING:
    from memdeck.store.writer import Writer


@dataclass(slots=True, eq=False, repr=False)
class Parts:
    """What the use cases work with. The writer is made at the first change."""

    home: Path
    settings: Settings
    clock: Clock
    author: Author
    read_only: bool
    database: Database
    reader: Reader
    writer: Writer | None = None

    def close(self) -> None:
        """Close every connection."""
        self.database.close()
        if self.writer is not None:
            self.writer.close()
            self.writer = None


def build_parts(
    home: Path | str | None,
    config: Path | str | Settings | None,
    *,
    read_only: bool,
    clock: Clock,
    author: Author,
) -> Parts:
    """Build the parts of a deck; connects to nothing yet. Raise StoreFault when the home is no folder."""
    if isinstance(config, Settings):
        settings = config
    else:
        settings = load_settings(Path(config) if config is not None else None)
    folder = home_folder(home)
    check_home(folder)
    url = settings.storage.database_url
    database = _database(folder, url)
    read_only = read_only or database.sealed
    return Parts(folder, settings, clock, author, read_only, database, Reader(database))


def _database(home: Path, url: str | None) -> Database:
    if url is None:
        return Database(home / FILE_NAME)
    if url.startswith("sqlite:///"):
        return Database(Path(url.removeprefix("sqlite:///")).expanduser().absolute())
    return Database(None, url)
