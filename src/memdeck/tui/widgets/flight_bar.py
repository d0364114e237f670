"""One line that says as whom, where, when and with which settings; each part can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.style import Style
from textual.widget import Widget

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

    DEFAULT_CSS = "FlightBar { height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._settings: Sequence[Setting] = ()

    def show(self, settings: Sequence[Setting]) -> None:
        """Show these parts, from left to right."""
        if settings != self._settings:
            self._settings = settings
            self.refresh()

    def render(self) -> Content:
        """Lay the parts out on one line."""
        parts: list[Content | str] = [" "]
        for setting in self._settings:
            style = "bold $foreground" if setting.changed else "$foreground"
            piece = Content.assemble((f"{setting.label} ", MUTED), (setting.value, style), (" ▾", MUTED))
            parts += [
                piece.stylize(Style.from_meta({"@click": f"screen.command('{setting.command}')"})),
                "   ",
            ]
        return Content.assemble(*parts)
