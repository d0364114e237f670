"""No entry can close the block it stands in, open another, or pass for the assistant's own wrappers.

An entry may hold `</memory-…>` in full-width letters, in Cyrillic look-alikes, with blanks or invisible
characters in between. Each opening bracket that begins such a tag becomes `&lt;`, which stays readable and
closes nothing. Other tags, as code has them, are left alone.
"""

from __future__ import annotations

import re
import unicodedata

ESCAPED = "&lt;"

RESERVED = (
    "memory", "memories", "memdeck", "system", "antml", "functioncalls", "functionresults", "toolresult",
    "userpromptsubmithook", "sessionstarthook", "additionalcontext", "imstart", "imend", "endoftext",
    "human", "assistant", "developer", "environmentcontext", "userinstructions", "hookcontext",
    "commandmessage", "commandname", "commandargs", "localcommand", "bashinput", "bashstdout", "bashstderr",
)  # fmt: skip
"""What a tag may not begin with, written without the signs that `_letters` skips."""

_OPENING = re.compile("[<＜﹤‹〈〈⟨❮❬ᐸ˂≺⋖⧼⦑〈]")
_CONFUSABLE = str.maketrans(
    "аеорсухмѕтіјԁһлнкгαειοκνρτυχμѵոսօｉᴍᴇᴏʀʏѡ01345@єүⲟⲅⲥꜱᎪᎷ",
    "aeopcyxmstijdhlhkraeiokvptyxmvnuoimeorywoleasaeyorcsam",
)


_GENERIC = re.compile(r"[A-Z]\w*[>,<\[?]", re.ASCII)
"""What follows the bracket of a type parameter, as in `List<Memory>`; the marks of assistants begin small."""


def without_imitations(text: str) -> str:
    """Return `text` with every bracket that begins a reserved or look-alike tag escaped."""

    def escaped(found: re.Match[str]) -> str:
        if _is_type_parameter(text, found) or not _begins_reserved(text, found.end()):
            return found.group()
        return ESCAPED

    return _OPENING.sub(escaped, text)


def _is_type_parameter(text: str, bracket: re.Match[str]) -> bool:
    before = text[bracket.start() - 1 : bracket.start()]
    return before.isascii() and before.isidentifier() and _GENERIC.match(text, bracket.end()) is not None


def _begins_reserved(text: str, start: int) -> bool:
    letters = ""
    for position in range(start, len(text)):
        character = text[position]
        if _OPENING.match(character):
            return False
        letters += _letters(character)
        if letters.startswith(RESERVED):
            return True
        if not any(word.startswith(letters) for word in RESERVED):
            return False
    return False


def _letters(character: str) -> str:
    """Return what a reader takes the character for: plain small letters and digits, or nothing at all."""
    folded = unicodedata.normalize("NFKD", character).casefold().translate(_CONFUSABLE)
    return "".join(sign for sign in folded if sign.isalnum())
