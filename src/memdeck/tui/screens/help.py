"""Help: what works where the cursor stands, first; then the screen, the program, the key map."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from memdeck.tui.deck_app import DeckApp
from memdeck.tui.help_sections import help_content, keymap_content, sections
from memdeck.tui.widgets.safe_input import SafeInput


def bound_in_focus(screen: Screen[object]) -> frozenset[str]:
    """Return the ids of the commands that the focused widget answers to."""
    keys = screen.active_bindings.values()
    return frozenset(key.binding.id for key in keys if key.node is screen.focused and key.binding.id)


class HelpScreen(ModalScreen[None]):
    """Keys in words. `/` narrows, Tab shows the key map, Esc goes back."""

    AUTO_FOCUS = "#help-body"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "back", show=False),
        Binding("slash", "narrow", show=False),
        Binding("tab", "other_page", show=False, priority=True),
        Binding("j", "scroll_one(1)", show=False),
        Binding("k", "scroll_one(-1)", show=False),
        Binding("g", "to_top", show=False),
        Binding("G", "to_bottom", show=False),
    ]

    app = getters.app(DeckApp)

    def __init__(self, scope: str) -> None:
        """Show help for the screen of this scope."""
        super().__init__()
        self._scope = scope
        self._bound: frozenset[str] = frozenset()
        self._page = "keys"

    def compose(self) -> ComposeResult:
        """Heading, field that narrows, text, keys."""
        with Vertical(id="dialog"):
            with Horizontal(id="help-head"):
                yield Static("", id="heading", markup=False)
                yield SafeInput(placeholder="/ Narrow…", compact=True)
            with VerticalScroll(id="help-body"):
                yield Static("", id="help-text", markup=False)
            yield Static("Tab Key map   / Narrow   Esc Close", id="keys", markup=False)

    def on_mount(self) -> None:
        """Look what had the focus below."""
        self._bound = bound_in_focus(self.app.screen_stack[-2])
        self._show()

    def _show(self) -> None:
        if self._page == "map":
            heading, content = "Key map", keymap_content(self.app.keymap)
        else:
            heading = "Keys that work here"
            found = sections(self._bound, self._scope, self.query_one(SafeInput).value)
            screens = [f"{tab.key} {tab.title}" for tab in self.app.tabs()]
            width = self.query_one("#help-body").scrollable_content_region.width
            content = help_content(found, self.app.keymap, width=width, screens=screens)
        self.query_one("#heading", Static).update(heading)
        self.query_one("#help-text", Static).update(content)
        self.query_one(SafeInput).display = self._page == "keys"
        other = "Key map" if self._page == "keys" else "Keys"
        self.query_one("#keys", Static).update(f"Tab {other}   / Narrow   Esc Close")
        self.query_one("#help-body").scroll_home(animate=False)

    def on_resize(self) -> None:
        """Wrap the sentences anew."""
        self.call_after_refresh(self._show)

    @on(Input.Changed)
    def _narrowed(self) -> None:
        self._show()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.set_focus(self.query_one("#help-body"))

    def action_narrow(self) -> None:
        """Go to the field that narrows the list."""
        if self._page == "keys":
            self.set_focus(self.query_one(SafeInput))

    def action_other_page(self) -> None:
        """Show the key map, or the keys again."""
        self._page = "keys" if self._page == "map" else "map"
        self.set_focus(self.query_one("#help-body"))
        self._show()

    def action_scroll_one(self, step: int) -> None:
        """Scroll by a line."""
        self.query_one("#help-body").scroll_relative(y=step, animate=False)

    def action_to_top(self) -> None:
        """Scroll to the beginning."""
        self.query_one("#help-body").scroll_home(animate=False)

    def action_to_bottom(self) -> None:
        """Scroll to the end."""
        self.query_one("#help-body").scroll_end(animate=False)

    def action_back(self) -> None:
        """Go back one step: the narrowing, then the screen below."""
        field = self.query_one(SafeInput)
        if field.value:
            field.value = ""
            self.set_focus(self.query_one("#help-body"))
        else:
            self.dismiss(None)
