"""From text to the terms that are looked up: stems, identifiers whole and in parts, Chinese in pairs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

from memdeck.store.words.stemming import stem

_CJK_RANGES = (
    (0x3040, 0x30FF),
    (0x3400, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3134F),
)
"""Scripts without blanks between words, and Korean, whose endings stick to the words. No regular expression
knows them: one with these classes takes longer to compile than a whole search takes."""

TERM_LIMIT = 64
"""Longest term, in characters: a line of base64 is no word."""

_TOKEN = re.compile(r"\w+(?:[.\-+#/'’]\w+)*[+#%]*")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_PLAIN_PART = re.compile(r"[^\W\d_]+|\d+")
_CONNECTORS = ".-/'’"
_STOP = frozenset(
    {
        "a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been",
        "being", "but", "by", "can", "could", "did", "do", "does", "doing", "done", "for", "from",
        "get", "got", "had", "has", "have", "having", "he", "her", "here", "him", "his", "how", "i",
        "if", "in", "into", "is", "it", "its", "just", "let", "like", "may", "me", "might", "more",
        "my", "no", "not", "of", "on", "one", "only", "or", "our", "out", "please", "she", "should",
        "so", "some", "than", "that", "the", "their", "them", "then", "there", "these", "they",
        "this", "those", "to", "too", "up", "us", "was", "we", "were", "what", "when", "where",
        "which", "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
    }
)  # fmt: skip
_CJK_STOP = frozenset("的了吗呢吧啊是在和与或就都也还把被让给对从到这那哪个们我你他她它有没不会能要用")


def terms_of(text: str) -> list[str]:
    """Return the terms of a text, in order and as often as they occur. None holds a blank."""
    found: list[str] = []
    for token in tokens_of(text):
        found += cjk_terms(token) if is_cjk(token) else word_terms(token)
    return found


def tokens_of(text: str) -> Iterator[str]:
    """Yield the runs of a text: words and identifiers as written, and whole stretches of CJK."""
    for found in _TOKEN.finditer(unicodedata.normalize("NFKC", text)):
        token = found.group()
        if token.isascii():
            yield token
            continue
        for cjk, characters in groupby(token, _is_cjk_character):
            run = "".join(characters)
            run = run if cjk else run.strip(_CONNECTORS)
            if run:
                yield run


def is_cjk(token: str) -> bool:
    """Tell whether a run, as `tokens_of` yields it, is CJK."""
    return _is_cjk_character(token[0])


def cjk_share(text: str) -> float:
    """Return which share of the characters are CJK, from 0 to 1."""
    if not text or text.isascii():
        return 0.0
    return sum(map(_is_cjk_character, text)) / len(text)


def _is_cjk_character(character: str) -> bool:
    code = ord(character)
    return code >= _CJK_RANGES[0][0] and any(low <= code <= high for low, high in _CJK_RANGES)


def word_terms(token: str) -> list[str]:
    """Return the stem of a plain word, or an identifier's whole and the stems of its parts."""
    whole = token.casefold()[:TERM_LIMIT]
    if whole in _STOP:
        return []
    parts = parts_of(token)
    if parts == [whole]:
        return [stem(whole)]
    kept = [stem(part[:TERM_LIMIT]) for part in parts if part not in _STOP and not _says_little(part, whole)]
    return [whole, *kept]


def parts_of(token: str) -> list[str]:
    """Split `maxRetryCount`, `max_retry_count` and `max-retry.count` alike, in lower case."""
    parting = _PART if token.isascii() else _PLAIN_PART
    return [part.casefold() for part in parting.findall(token)]


def cjk_terms(run: str) -> list[str]:
    """Return the characters and the pairs of characters of a run."""
    single = [char for char in run if char not in _CJK_STOP] if len(run) > 1 else [run]
    return single + [run[start : start + 2] for start in range(len(run) - 1)]


def _says_little(part: str, whole: str) -> bool:
    return len(part) == 1 or (len(part) == 2 and ("'" in whole or "’" in whole))
