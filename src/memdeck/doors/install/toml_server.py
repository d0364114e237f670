"""The entry of the MCP server in a TOML file (Codex); comments, order and everything else stay."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memdeck.doors.install.change import refused, without_mark
from memdeck.doors.install.entries import NAME, is_own_server

_SECTION = "mcp_servers"
_HEADER = re.compile(rf"\[[ \t]*{_SECTION}[ \t]*\.[ \t]*{NAME}[ \t]*[.\]]")


@dataclass(frozen=True, slots=True)
class TomlServer:
    """`[mcp_servers.memdeck]`."""

    path: Path
    entry: dict[str, object]
    empty: str = ""

    def put_in(self, text: str) -> str:
        """Write the keys that start the server; others in the table stay."""
        values = toml_values(self.path, text)
        servers = values.get(_SECTION, {})
        present = servers.get(NAME, {}) if isinstance(servers, dict) else None
        if not isinstance(present, dict):
            raise refused(self.path, f"'{_SECTION}.{NAME}' is not a table.")
        if present == {**present, **self.entry}:
            return text
        wanted = {**values, _SECTION: {**servers, NAME: {**present, **self.entry}}}
        return self._changed(text, self._put_in, wanted)

    def taken_out(self, text: str) -> str:
        """Take the table away, if it starts this program."""
        values = toml_values(self.path, text)
        servers = values.get(_SECTION)
        if not isinstance(servers, dict) or not is_own_server(servers.get(NAME)):
            return text
        rest = {name: entry for name, entry in servers.items() if name != NAME}
        wanted = {**values, _SECTION: rest}
        if not rest:
            del wanted[_SECTION]
        return self._changed(text, self._taken_out, wanted)

    def _changed(self, text: str, change: Callable[[str], str], wanted: dict[str, Any]) -> str:
        """Change the text and read it back: nothing else may have become another."""
        mark, bare = without_mark(text)
        newline = "\r\n" if "\r\n" in bare else "\n"
        changed = change(bare.replace(newline, "\n")).replace("\n", newline)
        try:
            same = tomllib.loads(changed) == wanted
        except tomllib.TOMLDecodeError:
            same = False
        if not same:
            raise refused(self.path, f"'{_SECTION}.{NAME}' can't be written safely here; write it by hand.")
        return mark + changed

    def _put_in(self, text: str) -> str:
        import tomlkit
        from tomlkit.exceptions import TOMLKitError

        document: Any = tomlkit.parse(text)
        if NAME in document.get(_SECTION, {}):
            for key, value in self.entry.items():
                document[_SECTION][NAME][key] = value
            return tomlkit.dumps(document)
        try:
            lines = [f"[{_SECTION}.{NAME}]", tomlkit.dumps(self.entry)]
        except (TOMLKitError, ValueError):
            raise refused(self.path, "the program's path can't be written as TOML.") from None
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return text + gap + "\n".join(lines)

    @staticmethod
    def _taken_out(text: str) -> str:
        lines = text.splitlines(keepends=True)
        start = next((number for number, line in enumerate(lines) if _HEADER.match(line)), None)
        if start is None:  # it stands in another form, as `memdeck = {…}`
            return _taken_out_of_document(text)
        inner = range(start + 1, len(lines))
        end = next((n for n in inner if lines[n].startswith("[") and not _HEADER.match(lines[n])), len(lines))
        while end > start + 1 and end < len(lines) and lines[end - 1].startswith("#"):
            end -= 1  # remarks on what follows
        if start and not lines[start - 1].strip() and end == len(lines):
            start -= 1
        return "".join([*lines[:start], *lines[end:]])


def toml_values(path: Path, text: str) -> dict[str, Any]:
    """Return what a TOML text holds; raise the refusal that names the line of what is none."""
    import tomlkit
    from tomlkit.exceptions import ParseError

    bare = without_mark(text)[1]
    try:
        tomlkit.parse(bare)  # this parser tells the line
        return tomllib.loads(bare)
    except ParseError as error:
        reason = str(error).rpartition(" at line ")[0] or "is not TOML"
        raise refused(path, f"{reason}.", error.line) from None
    except (ValueError, RecursionError) as error:
        raise refused(path, f"is not TOML: {type(error).__name__}.") from None


def _taken_out_of_document(text: str) -> str:
    import tomlkit

    document: Any = tomlkit.parse(text)
    del document[_SECTION][NAME]
    if not document[_SECTION]:
        del document[_SECTION]
    return tomlkit.dumps(document)
