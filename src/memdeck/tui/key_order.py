"""Keys take effect in the order in which they were typed, however fast they come.

Textual hands each key to the focused widget's queue as it comes and runs its binding when the key has gone
up to the app. A key that comes right behind is then with the old focus already: the `d` of `/build` would
delete an entry. Here a binding runs before the next key is looked at, and a screen that a key opened is there
first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from textual import events, work
from textual.app import App
from textual.widget import Widget
from textual.widgets import Input, TextArea

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.worker import Worker

P = ParamSpec("P")
ScreenT = TypeVar("ScreenT", bound="Screen[Any]")

OPENING_SECONDS = 1.0
"""How long a key waits at most for a screen that is being opened."""
_LOOK_SECONDS = 0.005
"""How often a waiting key looks whether the screen is there."""


class KeysInOrder(App[None]):
    """An app in which no key overtakes the one before it."""

    _opened: Screen[object] | None = None
    """The screen that is known to be there, with its focus."""
    _opening: tuple[Worker[None], Screen[object]] | None = None
    """What opens a screen after it has read something, and the screen it started from."""

    def opens_screen(self, opener: Worker[None]) -> None:
        """Let the keys behind wait until a worker has opened its screen, or ended without."""
        self._opening = opener, self.screen

    async def on_event(self, event: events.Event) -> None:
        """Let a key wait until the screen on top has all its widgets and its focus."""
        if isinstance(event, events.Key) and not event.is_forwarded and self._screen_stacks_filled:
            await self._screen_is_there()
        await super().on_event(event)

    @property
    def _screen_stacks_filled(self) -> bool:
        return self.is_running and bool(self.screen_stack)

    async def _screen_is_there(self) -> None:
        await self._screen_is_opened()
        screen = self.screen
        if screen is self._opened:
            return
        there = asyncio.Event()
        if screen.call_later(there.set):  # behind what makes the screen, in its own queue
            try:
                await asyncio.wait_for(there.wait(), OPENING_SECONDS)
            except TimeoutError:
                return
        self._opened = screen

    async def _screen_is_opened(self) -> None:
        if self._opening is None:
            return
        opener, before = self._opening
        with suppress(TimeoutError):
            async with asyncio.timeout(OPENING_SECONDS):
                while not opener.is_finished and self.screen is before:
                    await asyncio.sleep(_LOOK_SECONDS)
        self._opening = None

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Run what is bound to a key.

        Textual asks for bindings with priority before it hands a key on. Unless the focused widget reads keys
        itself, as a field for text does, nothing else can claim it: its binding runs here, at once.
        """
        if await super()._check_bindings(key, priority):
            return True
        return priority and not _reads_keys(self.focused) and await super()._check_bindings(key)


def opening(
    action: Callable[Concatenate[ScreenT, P], Coroutine[None, None, None]],
) -> Callable[Concatenate[ScreenT, P], Worker[None]]:
    """Make a worker of an action that reads something and then opens a screen; keys behind it wait for that.

    To be used where Textual's own `work` would be.
    """
    start = work(action)

    @wraps(action)
    def opened(screen: ScreenT, /, *args: P.args, **kwargs: P.kwargs) -> Worker[None]:
        opener = start(screen, *args, **kwargs)
        cast("KeysInOrder", screen.app).opens_screen(opener)
        return opener

    return opened


def _reads_keys(widget: Widget | None) -> bool:
    """Return True for a widget that handles keys beside its bindings."""
    if widget is None:
        return False
    if isinstance(widget, Input | TextArea):
        return True
    own = type(widget).__mro__[: type(widget).__mro__.index(Widget)]
    return any(name.startswith(("on_key", "_on_key", "key_")) for each in own for name in vars(each))
