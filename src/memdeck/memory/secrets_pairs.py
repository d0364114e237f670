"""Values whose key says that they are secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `**Token:** …`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memdeck.memory.late_pattern import compiled
from memdeck.memory.secrets_level import SecretLevel
from memdeck.memory.secrets_strength import is_strong

_CHOSEN_WORDS = r"pass(?:word|wd|phrase|wort)?|pwd|contraseña|mot[ _-]de[ _-]passe|密码|口令"
_KEY_WORDS = (
    r"(?:api|access|secret|private|signing|encryption|master|service|account|storage|shared|auth)"
    r"[ _-]?key(?:[ _-]?id)?"
    r"|secret|token|credentials?|密钥|令牌"
)
_STRICT_WORDS = r"key|auth|pin|cookie|session|salt|signature"

_BETWEEN = r"[\"'`*_\])]{0,3}[ \t]{0,3}(?::=|=>|==?|[:：=＝])[*_]{0,3}[ \t]{0,3}"
_QUOTED = r"\"([^\"\n]++)\"|'([^'\n]++)'|`([^`\n]++)`"
_BARE = r"[^\s\"'`,;]++"


def _pattern(words: str) -> str:
    return rf"(?i)(?:{words})[0-9]{{0,2}}{_BETWEEN}"


_PASSWORDS = rf"(?P<password>{_CHOSEN_WORDS})"
_KEYS = rf"(?P<key>{_KEY_WORDS})"
_STRICT = rf"(?P<strict>{_STRICT_WORDS})"
_USUAL = _pattern(f"{_PASSWORDS}|{_KEYS}")
_EAGER = _pattern(f"{_PASSWORDS}|{_KEYS}|{_STRICT}")

_MASK = r"<[A-Z][A-Z_]*>"
_SEEN = 512
"""Characters of a value that are looked at."""

_CODE = r"[A-Za-z_][\[(]"
"""A call or a subscript: the value is elsewhere."""

_NEXT_PARAMETER = r"&[A-Za-z_][A-Za-z0-9_.-]{0,63}="
_CLOSING = ")]}>.*:!?"

_BEGINNINGS = (
    "pass", "pwd", "contrase", "mot", "密码", "口令", "api", "access", "secret", "private", "signing",
    "encryption", "master", "service", "account", "storage", "shared", "auth", "token", "credential", "密钥",
    "令牌",
)  # fmt: skip
"""Every key begins with one of these, in small letters."""
_EAGER_BEGINNINGS = (*_BEGINNINGS, "key", "pin", "cookie", "session", "salt", "signature")

Span = tuple[str, int, int]


def pairs(text: str, level: SecretLevel) -> Iterator[Span]:
    """Yield the values of keys that mean a secret, when they look like one at this level."""
    eager = level is SecretLevel.STRICT
    values = _Values(text)
    for match in _keys(text, _EAGER if eager else _USUAL, _EAGER_BEGINNINGS if eager else _BEGINNINGS):
        start, end = values.after(match.end())
        value = text[start : min(end, start + _SEEN)]
        if not compiled(_MASK).search(value) and is_strong(
            value, level, password=match["password"] is not None
        ):
            yield _kind(match), start, end


def _keys(text: str, pattern: str, beginnings: Sequence[str]) -> Iterator[re.Match[str]]:
    """Yield the keys of a text. Looking for their beginnings first is ten times as fast as the pattern."""
    small = text.lower()
    if len(small) != len(text):  # some capital has no small letter of the same length
        yield from compiled(pattern).finditer(text)
        return
    places = set()
    for beginning in beginnings:
        place = small.find(beginning)
        while place >= 0:
            places.add(place)
            place = small.find(beginning, place + 1)
    for place in sorted(places):
        if match := compiled(pattern).match(text, place):
            yield match


class _Values:
    """Finds where the value after a key ends. A run without blanks is gone through once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._run_end = self._value_end = -1

    def after(self, start: int) -> tuple[int, int]:
        """Return where the value lies that begins at `start`; an empty place when there is none."""
        text = self._text
        quoted = compiled(_QUOTED).match(text, start)
        if quoted is not None:
            return quoted.span(quoted.lastindex or 0)
        if start >= self._run_end:
            run = compiled(_BARE).match(text, start)
            if run is None:
                return start, start
            self._run_end = run.end()
            stripped = run[0].rstrip(_CLOSING)
            self._value_end = start + len(stripped)
        if compiled(_MASK).search(text, start, min(self._run_end, start + 2 * _SEEN)):
            return start, start
        seen = text[start : min(self._value_end, start + _SEEN)]
        if compiled(_CODE).search(seen):
            return start, start
        cut = compiled(_NEXT_PARAMETER).search(seen)
        return start, max(start, start + cut.start() if cut else self._value_end)


def _kind(match: re.Match[str]) -> str:
    if match["password"] is not None:
        return "PASSWORD"
    word = match["key"]
    if word is None:
        return "SECRET"
    folded = word.casefold()
    if folded.endswith(("key", "id")):
        return "KEY"
    return "TOKEN" if folded in {"token", "令牌"} else "SECRET"
