"""Text for a field in which it can be edited: characters that drive a terminal or hide stand as symbols.

A field writes what it holds to the terminal, so it must not hold an escape. `VisibleText` gives the field
one symbol for each such character and, after editing, puts the characters back where their symbols stayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from memdeck.memory.printable import printable
from memdeck.tui.difference import blocks, lines_of, tokens_of

_CHARACTER = re.compile(r"\r\n|.", re.DOTALL)

UNSEEN = "\ufffd"
"""Stands for one bidi control or invisible character."""


def visible(text: str, *, one_line: bool) -> str:
    """Return `text` with one symbol for each unsafe character; `one_line` does so for line ends too."""
    if not one_line:
        text = text.replace("\r\n", "\n")
    plain = text if one_line else text.replace("\t", " ")
    if printable(plain, one_line=one_line) == plain:  # nearly every text, and much quicker
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
        shown = (visible(sign, one_line=self._one_line) for sign in self._kept)
        return sum(1 for kept, sign in zip(self._kept, shown, strict=True) if kept not in (sign, "\r\n"))

    def restored(self, edited: str) -> str:
        """Return the kept form of `edited`, which a person made out of `shown`."""
        if edited == self.shown:
            return self.raw
        if self.raw == self.shown:
            return edited
        return "".join(_carried(self.shown, edited, self._kept))

    @cached_property
    def _kept(self) -> list[str]:
        """What is kept for each character of `shown`; asked for at each key stroke."""
        return list(self.raw) if self._one_line else _CHARACTER.findall(self.raw)


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
