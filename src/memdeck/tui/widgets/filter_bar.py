"""The filters on one line, for narrow terminals; a click opens them."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable
from memdeck.memory.query import MemoryQuery
from memdeck.tui.filters import OWNER, STATUS, TYPE, status_word
from memdeck.tui.widgets.hint_bar import COMMAND

SECTION = "section"
ENVIRONMENT_COMMAND = {COMMAND: "filter.environment"}


class FilterBar(Widget):
    """`Type All  Owner me  Status All  Env all`, with what is picked in bold."""

    DEFAULT_CSS = "FilterBar { height: 1; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._query = MemoryQuery()

    def show(self, query: MemoryQuery) -> None:
        """Show what is picked."""
        if query != self._query:
            self._query = query
            self.refresh()

    async def on_click(self, event: events.Click) -> None:
        """Open the filter under the mouse."""
        if section := event.style.meta.get(SECTION):
            await self.run_action(f"screen.filters('{section}')")
        elif command := event.style.meta.get(COMMAND):
            await self.run_action(f"screen.command('{command}')")

    def render(self) -> Content:
        """Lay the filters out on one line."""
        query = self._query
        status = "Deleted" if query.deleted else _some([status_word(state) for state in query.statuses])
        parts = [
            ("Type", _some([kind.capitalize() for kind in query.types]), {SECTION: TYPE}),
            ("Owner", _some([printable(owner_label(owner)) for owner in query.owners]), {SECTION: OWNER}),
            ("Status", status, {SECTION: STATUS}),
            ("Env", query.environment.capitalize() if query.environment else "All", ENVIRONMENT_COMMAND),
        ]
        pieces: list[Content | str] = [" "]
        for label, value, meta in parts:
            style = "$foreground-muted" if value == "All" else "bold $foreground"
            piece = Content.assemble((f"{label} ", "$foreground-muted"), (f"{value} ▾", style))
            pieces += [piece.stylize(Style.from_meta(meta)), "   "]
        return Content.assemble(*pieces)


def _some(values: list[str]) -> str:
    return "All" if not values else values[0] if len(values) == 1 else f"{values[0]} +{len(values) - 1}"
