"""What the program asks of whoever can connect it to assistants, and how that is said.

The doors can, and stand beside this front end: the command line hands them in (`cli/program.py`), so that
neither imports the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

from textual.content import Content

from memdeck.tui.difference_lines import FieldChange, difference_content
from memdeck.tui.literal import literal

Standing = Literal["connected", "partly", "possible", "absent", "faulty"]

_SIGNS = {"connected": "✓", "partly": "!", "possible": "○", "absent": "–", "faulty": "✗"}
_WORDS = {
    "connected": "connected",
    "partly": "connected in another way",
    "possible": "can be connected",
    "absent": "not found on this machine",
    "faulty": "settings not understood",
}
_STYLES = {
    "connected": "$text-success",
    "partly": "$text-warning",
    "absent": "$foreground-muted",
    "faulty": "$text-error",
}
_TITLE_WIDTH = 13
_WORDS_WIDTH = 27


class Connection(Protocol):
    """How one assistant stands to Memdeck."""

    @property
    def client(self) -> str:
        """Its name for `Connections.plan`."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def standing(self) -> Standing:
        """Whether it has Memdeck, or can have it."""

    @property
    def gets(self) -> str:
        """What it has, or would have, of Memdeck."""

    @property
    def note(self) -> str:
        """What is wrong, or was left out; one line."""


class Change(Protocol):
    """What happens to one file."""

    @property
    def path(self) -> Path:
        """The file."""

    @property
    def before(self) -> str | None:
        """Its text; None for a file that is not there yet."""

    @property
    def after(self) -> str | None:
        """Its text then; None for a file that goes."""


class Plan(Protocol):
    """What connecting an assistant writes."""

    @property
    def title(self) -> str:
        """The assistant's name for people."""

    @property
    def changes(self) -> Sequence[Change]:
        """The files that change."""

    @property
    def notes(self) -> Sequence[str]:
        """What is left out, and what is left for the person to do."""


class Connections(Protocol):
    """Connects assistants. Each method reads files, and raises MemdeckError for one not understood."""

    def all(self) -> Sequence[Connection]:
        """Return how every known assistant stands; a file that is not understood is said in its note."""

    def plan(self, client: str, *, uninstall: bool) -> Plan:
        """Return what would be written; changes nothing."""

    def carry_out(self, plan: Plan) -> Sequence[Path]:
        """Write all of it or nothing; return the copies of the old files."""


def connection_line(connection: Connection) -> Content:
    """Return an assistant as one line: sign, name, how it stands, what it has."""
    style = _STYLES.get(connection.standing, "")
    gets = connection.gets if connection.standing not in {"absent", "faulty"} else ""
    return Content.assemble(
        (f"{_SIGNS[connection.standing]} ", style),
        literal(connection.title).pad_right(max(1, _TITLE_WIDTH - len(connection.title))),
        (f"{_WORDS[connection.standing]:{_WORDS_WIDTH}}", style),
        (gets, "$foreground-muted"),
    )


def connection_words(connection: Connection, connect: str, remove: str) -> Content:
    """Return what stands below the list about the assistant under the cursor; keys as people read them."""
    if connection.note:
        return literal(connection.note)
    words = {
        "connected": f"{remove} takes it out again.",
        "partly": f"An older entry, or your own. {connect} shows what would change; {remove} takes it out.",
        "possible": f"{connect} shows what would be written.",
        "absent": f"{connect} prepares its settings all the same.",
        "faulty": "",
    }
    return Content.styled(words[connection.standing], "$foreground-muted")


def plan_content(plan: Plan) -> Content:
    """Return every file of a plan with the lines that change, then what is left to do."""
    fields = [
        FieldChange(f"{shown_path(change.path)}{_fate(change)}", change.before or "", change.after or "")
        for change in plan.changes
    ]
    parts = [difference_content(fields)]
    parts += [Content.assemble("\n", literal(note, "$text-warning")) for note in plan.notes]
    return Content("\n").join(parts)


def said_after(plan: Plan, copies: Sequence[Path], undo: str) -> str:
    """Return what was written, where the old files are, and how it is undone."""
    gone = [shown_path(change.path) for change in plan.changes if change.after is None]
    written = [shown_path(change.path) for change in plan.changes if change.after is not None]
    parts = [f"{plan.title}: wrote {' and '.join(written)}."] if written else [f"{plan.title}:"]
    parts += [f"{' and '.join(gone)} held nothing else and is gone."] if gone else []
    if copies:
        kept = "The old file is kept beside it" if len(copies) == 1 else "The old files are kept beside them"
        parts.append(f"{kept} with the ending {copies[0].suffix}.")
    return " ".join([*parts, undo, *plan.notes])


def shown_path(path: Path) -> str:
    """Return a path as people write it: `~/.claude.json`."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


def _fate(change: Change) -> str:
    if change.before is None:
        return " (new)"
    return " (goes: nothing else is in it)" if change.after is None else ""
