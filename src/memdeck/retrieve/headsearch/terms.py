"""Splitting what was typed into the words that all must match."""

from __future__ import annotations

import re

from memdeck.memory.searchable import searchable

_CJK = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]")


def phrase_of(text: str) -> str:
    """Return what was typed in its searchable form, blanks made single."""
    return " ".join(searchable(text).split())


def terms_of(text: str) -> tuple[str, ...]:
    """Return the words of a search, each once, in their order."""
    return tuple(dict.fromkeys(searchable(text).split()))


def is_cjk(term: str) -> bool:
    """Return True when a term holds Chinese, Japanese or Korean characters, which words can't be cut from."""
    return _CJK.search(term) is not None
