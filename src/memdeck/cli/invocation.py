"""What holds for the whole call: which store, which configuration, may it write."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.cli import narration
from memdeck.memory.errors import MemdeckError
from memdeck.settings.places import home_folder, log_file

if TYPE_CHECKING:
    from memdeck.deck import Deck
    from memdeck.settings import Settings


@dataclass(slots=True, eq=False, repr=False)
class Invocation:
    """The global options, given before or after the command."""

    home: Path | None = None
    config: Path | None = None
    read_only: bool = False

    def settings(self) -> Settings:
        """Load the settings and say which keys of a repository's file are not followed."""
        from memdeck.settings import load_settings

        settings = load_settings(self.config)
        for note in settings.notes:
            narration.complain(note)
        return settings

    def deck(self, label: str = "you", settings: Settings | None = None) -> Deck:
        """Open the store; `label` is how the history names the writer, `settings` replace those in force."""
        from memdeck.deck import Deck
        from memdeck.memory.author import Author

        settings = self.settings() if settings is None else settings
        deck = Deck.open(self.home, settings, read_only=self.read_only, author=Author(label=label))
        if deck.sealed_note:
            narration.complain(deck.sealed_note)
        return deck

    def log(self) -> Path:
        """Return the file for the details of unexpected failures."""
        try:
            return log_file(home_folder(self.home))
        except (MemdeckError, RuntimeError):  # no home folder can be told
            raise OSError from None
