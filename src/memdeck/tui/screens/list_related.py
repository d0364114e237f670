"""Naming what is related to the entry in the detail pane, once the cursor rests, by vectors at hand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import work

from memdeck.memory.errors import MemdeckError
from memdeck.tui.screens.list_filtering import ListFiltering

if TYPE_CHECKING:
    from memdeck.tui.detail import Detail

REST_SECONDS = 0.25
"""How long the cursor must rest: reading on is never slowed."""
NEIGHBOURS = 3


class ListRelated(ListFiltering):
    """Adds the neighbours in meaning to what the detail pane says."""

    def __init__(self) -> None:
        super().__init__()
        self._related_of: str | None = None
        self._related: Sequence[str] = ()

    def with_more(self, detail: Detail) -> Detail:
        """Add the neighbours that are known already."""
        known = self._related_of == detail.memory.id
        return super().with_more(replace(detail, related=self._related) if known else detail)

    def detail_shown(self, detail: Detail) -> None:
        """Look for neighbours of what is shown now."""
        super().detail_shown(detail)
        if detail.memory.deleted_at is None:
            self._look_for_related(detail.memory.id)

    def index_tended(self) -> None:
        """Look again: there may be vectors now."""
        if self._detail_id is not None:
            self._look_for_related(self._detail_id)

    @work(exclusive=True, group="related", exit_on_error=False)
    async def _look_for_related(self, id_: str) -> None:
        await asyncio.sleep(REST_SECONDS)
        try:
            titles = await asyncio.to_thread(self._titles_related_to, id_)
        except MemdeckError:
            return  # the pane is whole without it
        changed = (id_, titles) != (self._related_of, self._related)
        news = changed and (titles or self._related_of == id_)
        self._related_of, self._related = id_, titles
        if news and id_ == self._detail_id:
            self.show_detail(id_, from_top=False)

    def _titles_related_to(self, id_: str) -> list[str]:
        deck = self.app.deck
        return [memory.title for memory in deck.page([near for near, _ in deck.related(id_, NEIGHBOURS)])]
