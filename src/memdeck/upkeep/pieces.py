"""Sentences cut into pieces, with conditions that stand before a comma joined to what they govern."""

from __future__ import annotations

import re
from dataclasses import dataclass

_DENIAL = r"不|别|禁止|严禁|no\b|never\b|don['’]t|do not"
_TURN = r"\bbut\b|\bwhereas\b|\bwhile\b|但是|(?<!不)但|(?<!然)而(?!是|非|不)"
_CUT = re.compile(rf"\s*(?:[,;，；()（）]|\s[—–-]\s|——|{_TURN}|:(?=\s*(?:{_DENIAL})))\s*", re.IGNORECASE)
_EDITION = re.compile(r"\s*[(（](v\d[\w.]*)[)）]", re.IGNORECASE)
"""`(v1)` says for what it holds."""
_AND = re.compile(r"\s+and\s+|\s*(?:并且|以及|和)\s*", re.IGNORECASE)
_OPENER = re.compile(
    r"^(?:when|if|unless|in|on|for|during|before|after|while|within|outside|except|once|inside|at)\b|"
    r"^(?:当|如果|若|在|对于|对|关于|除了|除非|一旦)|(?:时|时候|前|后|里|中|内|下|的话|情况下)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a sentence and the condition that was said before it."""

    text: str
    condition: str = ""


def pieces_of(sentence: str) -> list[Piece]:
    """Return the pieces of a sentence, in order."""
    found: list[Piece] = []
    waiting = ""
    for text in _CUT.split(_EDITION.sub(r" for \1", sentence)):
        text = text.strip(" .。:")
        if not text:
            continue
        if _OPENER.search(text) and not _holds_more(text):
            waiting = f"{waiting} {text}".strip()
        else:
            found.append(Piece(text, waiting))
            waiting = ""
    if waiting:
        if found:
            found[-1] = Piece(f"{found[-1].text} {waiting}", found[-1].condition)
        else:
            found.append(Piece(waiting))
    return found


def parallel_parts(text: str) -> list[str]:
    """Return the two sides of `X for A and Y for B`, or the text alone when `and` only joins words."""
    parts = _AND.split(text)
    if len(parts) == 2 and all(
        re.search(r"\s(?:for|in|on|to)\s|(?:用于|用来|给|做|存)", part) for part in parts
    ):
        return parts
    return [text]


def _holds_more(text: str) -> bool:
    """Tell whether a piece that begins like a condition says something of its own after it."""
    return bool(
        re.search(
            r"\b(?:is|are|must|should|use|uses|run|runs|go|goes|may|can)\b|[是用须]|必须|采用|放在|禁止|可以",
            text,
        )
    )
