"""What is written into one file, a server's entry or hooks: put into its text, and taken out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from memdeck.doors.install.change import refused, without_mark
from memdeck.doors.install.entries import NAME, HookForm, is_own_handler, is_own_server
from memdeck.doors.install.json_parsing import JsonFault
from memdeck.doors.install.json_text import found, value_at, with_item, with_value, without
from memdeck.doors.install.running_command import RunningCommand


class Part(Protocol):
    """One thing that is written into a file."""

    @property
    def path(self) -> Path:
        """The file."""

    @property
    def empty(self) -> str:
        """What a new file begins with."""

    def put_in(self, text: str) -> str:
        """Return the text with this part in it; a text that has it already is returned as it is."""

    def taken_out(self, text: str) -> str:
        """Return the text without this part."""


@dataclass(frozen=True, slots=True)
class JsonServer:
    """The entry of the MCP server in a JSON file."""

    path: Path
    section: str
    entry: dict[str, object]
    empty: str = "{}\n"

    def put_in(self, text: str) -> str:
        """Write the keys that start the server; others in the entry (`env`) stay."""
        return _json(self.path, text, self._put_in)

    def taken_out(self, text: str) -> str:
        """Take the entry away, if it starts this program, and the section when nothing else is in it."""
        return _json(self.path, text, self._taken_out)

    def _put_in(self, text: str) -> str:
        _expect(self.path, text, [self.section], dict)
        if not isinstance(value_at(text, [self.section, NAME]), dict):
            return with_value(text, [self.section, NAME], self.entry)
        for key, value in self.entry.items():
            text = with_value(text, [self.section, NAME, key], value)
        return text

    def _taken_out(self, text: str) -> str:
        if not is_own_server(value_at(text, [self.section, NAME])):
            return text
        return _pruned(without(text, [self.section, NAME]), [self.section])


@dataclass(frozen=True, slots=True)
class JsonHooks:
    """The handlers of the hooks in a JSON file."""

    path: Path
    form: HookForm
    command: RunningCommand
    empty: str = "{}\n"

    def put_in(self, text: str) -> str:
        """Write one handler for each event; ours of other versions go, everybody else's stay."""
        return _json(self.path, text, self._put_in)

    def taken_out(self, text: str) -> str:
        """Take our handlers away, and what then holds nothing."""
        return _json(self.path, text, lambda text: self._without_own(text, {}))

    def _put_in(self, text: str) -> str:
        _expect(self.path, text, ["hooks"], dict)
        wanted = {event: self.form.group(event, self.command) for event in self.form.timeouts}
        for event in wanted:
            _expect(self.path, text, ["hooks", event], list)
        text = self._without_own(text, wanted)
        for event, group in wanted.items():
            groups = value_at(text, ["hooks", event])
            if not isinstance(groups, list) or group not in groups:
                text = with_item(text, ["hooks", event], group)
        return text

    def _without_own(self, text: str, wanted: dict[str, dict[str, object]]) -> str:
        """Take our handlers away, except one group for each event that is wanted just so."""
        hooks = value_at(text, ["hooks"])
        for event in list(hooks) if isinstance(hooks, dict) else []:
            text = self._event_without_own(text, event, wanted.get(event))
        return _pruned(text, ["hooks"]) if text and hooks else text

    @staticmethod
    def _event_without_own(text: str, event: str, wanted: object) -> str:
        groups = value_at(text, ["hooks", event])
        if not isinstance(groups, list):
            return text
        kept = False
        removed = False
        for place in reversed(range(len(groups))):
            group = groups[place]
            handlers = group.get("hooks") if isinstance(group, dict) else None
            if not isinstance(handlers, list):
                continue
            if group == wanted and not kept:
                kept = True
                continue
            own = [number for number, handler in enumerate(handlers) if is_own_handler(handler)]
            removed = removed or bool(own)
            if own and len(own) == len(handlers):
                text = without(text, ["hooks", event, place])
                continue
            for number in reversed(own):
                text = without(text, ["hooks", event, place, "hooks", number])
        return _pruned(text, ["hooks", event]) if removed else text


def has_own_hooks(text: str) -> bool:
    """Tell whether a JSON text has handlers of ours."""
    hooks = value_at(text, ["hooks"])
    return isinstance(hooks, dict) and any(
        is_own_handler(handler)
        for groups in hooks.values()
        if isinstance(groups, list)
        for group in groups
        if isinstance(group, dict) and isinstance(group.get("hooks"), list)
        for handler in group["hooks"]
    )


def setting(path: Path, text: str | None, keys: list[str]) -> object:
    """Return a value of a settings file, or None; raise the refusal of a file that is no JSON."""
    bare = without_mark(text or "")[1]
    if not bare.strip():
        return None
    try:
        return value_at(bare, keys)
    except JsonFault as fault:
        raise refused(path, fault.reason, fault.line) from None


def _json(path: Path, text: str, change: Callable[[str], str]) -> str:
    mark, bare = without_mark(text)
    if not bare.strip():
        bare = "{}\n"
    try:
        node = found(bare, [])
        if node is None or not node.is_object:
            raise refused(path, "holds no object {…}.", 1)
        return mark + change(bare)
    except JsonFault as fault:
        raise refused(path, fault.reason, fault.line) from None


def _expect(path: Path, text: str, keys: list[str], kind: type) -> None:
    node = found(text, keys)
    if node is not None and not isinstance(node.value, kind):
        what = "an object {…}" if kind is dict else "a list […]"
        line = text.count("\n", 0, node.start) + 1
        raise refused(path, f"'{'.'.join(keys)}' is not {what}.", line)


def _pruned(text: str, path: list[str]) -> str:
    """Take a container away that holds nothing."""
    value = value_at(text, path)
    return without(text, path) if value in ({}, []) else text
