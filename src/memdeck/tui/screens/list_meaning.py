"""Searching the Memories list by meaning: what is typed after a `?` need share no word with the finds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import work

from memdeck.memory.errors import MemdeckError
from memdeck.tui.fault_log import log_fault
from memdeck.tui.filters import is_filtered
from memdeck.tui.listing import read_rows
from memdeck.tui.screens.list_searching import ListSearching
from memdeck.tui.widgets.hint_bar import Hint
from memdeck.tui.widgets.list_heading import ListHeading

if TYPE_CHECKING:
    from memdeck.tui.notices import Notice

TOGGLE = "search.toggle"
SIGN = "?"
"""A search text that begins with it is a description, not words."""
REST_SECONDS = 0.15
"""Rest between the last key stroke and the search."""
NEAREST = 50
"""So many are shown; the further away, the less they have to do with it."""
_AMONG_FILTERED = 1_000
"""So many are looked at when filters leave only some of them."""


class ListMeaning(ListSearching):
    """Lists what is nearest in meaning. The answer to the newest text wins."""

    def __init__(self) -> None:
        super().__init__()
        self._near: Sequence[str] | None = None
        """What was found, nearest first; None while it is looked for."""
        self._near_text = ""
        self._waiting = 0
        """Changes that are not in the vectors yet."""
        self._meaning_fault: MemdeckError | None = None

    @property
    def by_meaning(self) -> bool:
        """True when what is typed is a description."""
        return self.text.lstrip().startswith(SIGN)

    @property
    def described(self) -> str:
        """What is described, without the sign."""
        return self.text.lstrip().removeprefix(SIGN).strip()

    def action_meaning(self) -> None:
        """Search by meaning, or by words again, for the same text."""
        self.action_search()
        box = self.search_box
        box.value = self.described if self.by_meaning else f"{SIGN} {self.text.strip()}"
        box.action_end()

    def order_changed(self, *, to_top: bool = False) -> None:
        """Search anew by what is described."""
        if not self.by_meaning or self.heads is None:
            super().order_changed(to_top=to_top)
            return
        self._found, self.memory_list.words = None, ()
        if not self.described:
            self.workers.cancel_group(self, "search")
            self._near, self._near_text, self._meaning_fault = None, "", None
            self._settled = True
            self.memory_list.show(self.heads.ids, to_top=to_top)
        else:
            self._settled = False
            if self._near is not None and self._near_text == self.described:
                self.memory_list.show(self._listed(self._near))
            else:
                self._near = None
            self._look(self.described, to_top)
        self.refresh_words()

    @work(exclusive=True, group="search", exit_on_error=False)
    async def _look(self, text: str, to_top: bool) -> None:
        await asyncio.sleep(REST_SECONDS)
        query = self.query_now
        count = _AMONG_FILTERED if is_filtered(query) else NEAREST
        fault: MemdeckError | None = None
        found: list[str] = []
        try:
            deck = await asyncio.to_thread(lambda: self.app.deck)
            found = await asyncio.to_thread(deck.search_meaning, text, count, query.owners or None)
            self._waiting = (await asyncio.to_thread(deck.meaning_health)).waiting
        except MemdeckError as caught:
            fault = caught
        except Exception as caught:  # noqa: BLE001 - the outermost edge: a traceback helps nobody here
            fault = MemdeckError(log_fault(self.app.home, caught))
        near = await asyncio.to_thread(self._listed, found)
        rows = await asyncio.to_thread(read_rows, self.app.reader, near) if near and to_top else []
        self._near, self._near_text, self._meaning_fault = near, text, fault
        self._settled = True
        self.memory_list.show(near, rows=rows, to_top=to_top)
        self.refresh_words()

    def _listed(self, ids: Sequence[str]) -> list[str]:
        """Return those that the filters leave, at most NEAREST."""
        here = set(ids).intersection(self.heads.ids if self.heads is not None else ())
        return [id_ for id_ in ids if id_ in here][:NEAREST]

    def hints(self) -> list[Hint]:
        """In the search field, name the other way of searching."""
        found = super().hints()
        if not self.by_meaning:
            return found
        return [hint._replace(label="By words") if hint.command == TOGGLE else hint for hint in found]

    # -- words -----------------------------------------------------------------------------------------

    def refresh_words(self) -> None:
        """As for any list; while the nearest are shown, no column tells the order."""
        super().refresh_words()
        if self.by_meaning and self.described:
            self.query_one(ListHeading).show(None, reverse=False, compact=self.compact)

    def title_words(self) -> str:
        """Say how many are shown, or what is going on."""
        if not self.by_meaning:
            return super().title_words()
        if not self.described:
            return "By meaning: describe what you look for"
        if self._near is None:
            return "searching by meaning …"
        if self._meaning_fault is not None or not self._near:
            return "By meaning"
        words = f"{len(self._near):,} nearest in meaning"
        return f"{words} · {self._waiting:,} changes to read yet" if self._waiting else words

    def notice(self) -> Notice | None:
        """Say why nothing is near; words work in any case."""
        if not self.by_meaning:
            return super().notice()
        if self.memory_list.total:
            return None
        if not self._settled:
            return self._notice
        from memdeck.tui.notices import nothing_near

        return nothing_near(self._meaning_fault, self._waiting, self.query_now, self.key)
