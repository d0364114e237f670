"""How the seven types are named outside, where often only four are known."""

from __future__ import annotations

from memdeck.memory.kinds import MemoryType

_OUTSIDE = {
    MemoryType.TODO: MemoryType.PROJECT,
    MemoryType.SUMMARY: MemoryType.PROJECT,
    MemoryType.SNIPPET: MemoryType.REFERENCE,
}
_OTHER_NAMES = {
    "user_preference": MemoryType.USER,
    "project_decision": MemoryType.PROJECT,
    "context_snippet": MemoryType.SNIPPET,
    "conversation_summary": MemoryType.SUMMARY,
}


def outside_type(kind: MemoryType) -> MemoryType:
    """Return the one of the four common types that stands for `kind` in an outside format."""
    return _OUTSIDE.get(kind, kind)


def read_type(text: str) -> tuple[MemoryType, bool]:
    """Return the type that a file means, and whether its own word for it must be kept.

    A word that is none of ours is a PROJECT entry; the word is kept, so that the way back writes it again.
    """
    word = text.strip().casefold()
    if word.upper() in MemoryType.__members__:
        return MemoryType[word.upper()], False
    return _OTHER_NAMES.get(word.replace("-", "_").replace(" ", "_"), MemoryType.PROJECT), bool(word)


def is_type(text: str) -> bool:
    """Tell whether a word names one of the seven types, by our name for it or by another that is known."""
    word = text.strip().casefold()
    return word.upper() in MemoryType.__members__ or word.replace("-", "_").replace(" ", "_") in _OTHER_NAMES


def true_type(outside: MemoryType, kept: str) -> MemoryType:
    """Return the type an exported entry really had, unless somebody gave it another one outside."""
    true = MemoryType.__members__.get(kept.strip().upper())
    return true if true is not None and outside_type(true) is outside else outside
