"""Secrets that are known by what stands around them: private keys, passwords in addresses, login headers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from memdeck.memory.late_pattern import compiled
from memdeck.memory.secrets_level import SecretLevel
from memdeck.memory.secrets_strength import is_placeholder, is_strong

_BEGIN = r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
_END = r"-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
_KEY_LINES = (
    r"(?:(?:\s|\\[nrt]|[\"'+,>|])*+"
    r"(?:[A-Za-z0-9+/=]{24,}+|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{1,200}+))*+"
    r"(?:(?:\s|\\[nrt])*+[A-Za-z0-9+/]{2,}+={1,2})?+"
)
"""The lines of a key whose end is missing; prose after it has shorter words."""

_ADDRESS = r"://[^\s/:@\"'<>`]{0,256}+:([^\s/\"'<>`]{1,512})@(?=[^\s@])"
_NAMELESS_ADDRESS = r"(?:https?|ssh|git)://([A-Za-z0-9_~.-]{20,512}+)@(?=[A-Za-z0-9])"
_ADDRESS_WORDS = frozenset({"password", "pass", "passwd", "pwd", "secret", "token", "..."})

_LOGIN = r"(?i)\b(?:bearer|basic|authorization:\s{0,3}token)\s{1,3}([A-Za-z0-9._~+/=-]{16,}+)"

Span = tuple[str, int, int]


def private_keys(text: str) -> Iterator[Span]:
    """Yield whole private keys in PEM form, also when their end was cut off."""
    if "-----BEGIN" not in text:
        return
    begins = list(compiled(_BEGIN).finditer(text))
    ends = [match.end() for match in compiled(_END).finditer(text)]
    for number, begin in enumerate(begins):
        following = begins[number + 1].start() if number + 1 < len(begins) else len(text)
        place = bisect_left(ends, begin.end())
        if place < len(ends) and ends[place] <= following:
            yield "PRIVATE_KEY", begin.start(), ends[place]
            continue
        lines = compiled(_KEY_LINES).match(text, begin.end())
        yield "PRIVATE_KEY", begin.start(), lines.end() if lines else begin.end()


def addresses(text: str, level: SecretLevel) -> Iterator[Span]:
    """Yield the passwords of addresses such as `postgres://me:…@host/db`, and tokens instead of a name."""
    if "://" not in text or "@" not in text:
        return
    for match in compiled(_ADDRESS).finditer(text):
        word = match[1].casefold()
        if is_placeholder(match[1]) or (level is not SecretLevel.STRICT and word in _ADDRESS_WORDS):
            continue
        yield "URL_PASSWORD", match.start(1), match.end(1)
    for match in compiled(_NAMELESS_ADDRESS).finditer(text):
        if is_strong(match[1], level):
            yield "URL_TOKEN", match.start(1), match.end(1)


def logins(text: str, level: SecretLevel) -> Iterator[Span]:
    """Yield what follows `Bearer` or `Basic` in a header."""
    folded = text.casefold()
    if not any(word in folded for word in ("bearer", "basic", "authorization")):
        return
    for match in compiled(_LOGIN).finditer(text):
        value = match[1].rstrip(".")
        if is_strong(value, level):
            yield "LOGIN_TOKEN", match.start(1), match.start(1) + len(value)
