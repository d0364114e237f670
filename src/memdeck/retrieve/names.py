"""Names of speakers in a prompt: `What did Ana say about the offer?` is about what Ana said.

The name decides whose turns are meant, and says nothing about what was said; so it counts by itself and is
taken out of the text that is compared.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from memdeck.memory.late_pattern import compiled
from memdeck.memory.searchable import searchable

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_CJK_RUN = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
_MOST = 200


def possible_names(prompt: str) -> list[str]:
    """Return every word and pair of words of a prompt that could be a name, in searchable form."""
    text = searchable(prompt)
    words = [re.sub(r"['’]s$", "", word) for word in _WORD.findall(text)]
    pairs = [f"{first} {second}" for first, second in pairwise(words)]
    runs = [
        run[start : start + length]
        for run in ([] if text.isascii() else compiled(_CJK_RUN).findall(text))
        for length in (2, 3, 4)
        for start in range(len(run) - length + 1)
    ]
    return list(dict.fromkeys([*words, *pairs, *runs]))[:_MOST]


def without_names(prompt: str, names: Collection[str]) -> str:
    """Return the prompt without these names; the prompt itself when nothing else would be left."""
    if not names:
        return prompt
    text = prompt
    for name in sorted(names, key=lambda name: (-len(name), name)):
        bounded = name.isascii()
        pattern = rf"\b{re.escape(name)}(?:['’]s)?(?!\w)" if bounded else re.escape(name)
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    text = " ".join(text.replace("?", " ").replace("？", " ").split())
    return text if re.search(r"\w", text) else prompt
