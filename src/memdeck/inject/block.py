"""The block: entries under their types' headings, between marks that no entry can close."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memdeck.inject.imitation import without_imitations
from memdeck.inject.phrases import LANGUAGES, TYPE_ORDER, Phrases
from memdeck.inject.rendering import rendered
from memdeck.inject.template import Template, templates
from memdeck.memory.block import wrapped
from memdeck.memory.entry import Memory
from memdeck.memory.errors import SettingsError
from memdeck.memory.kinds import MemoryType
from memdeck.memory.printable import printable

FORMATS = ("structured", "plain")
"""`injection.format`: under a heading for each type, or one list where each line names its type."""


@dataclass(frozen=True, slots=True)
class Piece:
    """An entry as it would stand in the block."""

    kind: MemoryType
    text: str


@dataclass(frozen=True, slots=True)
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

    def block(self, pieces: Iterable[Piece]) -> str:
        """Return the whole text for these entries, in the order of their headings; "" for none."""
        pieces = list(pieces)
        if not pieces:
            return ""
        lines = [self.phrases.intro(len(pieces))]
        for kind in TYPE_ORDER:
            of_kind = [piece.text for piece in pieces if piece.kind is kind]
            if of_kind and self.structured:
                lines.append(printable(self.by_type[kind].heading))
            lines += of_kind
        return wrapped(without_imitations("\n".join(lines)))


def style_of(language: str = "en", form: str = "structured", own: Mapping[str, str] | None = None) -> Style:
    """Return the style that the configuration asks for; raise SettingsError when it can't be had."""
    if language not in LANGUAGES:
        raise SettingsError(f"injection.language: {language!r} is unknown.", "Use en or zh.")
    if form not in FORMATS:
        raise SettingsError(f"injection.format: {form!r} is unknown.", "Use structured or plain.")
    phrases = LANGUAGES[language]
    return Style(phrases, form == "structured", templates(phrases, own or {}))
