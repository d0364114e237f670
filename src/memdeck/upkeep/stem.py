"""A light English stemmer: `retries`, `retried` and `retry` become one; nothing more is needed here."""

from __future__ import annotations

import re
from functools import lru_cache

_CONTRACTED = re.compile(r"['’](?:s|re|ve|ll|d|m)$")
_VOWELS = frozenset("aeiouy")
_KEPT_DOUBLES = ("ll", "ss", "zz")
_INVARIANT = frozenset(
    {
        "this",
        "is",
        "was",
        "has",
        "does",
        "always",
        "its",
        "us",
        "as",
        "news",
        "css",
        "https",
        "hourly",
        "daily",
        "nightly",
        "weekly",
        "monthly",
        "quarterly",
        "yearly",
    }
)


_IRREGULAR = {
    "axes": "axis", "indices": "index", "indexes": "index", "matrices": "matrix", "vertices": "vertex",
    "criteria": "criterion", "analyses": "analysis", "children": "child", "mice": "mouse", "women": "woman",
    "leaves": "leaf", "knives": "knife", "halves": "half", "shelves": "shelf", "feet": "foot",
    "phenomena": "phenomenon", "labelled": "label", "labelling": "label", "cancelled": "cancel",
    "cancelling": "cancel", "travelled": "travel", "travelling": "travel", "modelled": "model",
    "modelling": "model", "signalled": "signal", "signalling": "signal", "fuelled": "fuel",
    "totalled": "total",
    "ate": "eat", "eaten": "eat", "drank": "drink", "drunk": "drink", "drove": "drive", "driven": "drive",
    "wore": "wear", "worn": "wear", "taught": "teach", "bought": "buy", "sold": "sell", "sought": "seek",
    "froze": "freeze", "frozen": "freeze", "broke": "break", "broken": "break",
    "grew": "grow", "grown": "grow",
    "threw": "throw", "thrown": "throw", "stole": "steal", "stolen": "steal", "began": "begin",
    "begun": "begin",
    "hid": "hide", "slept": "sleep", "met": "meet", "led": "lead", "fed": "feed", "bred": "breed",
}  # fmt: skip
"""Forms that no ending gives away."""


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return the stem of a lower-case word; words of up to three letters and non-ASCII stay as they are."""
    word = _CONTRACTED.sub("", word)
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3 or word in _INVARIANT or not word.isalpha() or not word.isascii():
        return word
    return _without_e(_without_past(_without_plural(word)))


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "ws")):
        return word[:-1]
    return word


def _without_past(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for suffix in ("ing", "ed", "ly"):
        head = word.removesuffix(suffix)
        if head != word and len(head) >= (4 if suffix == "ly" else 3) and _VOWELS & set(head):
            if suffix != "ly" and head[-1] == head[-2] and not head.endswith(_KEPT_DOUBLES):
                return head[:-1]
            return head
    return word


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
