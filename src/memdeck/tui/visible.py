"""Text for a field in which it can be edited: characters that drive a terminal or hide stand as symbols.

A field writes what it holds to the terminal, so it must not hold an escape. `VisibleText` gives the field
one symbol for each such character and, after editing, puts the characters back where their symbols stayed.
"""

from __future__ import annotations

from collections.abc import Iterator

from memdeck.memory.printable import printable
from memdeck.tui.difference import blocks, lines_of, tokens_of

UNSEEN = "\ufffd"
"""Stands for one bidi control or invisible character."""


def visible(text: str, *, one_line: bool) -> str:
    """Return `text` with one symbol for each unsafe character; `one_line` does so for line ends too."""
    if not one_line:
        text = text.replace("\r\n", "\n")
    elif text.isascii() and text.isprintable():
        return text
    return "".join(_symbol(sign, one_line) for sign in text)


def _symbol(sign: str, one_line: bool) -> str:
    if sign.isalnum():
        return _safe(sign)
    if sign in "\n\t":
        return chr(0x2400 + ord(sign)) if one_line else sign
    return _safe(sign)


def _safe(sign: str) -> str:
    shown = printable(sign)
    return shown if len(shown) == 1 else UNSEEN


class VisibleText:
    """One text, as it is kept (`raw`) and as a field shows it (`shown`)."""

    def __init__(self, raw: str, *, one_line: bool) -> None:
        self.raw = raw
        self.shown = visible(raw, one_line=one_line)
        self._one_line = one_line

    @property
    def hidden(self) -> int:
        """How many characters are shown as a symbol."""
        return sum(1 for kept, shown in self._pairs() if kept != shown and kept != "\r\n")

    def restored(self, edited: str) -> str:
        """Return the kept form of `edited`, which a person made out of `shown`."""
        if edited == self.shown:
            return self.raw
        if self.raw == self.shown:
            return edited
        kept = [raw for raw, _ in self._pairs()]
        return "".join(_carried(self.shown, edited, kept))

    def _pairs(self) -> Iterator[tuple[str, str]]:
        place = 0
        while place < len(self.raw):
            size = 2 if not self._one_line and self.raw.startswith("\r\n", place) else 1
            kept = self.raw[place : place + size]
            yield kept, visible(kept, one_line=self._one_line)
            place += size


def _carried(shown: str, edited: str, kept: list[str]) -> Iterator[str]:
    """Walk along `edited`; where it is still `shown`, give what was kept for it."""
    old, new = lines_of(shown), lines_of(edited)
    place = 0
    for block in blocks(old, new):
        size = sum(map(len, old[block.a0 : block.a1]))
        if block.equal:
            yield from kept[place : place + size]
        else:
            text = "".join(new[block.b0 : block.b1])
            yield from _carried_in_line("".join(old[block.a0 : block.a1]), text, kept[place : place + size])
        place += size


def _carried_in_line(shown: str, edited: str, kept: list[str]) -> Iterator[str]:
    old, new = tokens_of(shown), tokens_of(edited)
    place = 0
    for block in blocks(old, new):
        size = sum(map(len, old[block.a0 : block.a1]))
        if block.equal:
            yield from kept[place : place + size]
        else:
            yield "".join(new[block.b0 : block.b1])
        place += size
