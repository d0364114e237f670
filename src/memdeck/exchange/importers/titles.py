"""Titles and names for records that have none of their own."""

from __future__ import annotations

import re

from memdeck.memory.naming import name_from
from memdeck.memory.secrets import mask_secrets

_LENGTH = 80
"""Longest title that is made from a text."""

_MARKS = re.compile(r"\*\*|__|`|^#{1,6}\s+|^>\s+|^[-*+]\s+|^\d+[.)]\s+")
_LINK = re.compile(r"\[([^\]\n]{1,200})\]\([^)\n]{0,500}\)")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_READ = 2_000


def title_of(text: str) -> str:
    """Return a title for a text: its first line, without markdown, cut at a sentence or a word when long."""
    lines = text[:_READ].split("\n")
    line = next((plain for plain in map(plain_text, lines) if plain), "") or "Note"
    if len(line) <= _LENGTH:
        return line
    line = mask_secrets(line).text  # half a secret would not be known for one any more
    sentence = _SENTENCE.split(line, maxsplit=1)[0]
    if len(sentence) <= _LENGTH:
        return sentence
    cut = line[: _LENGTH - 1]
    word = cut.rpartition(" ")[0]
    return (word if len(word) > _LENGTH // 2 else cut).rstrip(" ,;:-") + "…"


def plain_text(line: str) -> str:
    """Return one line of markdown as plain words."""
    line = _CONTROL.sub(" ", _LINK.sub(r"\1", line)).strip()
    return " ".join(_MARKS.sub("", line).split())


def words_of(name: str) -> str:
    """Return a file name or a label as words: `tech_context` and `techContext` are "Tech context"."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    words = " ".join(re.split(r"[-_\s.]+", parted)).strip()
    return words[:1].upper() + words[1:].lower() if words.isascii() else words


def name_of(title: str) -> str:
    """Return the name that a title suggests, other scripts spelled in Latin letters."""
    if title.isascii():
        return name_from(title)
    from anyascii import anyascii

    return name_from(
        "".join(f" {anyascii(char)} " if ord(char) > 0x2E7F else anyascii(char) for char in title)
    )
