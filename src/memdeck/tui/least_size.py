"""A size below which the program is not laid out: Textual's lists fail in a window of a few columns.

A pane that is squeezed to nothing for a moment, or a terminal that says it is 1×1 at first, must not end
the program. What does not fit is cut off by the terminal itself.
"""

from __future__ import annotations

from textual import events
from textual.app import App
from textual.geometry import Size

LEAST = Size(20, 5)


class LeastSize(App[None]):
    """An app that is never laid out smaller than `LEAST`."""

    @property
    def size(self) -> Size:
        """The size of the terminal, or `LEAST`."""
        return _at_least(super().size)

    async def on_event(self, event: events.Event) -> None:
        """Let a window that is too small count as `LEAST`."""
        if isinstance(event, events.Resize):
            event.size, event.virtual_size = _at_least(event.size), _at_least(event.virtual_size)
        await super().on_event(event)


def _at_least(size: Size) -> Size:
    return Size(max(size.width, LEAST.width), max(size.height, LEAST.height))
