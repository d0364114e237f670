"""The block: entries under their types' headings, between marks that no entry can close."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from memdeck.inject.imitation import without_imitations
from memdeck.inject.phrases import LANGUAGES, TYPE_ORDER, Phrases
from memdeck.inject.rendering import rendered
from memdeck.inject.template import CONTENT_FIELDS, Template, fields_of, templates
from memdeck.memory.block import wrapped
from memdeck.memory.entry import Memory
from memdeck.memory.errors import SettingsError
from memdeck.memory.kinds import MemoryType
from memdeck.memory.printable import printable

FORMATS = ("structured", "plain")
"""`injection.format`: under a heading for each type, or one list where each line names its type."""


class Piece(NamedTuple):
    """An entry as it would stand in the block."""

    kind: MemoryType
    text: str


@dataclass(slots=True, eq=False, repr=False)
class Style:
    """How blocks are written. Build it with `style_of`."""

    phrases: Phrases
    structured: bool
    by_type: Mapping[MemoryType, Template] = field(repr=False)

    def piece(self, memory: Memory) -> Piece:
        """Return one entry's lines."""
        template = self.by_type[memory.type]
        if not self.structured:
            template = Template("", template.line.replace("- ", f"- {template.heading} ", 1))
        return Piece(memory.type, rendered(memory, template, self.phrases))

    def holds_content(self, memory: Memory) -> bool:
        """Tell whether the entry's content stands in its lines: an own template may leave it out."""
        return bool(fields_of(self.by_type[memory.type].line) & CONTENT_FIELDS)

    def block(self, pieces: Sequence[Piece]) -> str:
        """Return the whole text for these entries, in the order of their headings; "" for none."""
        if not pieces:
            return ""
        body = "\n".join(text for text, _ in self._layout(pieces))
        return wrapped(without_imitations(body))

    def places(self, pieces: Sequence[Piece]) -> list[range]:
        """Return which lines of the block each piece takes, counted from 0, in the order given."""
        found = [range(0)] * len(pieces)
        line = 1  # the opening mark stands on line 0
        for text, piece in self._layout(pieces):
            size = text.count("\n") + 1
            if piece is not None:
                found[piece] = range(line, line + size)
            line += size
        return found

    def _layout(self, pieces: Sequence[Piece]) -> list[tuple[str, int | None]]:
        """Return the texts of the body from top to bottom, each with the piece that it is, if any."""
        layout: list[tuple[str, int | None]] = [(self.phrases.intro, None)]
        for kind in TYPE_ORDER:
            of_kind = [(piece.text, place) for place, piece in enumerate(pieces) if piece.kind is kind]
            if of_kind and self.structured:
                layout.append((printable(self.by_type[kind].heading), None))
            layout += of_kind
        return layout


def style_of(language: str = "en", form: str = "structured", own: Mapping[str, str] | None = None) -> Style:
    """Return the style that the configuration asks for; raise SettingsError when it can't be had."""
    if language not in LANGUAGES:
        raise SettingsError(f"injection.language: {language!r} is unknown.", "Use en or zh.")
    if form not in FORMATS:
        raise SettingsError(f"injection.format: {form!r} is unknown.", "Use structured or plain.")
    phrases = LANGUAGES[language]
    return Style(phrases, form == "structured", templates(phrases, own or {}))
