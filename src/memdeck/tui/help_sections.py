"""What help says: the commands that work here, by groups, the focused pane's first. Made from the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len
from textual.content import Content

from memdeck.memory.searchable import searchable
from memdeck.tui.command import Command
from memdeck.tui.commands import COMMANDS, commands_of, shown_keys

PANES: Mapping[str, str] = {
    "list": "In the list",
    "search": "In the search field",
    "filters": "In the side bar",
}
"""Scopes that are parts of a screen, as headings."""

MOVING = "list"

_KEYS_WIDTH = 15
_LABEL_WIDTH = 18


@dataclass(frozen=True, slots=True)
class Section:
    """Commands below one heading."""

    heading: str
    commands: tuple[Command, ...]


def sections(bound: Collection[str], screen: str, wanted: str = "") -> list[Section]:
    """Return the commands of the focused pane, of the screen by groups, and of the whole program.

    A list's own keys only move about; what the screen does with its rows goes before them.

    Args:
        bound: ids of the commands that the focused widget answers to.
        screen: the screen's scope.
        wanted: only commands with these words in label, sentence or id.
    """
    by_pane = {pane: tuple(each for each in commands_of(pane) if each.id in bound) for pane in PANES}
    found = [Section(PANES[pane], commands) for pane, commands in by_pane.items() if pane != MOVING]
    groups: dict[str, list[Command]] = {}
    for each in commands_of(screen):
        groups.setdefault(each.group, []).append(each)
    found += [Section(group or "Here", tuple(commands)) for group, commands in groups.items()]
    found.append(Section(PANES[MOVING], by_pane[MOVING]))
    if screen != "app":
        found.append(Section("Everywhere", tuple(commands_of("app"))))
    needle = searchable(wanted.strip())
    kept = [
        Section(section.heading, tuple(each for each in section.commands if _fits(each, needle)))
        for section in found
    ]
    return [section for section in kept if section.commands]


def _fits(each: Command, needle: str) -> bool:
    return needle in searchable(f"{each.label}\n{each.sentence}\n{each.id}")


def help_content(
    found: Sequence[Section], keymap: Mapping[str, str], *, width: int = 80, screens: Sequence[str] = ()
) -> Content:
    """Return sections as text of `width` cells: keys, label, sentence."""
    lines: list[Content] = []
    for section in found:
        lines += [Content(""), Content.styled(section.heading, "bold $accent")]
        lines += [_line(each, keymap, width) for each in section.commands]
    if screens:
        lines += [Content(""), Content.styled("Screens", "bold $accent"), Content("  ".join(screens))]
    return Content("\n").join(lines[1:]) if lines else Content.styled("No command fits.", "$foreground-muted")


def _line(each: Command, keymap: Mapping[str, str], width: int) -> Content:
    keys = " ".join(shown_keys(each, keymap)) or "palette"
    indent = _KEYS_WIDTH + _LABEL_WIDTH
    sentence = wrap(each.sentence, max(20, width - indent)) or [""]
    return Content.assemble(
        (_padded(keys, _KEYS_WIDTH), "bold"),
        _padded(each.label, _LABEL_WIDTH),
        (f"\n{' ' * indent}".join(sentence), "$foreground-muted"),
    )


def keymap_content(keymap: Mapping[str, str]) -> Content:
    """Return every command's id with its keys, and how to change them."""
    width = max(cell_len(each.id) for each in COMMANDS) + 2
    lines = [
        Content("Any key can be another. Write into the configuration file, for example:"),
        Content(""),
        Content.styled("    tui:\n      keymap:\n        memory.delete: x,delete", "bold"),
        Content(""),
        Content.styled(
            "'memdeck config path' names the file. ● marks what you changed. A key that two commands of one "
            "screen share, or an unknown id, is reported at the start and left out.",
            "$foreground-muted",
        ),
        Content(""),
    ]
    for each in COMMANDS:
        mark = "● " if each.id in keymap else "  "
        keys = keymap.get(each.id, each.keys) or "–"
        lines.append(
            Content.assemble(
                mark, (_padded(each.id, width), "bold"), (keys.replace(",", ", "), "$foreground-muted")
            )
        )
    return Content("\n").join(lines)


def _padded(text: str, width: int) -> str:
    return text + " " * max(1, width - cell_len(text))
