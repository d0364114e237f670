"""Where the tabs of the History screen get their rows and details from. Runs in threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from textual.content import Content

from memdeck.tui.event_details import change_details, injection_details
from memdeck.tui.event_rows import EventRow, change_row, fields_note, injection_row

if TYPE_CHECKING:
    from memdeck.deck import Deck
    from memdeck.deck.chronicle import HistoryFilter


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What the person narrowed the list to."""

    author: str | None = None
    memory_id: str | None = None
    title: str = ""
    """The title of that entry."""

    def __bool__(self) -> bool:
        """True when anything is narrowed."""
        return self.author is not None or self.memory_id is not None

    @property
    def words(self) -> str:
        """Return it as people read it."""
        by = f"by {self.author}" if self.author is not None else ""
        only = f"only “{self.title}”" if self.memory_id is not None else ""
        return " · ".join(part for part in (by, only) if part)


class EventSource(Protocol):
    """One tab's rows."""

    name: str
    title: str
    empty: str
    """What to say when there is nothing."""

    def page(self, deck: Deck, narrowed: Narrowed, after: EventRow | None, limit: int) -> list[EventRow]:
        """Return the rows that follow `after`, or the first ones."""
        ...

    def page_back(
        self, deck: Deck, narrowed: Narrowed, before: EventRow | None, limit: int
    ) -> list[EventRow]:
        """Return the rows that come before `before`, or the last ones; in the order of the list."""
        ...

    def count(self, deck: Deck, narrowed: Narrowed) -> int:
        """Return how many rows there are."""
        ...

    def details(self, deck: Deck, row: EventRow) -> Content:
        """Return what stands below the list for one row."""
        ...

    def notes(self, deck: Deck, keys: Sequence[str]) -> Mapping[str, str]:
        """Return more words for rows in view."""
        ...


class Changes:
    """Every change by anyone."""

    name = "changes"
    title = "Changes"
    empty = "No changes yet. What you, an assistant or an import changes appears here."
    _deleted = False

    def page(self, deck: Deck, narrowed: Narrowed, after: EventRow | None, limit: int) -> list[EventRow]:
        """Return changes, newest first."""
        before = int(after.key) if after else None
        found = deck.history_rows(self._wanted(narrowed), before=before, limit=limit)
        return [change_row(row) for row in found]

    def page_back(
        self, deck: Deck, narrowed: Narrowed, before: EventRow | None, limit: int
    ) -> list[EventRow]:
        """Return the oldest changes, or those just newer than `before`."""
        after = int(before.key) if before else None
        found = deck.history_rows_back(self._wanted(narrowed), after=after, limit=limit)
        return [change_row(row) for row in found]

    def count(self, deck: Deck, narrowed: Narrowed) -> int:
        """Return how many changes there are."""
        return deck.history_count(self._wanted(narrowed))

    def _wanted(self, narrowed: Narrowed) -> HistoryFilter:
        from memdeck.deck.chronicle import HistoryFilter

        return HistoryFilter(memory_id=narrowed.memory_id, author=narrowed.author, deleted=self._deleted)

    def details(self, deck: Deck, row: EventRow) -> Content:
        """Return the change field by field."""
        revision = deck.revision(int(row.key))
        return change_details(revision, deck.batch_size(revision.batch))

    def notes(self, deck: Deck, keys: Sequence[str]) -> Mapping[str, str]:
        """Return which fields were changed."""
        found = deck.revisions([int(key) for key in keys])
        return {str(revision.seq): fields_note(revision) for revision in found}


class Deleted(Changes):
    """What was deleted and can be restored."""

    name = "deleted"
    title = "Deleted"
    empty = "Nothing is deleted. Deleted memories wait here until they are restored or purged."
    _deleted = True


class Injections:
    """What assistants were really given."""

    name = "injections"
    title = "Injections"
    empty = "No injection was made yet. What an assistant is given for a prompt is recorded here."

    def page(self, deck: Deck, narrowed: Narrowed, after: EventRow | None, limit: int) -> list[EventRow]:
        """Return recorded injections, newest first."""
        made = deck.injections(limit=min(limit, 200), before=after.key if after else None)
        return [injection_row(each) for each in made]

    def page_back(
        self, deck: Deck, narrowed: Narrowed, before: EventRow | None, limit: int
    ) -> list[EventRow]:
        """Return the oldest injections, or those just newer than `before`."""
        made = deck.injections_back(limit=min(limit, 200), after=before.key if before else None)
        return [injection_row(each) for each in made]

    def count(self, deck: Deck, narrowed: Narrowed) -> int:
        """Return how many injections are recorded."""
        return deck.injection_count()

    def details(self, deck: Deck, row: EventRow) -> Content:
        """Return the exact text and what went in."""
        return injection_details(deck.injection(row.key))

    def notes(self, deck: Deck, keys: Sequence[str]) -> Mapping[str, str]:
        """Return nothing: the row says it all."""
        return dict.fromkeys(keys, "")


SOURCES: tuple[EventSource, ...] = (Changes(), Deleted(), Injections())
"""The tabs, in order."""
