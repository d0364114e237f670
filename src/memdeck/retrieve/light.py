"""The light reranker: no model, only what the lanes can't see.

A model reads `oceanblue-116` as a blur, and the words' score spreads it over its parts. Somebody who types
an identifier means that identifier.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memdeck.memory.entry import Memory
from memdeck.memory.searchable import searchable

_TOKEN = re.compile(r"[^\W_][\w.\-/+#:]*[\w+#]|[^\W_]")
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_COMPOUND = re.compile(r"[a-zA-Z]+(?:-[a-z]+)+")
_WHOLE = 0.5
"""Added when the prompt is nothing but identifiers, and the entry has them all."""
_WITHOUT = -0.3
"""Added to the entries that have none of them, when another one has."""
_PART = 0.06
"""Added when the prompt also holds other words."""


class LightReranker:
    """Adds to entries that hold the identifiers of the prompt exactly."""

    def judge(self, prompt: str, memories: Sequence[Memory]) -> Mapping[str, Sequence[float]]:
        """Return the part `exact`."""
        tokens = _TOKEN.findall(prompt)
        wanted = list(dict.fromkeys(map(searchable, identifiers_in(prompt))))
        if not wanted:
            return {}
        alone = len(wanted) == len(set(tokens))
        held = [_share_held(memory, wanted) for memory in memories]
        if not any(held):
            return {}
        most, without = (_WHOLE, _WITHOUT) if alone else (_PART, 0.0)
        return {"exact": [most * share if share else without for share in held]}


def _share_held(memory: Memory, wanted: Sequence[str]) -> float:
    text = searchable(f"{memory.title}\n{memory.description}\n{memory.content}")
    return sum(_holds(text, name) for name in wanted) / len(wanted)


def identifiers_in(text: str) -> list[str]:
    """Return the identifiers of a text as written, each once."""
    return list(dict.fromkeys(token for token in _TOKEN.findall(text) if is_identifier(token)))


def is_identifier(token: str) -> bool:
    """Tell whether a token is a name in code, a ticket, a version, a path: nothing a sentence has."""
    if not token.isascii():
        return False
    letters = any(char.isalpha() for char in token)
    odd = any(not char.isalpha() for char in token)
    return letters and (odd or _CAMEL.search(token) is not None) and not _COMPOUND.fullmatch(token)


def _holds(text: str, name: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text) is not None
