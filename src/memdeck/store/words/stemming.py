"""English word stems: the algorithm of M. F. Porter, "An algorithm for suffix stripping", 1980.

Written out here because the library for it takes longer to import than a whole search takes.
"""

from __future__ import annotations

import re
from functools import lru_cache

_C = "[^aeiou](?:[^aeiouy])*"
_V = "[aeiouy](?:[aeiou])*"
_MEASURE_ABOVE_0 = re.compile(f"^(?:{_C})?{_V}{_C}")
_MEASURE_IS_1 = re.compile(f"^(?:{_C})?{_V}{_C}(?:{_V})?$")
_MEASURE_ABOVE_1 = re.compile(f"^(?:{_C})?{_V}{_C}{_V}{_C}")
_HAS_VOWEL = re.compile(f"^(?:{_C})?[aeiouy]")
_ENDS_CVC = re.compile(f"^{_C}[aeiouy][^aeiouwxy]$")
_DOUBLE = re.compile(r"([^aeiouylsz])\1$")

_STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"),
    ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"),
    ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"), ("logi", "log"),
)  # fmt: skip
_STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
)  # fmt: skip
_STEP_4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize",
    "al", "er", "ic", "ou",
)  # fmt: skip


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the stem of a lower-case word; a word that isn't plain a-z comes back as it is."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    first_is_y = word[0] == "y"
    if first_is_y:
        word = "Y" + word[1:]
    word = _tidied(_step_4(_step_3(_step_2(_step_1(word)))))
    return "y" + word[1:] if first_is_y else word


def _step_1(word: str) -> str:
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if word.endswith("eed"):
        if _MEASURE_ABOVE_0.match(word[:-3]):
            word = word[:-1]
    else:
        for suffix in ("ed", "ing"):
            rest = word[: -len(suffix)]
            if word.endswith(suffix) and _HAS_VOWEL.match(rest):
                word = _after_cut(rest)
                break
    if word.endswith("y") and _HAS_VOWEL.match(word[:-1]):
        word = word[:-1] + "i"
    return word


def _after_cut(rest: str) -> str:
    if rest.endswith(("at", "bl", "iz")) or _ENDS_CVC.match(rest):
        return rest + "e"
    return rest[:-1] if _DOUBLE.search(rest) else rest


def _step_2(word: str) -> str:
    return _replaced(word, _STEP_2)


def _step_3(word: str) -> str:
    return _replaced(word, _STEP_3)


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for suffix, put in endings:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            return rest + put if _MEASURE_ABOVE_0.match(rest) else word
    return word


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            return rest if _MEASURE_ABOVE_1.match(rest) else word
    if word.endswith(("sion", "tion")) and _MEASURE_ABOVE_1.match(word[:-3]):
        return word[:-3]
    return word


def _tidied(word: str) -> str:
    if word.endswith("e"):
        rest = word[:-1]
        if _MEASURE_ABOVE_1.match(rest) or (_MEASURE_IS_1.match(rest) and not _ENDS_CVC.match(rest)):
            word = rest
    if word.endswith("ll") and _MEASURE_ABOVE_1.match(word):
        word = word[:-1]
    return word
