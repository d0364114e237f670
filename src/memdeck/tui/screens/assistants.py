"""The assistants of this machine: which have Memdeck, and connecting one after seeing what that writes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from memdeck.memory.errors import MemdeckError
from memdeck.tui.command import Command
from memdeck.tui.commands import bindings, command
from memdeck.tui.connections import (
    Connection,
    Connections,
    Plan,
    connection_line,
    connection_words,
    plan_content,
    said_after,
)
from memdeck.tui.literal import literal
from memdeck.tui.screens.deck_screen import Commanded

if TYPE_CHECKING:
    from collections.abc import Sequence

_WHAT = (
    "A connected assistant reads and writes these memories by itself, and is given what fits each prompt. "
    "Its other settings stay as they are."
)
_TOLD_SECONDS = 20


class AssistantsScreen(Commanded, ModalScreen[None]):
    """Lists the assistants; connects one, or takes Memdeck out of it."""

    SCOPE = "assistants"
    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("assistants"),
        Binding("question_mark,f1", "app.help", "Help", show=False),
    ]

    def __init__(self, connections: Connections) -> None:
        """Show what `connections` knows."""
        super().__init__()
        self._connections = connections
        self._shown: Sequence[Connection] = ()
        self._busy = False

    def compose(self) -> ComposeResult:
        """What this is, the assistants, what is said of the one under the cursor, keys."""
        keys = [f"{self.app.key_of(each)} {each.label}" for each in map(command, _KEYS)]
        with Vertical(id="dialog"):
            yield Static("Assistants", id="heading", markup=False)
            yield Static(_WHAT, id="what", markup=False)
            yield OptionList(markup=False, compact=True)
            yield Static("… looking at their settings", id="about", markup=False)
            yield Static("   ".join(keys), id="keys", markup=False)

    def on_mount(self) -> None:
        """Look, without holding anything up."""
        self._look()

    @property
    def _list(self) -> OptionList | None:
        """The list; None while the screen is being taken away, when keys and the worker still come by."""
        return next(iter(self.query(OptionList)), None)

    @property
    def _current(self) -> Connection | None:
        row = self._list.highlighted if self._list is not None else None
        return self._shown[row] if row is not None and row < len(self._shown) else None

    def why_not(self, each: Command) -> str | None:
        """Say why an assistant can't be connected, or Memdeck not be taken out of it."""
        current = self._current
        if current is not None:
            if each.id == "assistants.remove" and current.standing in {"possible", "absent"}:
                return f"{current.title} is not connected."
            if each.id == "assistants.connect" and current.standing == "connected":
                return f"{current.title} is connected already."
        return super().why_not(each)

    @work(exclusive=True, group="look")
    async def _look(self) -> None:
        row = self._list.highlighted if self._list is not None else None
        try:
            self._shown = await asyncio.to_thread(self._connections.all)
        except MemdeckError as fault:
            if self._list is not None:
                self.query_one("#about", Static).update(literal(str(fault)))
            return
        if self._list is not None:
            self._list.set_options(Option(connection_line(each)) for each in self._shown)
            self._list.highlighted = row or 0
            self._tell()

    @on(OptionList.OptionHighlighted)
    def _tell(self) -> None:
        current = self._current
        if current is not None:
            connect, remove = (self.app.key_of(command(each)) for each in _KEYS[:2])
            self.query_one("#about", Static).update(connection_words(current, connect, remove))

    @on(OptionList.OptionSelected)
    async def _chosen(self) -> None:
        await self.action_command("assistants.connect")

    def action_connect(self) -> None:
        """Show what would be written, and write it after a yes."""
        self._change(uninstall=False)

    def action_remove(self) -> None:
        """Show what would go, and take it out after a yes."""
        self._change(uninstall=True)

    def action_back(self) -> None:
        """Go back."""
        self.dismiss(None)

    @work(group="change")
    async def _change(self, *, uninstall: bool) -> None:
        current = self._current
        if current is None or self._busy:
            return
        self._busy = True
        try:
            plan = await self._planned(current, uninstall=uninstall)
            if plan is not None and await self._is_wanted(plan, uninstall=uninstall):
                await self._write(plan, uninstall=uninstall)
        finally:
            self._busy = False
        self._look()

    async def _planned(self, current: Connection, *, uninstall: bool) -> Plan | None:
        try:
            return await asyncio.to_thread(self._connections.plan, current.client, uninstall=uninstall)
        except MemdeckError as fault:
            self.app.say(str(fault), severity="error")
            return None

    async def _is_wanted(self, plan: Plan, *, uninstall: bool) -> bool:
        from memdeck.tui.screens.assistant_change import AssistantChange

        content = await asyncio.to_thread(plan_content, plan)
        self.app.clear_notifications()  # what was said of the last change would cover the buttons
        return await self.app.push_screen_wait(AssistantChange(plan.title, content, uninstall=uninstall))

    async def _write(self, plan: Plan, *, uninstall: bool) -> None:
        done = await self.app.attempt(lambda: self._connections.carry_out(plan))
        if done is not None:
            key = self.app.key_of(command(_KEYS[0] if uninstall else _KEYS[1]))
            undo = f"{key} {'connects' if uninstall else 'takes'} it {'' if uninstall else 'out '}again."
            self.app.say(said_after(plan, done.value, undo), timeout=_TOLD_SECONDS)


_KEYS = ("assistants.connect", "assistants.remove", "assistants.back")
