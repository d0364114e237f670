"""The line that says as whom, where, when and with which settings; each part can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widget import Widget

_BETWEEN = "   "
MUTED = "$foreground-muted"


@dataclass(frozen=True, slots=True)
class Setting:
    """One part of the bar."""

    label: str
    value: str
    """Safe to show."""
    command: str
    changed: bool = False
    """True when it is not what it is at the start."""


class FlightBar(Widget):
    """Shows the settings of a look; holds none of them."""

    DEFAULT_CSS = "FlightBar { height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._settings: Sequence[Setting] = ()

    def show(self, settings: Sequence[Setting]) -> None:
        """Show these parts, from left to right."""
        if settings != self._settings:
            self._settings = settings
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Take as many lines as the parts need."""
        return len(self._lines(width))

    def render(self) -> Content:
        """Lay the parts out, whole, on as few lines as they fit on."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        lines: list[list[Content | str]] = []
        used = 0
        for setting in self._settings:
            piece = _piece(setting)
            if not lines or used + piece.cell_length > width:
                lines.append([" "])
                used = 1
            lines[-1] += [piece, _BETWEEN]
            used += piece.cell_length + len(_BETWEEN)
        return [Content.assemble(*parts) for parts in lines] or [Content()]


def _piece(setting: Setting) -> Content:
    style = "bold $foreground" if setting.changed else "$foreground"
    piece = Content.assemble((f"{setting.label} ", MUTED), (setting.value, style), (" ▾", MUTED))
    return piece.stylize(Style.from_meta({"@click": f"screen.command('{setting.command}')"}))
