"""How random a value must look to count as a secret when only its key says so.

Three levels, after the guardrail "Secret Keys" of ByteChef. Each asks for a length, for an entropy in bits
for each character (Shannon, over the characters of the value itself) and for kinds of characters: small
letters, capitals, digits, others.
"""

from __future__ import annotations

import math
from collections import Counter

from memdeck.memory.late_pattern import compiled
from memdeck.memory.secrets_level import SecretLevel

_Bar = tuple[int, float, int]
"""Least length, bits a character, kinds of characters."""

_KEY_BARS: dict[SecretLevel, tuple[_Bar, ...]] = {
    SecretLevel.STRICT: ((10, 3.0, 2),),
    SecretLevel.BALANCED: ((10, 3.8, 3), (20, 3.0, 2)),
    SecretLevel.PERMISSIVE: ((30, 4.0, 2),),
}
_PASSWORD_BARS: dict[SecretLevel, tuple[_Bar, ...]] = {
    SecretLevel.STRICT: ((6, 2.0, 1),),
    SecretLevel.BALANCED: ((6, 2.5, 2),),
    SecretLevel.PERMISSIVE: ((30, 4.0, 2),),
}
"""People choose passwords, so they are shorter and less random than keys."""

_MEASURED = 256
"""Characters of a value that are looked at."""

_PARTS = r"[-_./:@, ]+"
_WORD = r"[A-Z]?[a-z]{1,20}(?:[A-Z][a-z]{1,20}){0,6}|[A-Z]{1,20}|[0-9]{1,4}"
_PLACEHOLDER = r"(?i)[$%]?[({\[]|[$%][a-z_]|x{3,}|\*+|\.{3}|your[-_ ]|my[-_ ]|example|changeme|redacted"


def entropy(text: str) -> float:
    """Return the Shannon entropy of a text, in bits a character."""
    total = len(text)
    return -sum(count / total * math.log2(count / total) for count in Counter(text).values()) if text else 0.0


def is_strong(value: str, level: SecretLevel, *, password: bool = False) -> bool:
    """Tell whether a value that a key calls secret looks like one, and not like a name or a placeholder."""
    value = value[:_MEASURED]
    if is_placeholder(value) or (level is not SecretLevel.STRICT and _is_words(value)):
        return False
    bars = (_PASSWORD_BARS if password else _KEY_BARS).get(level, ())
    measured = entropy(value)
    return any(
        len(value) >= least and measured >= bits and _kinds(value) >= kinds for least, bits, kinds in bars
    )


def is_placeholder(value: str) -> bool:
    """Tell whether a value stands for one that is elsewhere: `${TOKEN}`, `<token>`, `****`."""
    return bool(compiled(_PLACEHOLDER).match(value)) or value[:1] == "<" or "${" in value or "{{" in value


def _kinds(text: str) -> int:
    found = {
        "a" if char.islower() else "A" if char.isupper() else "0" if char.isdigit() else "." for char in text
    }
    return len(found)


def _is_words(value: str) -> bool:
    """Tell whether a value is made of words and small numbers: a path, a variable, `at-least-12-chars`."""
    parts = [part for part in compiled(_PARTS).split(value.strip("!?.,;:")) if part]
    return all(compiled(_WORD).fullmatch(part) for part in parts)
