"""What every numbered screen has: top bar, hint bar, and commands that can be refused with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget

from memdeck.tui.command import Command
from memdeck.tui.commands import command, commands_of
from memdeck.tui.deck_app import DeckApp
from memdeck.tui.widgets.hint_bar import Hint, HintBar
from memdeck.tui.widgets.top_bar import TopBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    _Base = Screen[Any]
else:
    _Base = object


class Commanded(_Base):
    """Mixin for a screen whose keys come from the command table.

    `action_command` is the one way in: key, hint bar, palette and mouse all pass here.
    """

    SCOPE: ClassVar[str]
    """The scope of this screen in the command table."""

    app = getters.app(DeckApp)

    def why_not(self, each: Command) -> str | None:
        """Return None when the command works now, else one sentence that says why it does not."""
        return self.app.why_read_only if each.writes and self.app.read_only else None

    def is_hidden(self, each: Command) -> bool:
        """Return True for a command that makes no sense here at the moment; it leaves the hint bar."""
        return False

    async def action_command(self, identity: str) -> None:
        """Run a command of this screen, or say why it can't be run."""
        each = command(identity)
        reason = self.why_not(each)
        if reason is not None:
            self.app.say(reason, severity="warning")
            return
        target = self.app if each.scope == "app" else self
        await self.app.run_action(each.action, default_namespace=target)

    def hints(self) -> list[Hint]:
        """Return what the hint bar offers: this screen's and the program's hints, most used first."""
        offered = [each for each in commands_of(self.SCOPE, "app") if each.hint and not self.is_hidden(each)]
        offered.sort(key=lambda each: each.hint)
        return [
            Hint(each.id, self.app.key_of(each), each.label, dim=self.why_not(each) is not None)
            for each in offered
        ]


class DeckScreen(Commanded, Screen[None]):
    """Base of the numbered screens: subclasses give SCOPE, BINDINGS and `compose_body`."""

    TOO_THIN = 60
    TOO_FLAT = 15

    def compose(self) -> ComposeResult:
        """Top bar, the screen's own body, hint bar."""
        self._take_size()
        yield TopBar()
        yield from self.compose_body()
        yield HintBar()

    def _take_size(self) -> None:
        """Put the classes of the terminal's size in force before the first frame, not after it."""
        size = self.app.size
        for limits, length in (
            (self.app.HORIZONTAL_BREAKPOINTS, size.width),
            (self.app.VERTICAL_BREAKPOINTS, size.height),
        ):
            fitting = [name for least, name in limits or () if length >= least]
            if fitting:
                self.add_class(fitting[-1])

    def compose_body(self) -> Iterable[Widget]:
        """Yield what stands between the bars."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Fill the bars."""
        self.refresh_bars()

    def on_screen_resume(self) -> None:
        """Another screen may have changed what the bars show."""
        self.refresh_bars()

    def on_resize(self, event: events.Resize) -> None:
        """Cover the screen with one line when there is too little room for it."""
        small = event.size.width < self.TOO_THIN or event.size.height < self.TOO_FLAT
        cover = self.query("TooSmall")
        if small and not cover:
            from memdeck.tui.widgets.too_small import TooSmall

            self.mount(TooSmall(self.TOO_THIN, self.TOO_FLAT))
        elif cover and not small:
            cover.remove()

    def refresh_bars(self) -> None:
        """Bring top bar and hint bar up to date; cheap."""
        if not self.is_mounted:
            return
        self.query_one(TopBar).show(self.app.tabs(), self.SCOPE, self.app.whereabouts)
        self.query_one(HintBar).show(self.status_line(), self.hints())

    def status_line(self) -> str:
        """Return the words at the left of the hint bar (already safe to show)."""
        return ""
