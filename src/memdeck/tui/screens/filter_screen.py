"""The filters over the list, for terminals that have no room beside it."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from memdeck.memory.facets import Facets
from memdeck.memory.query import MemoryQuery
from memdeck.tui.filters import CONFLICTS, filter_lines
from memdeck.tui.widgets.filter_panel import FilterPanel

REFRESH_SECONDS = 0.1


class FilterScreen(ModalScreen[None]):
    """Picks take effect at once below; the counts follow. Esc goes back."""

    BINDINGS = [("escape,f,q", "dismiss", "Back")]

    def __init__(
        self,
        state: Callable[[], tuple[MemoryQuery, Facets | None, int]],
        pick: Callable[[str, str, bool], None],
        section: str = "",
    ) -> None:
        super().__init__()
        self._state = state
        self._pick = pick
        self._section = section

    def compose(self) -> ComposeResult:
        """The filters, and how to leave."""
        with Vertical(id="filter-box"):
            yield FilterPanel(id="filters")
            yield Static("⏎ Only  space Also  Esc Back", id="filter-keys", markup=False)

    def on_mount(self) -> None:
        """Follow the counts."""
        self.refresh_lines()
        if self._section:
            self.call_after_refresh(self.query_one(FilterPanel).start_at, self._section)
        self.set_interval(REFRESH_SECONDS, self.refresh_lines)

    def refresh_lines(self) -> None:
        """Show what is picked and how many there are."""
        query, facets, conflicts = self._state()
        if facets is not None:
            self.query_one(FilterPanel).show(filter_lines(query, facets, conflicts))

    @on(FilterPanel.Picked)
    def pick(self, event: FilterPanel.Picked) -> None:
        """Put a filter in force and stay."""
        if event.section == CONFLICTS:
            self.dismiss()
        self._pick(event.section, event.value, event.add)
        self.refresh_lines()

    async def action_dismiss(self, result: None = None) -> None:
        """Go back."""
        self.dismiss(result)
