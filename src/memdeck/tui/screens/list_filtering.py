"""Filters, order and row form of the Memories list."""

from __future__ import annotations

from dataclasses import replace

from textual import on

from memdeck.memory.owner import Environment
from memdeck.memory.query import MemoryQuery, Sort
from memdeck.tui.filters import CONFLICTS, ENVIRONMENT, cleared, is_filtered, next_type, picked
from memdeck.tui.key_order import opening
from memdeck.tui.screens.list_meaning import ListMeaning
from memdeck.tui.widgets.filter_panel import FilterPanel
from memdeck.tui.widgets.list_heading import ListHeading

_SORT_WORDS = {
    Sort.UPDATED: ("Updated", "last changed first"),
    Sort.CREATED: ("Created", "newest first"),
    Sort.TITLE: ("Title", "A to Z"),
    Sort.TYPE: ("Type", "by type, last changed first"),
    Sort.USED: ("Used", "most used first"),
}


class ListFiltering(ListMeaning):
    """Narrows the list by type, owner, status and environment."""

    def set_query(self, query: MemoryQuery) -> None:
        """Put other filters or another order in force and read the list anew."""
        if query == self.query_now:
            return
        self.query_now = query
        self.heads = None
        self.memory_list.marks.clear()
        self.read_list(first=True, to_top=True)
        self.refresh_words()

    @on(FilterPanel.Picked)
    def pick(self, event: FilterPanel.Picked) -> None:
        """A line of the filters was picked."""
        self._pick_value(event.section, event.value, event.add)

    def action_filters(self, section: str = "") -> None:
        """Go to the filters, to a section of them: beside the list when there is room, else over it."""
        panel = self.query_one("#filters", FilterPanel)
        if panel.display:
            self.set_focus(panel)
        else:
            self._open_filters(section)

    @opening
    async def _open_filters(self, section: str) -> None:
        from memdeck.tui.screens.filter_screen import FilterScreen

        await self.app.push_screen_wait(
            FilterScreen(
                lambda: (self.query_now, self.facets, self.app.badges.get(CONFLICTS, 0)),
                self._pick_value,
                section,
            )
        )

    def _pick_value(self, section: str, value: str, add: bool) -> None:
        if section == CONFLICTS:
            self.app.action_screen(CONFLICTS)
            return
        self.set_query(picked(self.query_now, section, value, add=add))

    def action_next_type(self) -> None:
        """Show the next type only."""
        self.set_query(next_type(self.query_now, 1))

    def action_previous_type(self) -> None:
        """Show the type before only."""
        self.set_query(next_type(self.query_now, -1))

    def action_clear_filters(self) -> None:
        """Show everything again."""
        self.set_query(cleared(self.query_now))

    @opening
    async def action_environment(self) -> None:
        """Choose whose deployments are listed."""
        from memdeck.tui.screens.menu import Choice, Menu

        counts = self.facets.environments if self.facets else {}
        choices = [Choice("", "All")] + [
            Choice(each, each.capitalize(), f"{counts.get(each, 0):,}") for each in Environment
        ]
        chosen = await self.app.push_screen_wait(
            Menu("Environment", choices, current=self.query_now.environment or "")
        )
        if chosen is not None and chosen != (self.query_now.environment or ""):
            self.set_query(picked(self.query_now, ENVIRONMENT, chosen))

    @opening
    async def action_sort(self) -> None:
        """Choose the order."""
        from memdeck.tui.screens.menu import Choice, Menu

        choices = [Choice(sort, *_SORT_WORDS[sort]) for sort in Sort]
        chosen = await self.app.push_screen_wait(Menu("Order", choices, current=self.query_now.sort))
        if chosen is not None:
            self._order_by(Sort(chosen))

    @on(ListHeading.SortPicked)
    def heading_picked(self, event: ListHeading.SortPicked) -> None:
        """A column was clicked: order by it, or turn its order round."""
        if event.sort is self.query_now.sort:
            self.action_reverse()
        else:
            self._order_by(event.sort)

    def _order_by(self, sort: Sort) -> None:
        self.app.remember(sort=sort)
        self.set_query(replace(self.query_now, sort=sort, reverse=False))

    def action_reverse(self) -> None:
        """Turn the order round."""
        self.set_query(replace(self.query_now, reverse=not self.query_now.reverse))

    def action_compact(self) -> None:
        """Switch between full rows and one line each."""
        self.compact = not self.compact
        self.app.remember(rows="compact" if self.compact else "full")
        self._set_row_height()

    @property
    def can_go_back(self) -> bool:
        """True when Esc has a step to take back."""
        reading = self.has_class("-reading") or self.focused not in (None, self.memory_list)
        return reading or self.searching or bool(self.memory_list.marks) or is_filtered(self.query_now)

    def action_back(self) -> None:
        """Go back one step: reading, side panes, search, marks, filters."""
        if self.has_class("-reading"):
            self.action_close()
        elif (
            self.focused is not None
            and self.focused is not self.memory_list
            and self.focused is not self.search_box
        ):
            self.set_focus(self.memory_list)
        elif self.searching:
            self.clear_search()
        elif self.focused is self.search_box:
            self.set_focus(self.memory_list)
        elif self.memory_list.marks:
            self.memory_list.clear_marks()
        elif is_filtered(self.query_now):
            self.action_clear_filters()

    def action_close(self) -> None:
        """Leave the entry and go back to the list."""
        self.remove_class("-reading")
        self.set_focus(self.memory_list)
