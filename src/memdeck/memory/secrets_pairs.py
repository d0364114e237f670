"""Values whose key says that they are secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `**Token:** …`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdeck.memory.secrets_strength import SecretLevel, is_strong

_CHOSEN_WORDS = r"pass(?:word|wd|phrase|wort)?|pwd|contraseña|mot[ _-]de[ _-]passe|密码|口令"
_KEY_WORDS = (
    r"(?:api|access|secret|private|signing|encryption|master|service|account|storage|shared|auth)"
    r"[ _-]?key(?:[ _-]?id)?"
    r"|secret|token|credentials?|密钥|令牌"
)
_STRICT_WORDS = r"key|auth|pin|cookie|session|salt|signature"

_BETWEEN = r"[\"'`*_\])]{0,3}[ \t]{0,3}(?::=|=>|==?|[:：=＝])[*_]{0,3}[ \t]{0,3}"
_VALUE = r"(?:\"(?P<double>[^\"\n]++)\"|'(?P<single>[^'\n]++)'|`(?P<tick>[^`\n]++)`|(?P<bare>[^\s\"'`,;]++))"


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?:{words})[0-9]{{0,2}}{_BETWEEN}{_VALUE}")


_PASSWORDS = rf"(?P<password>{_CHOSEN_WORDS})"
_KEYS = rf"(?P<key>{_KEY_WORDS})"
_STRICT = rf"(?P<strict>{_STRICT_WORDS})"
_USUAL = _pattern(f"{_PASSWORDS}|{_KEYS}")
_EAGER = _pattern(f"{_PASSWORDS}|{_KEYS}|{_STRICT}")

_MASK = re.compile(r"<[A-Z][A-Z_]*>")
_CODE = re.compile(r"[A-Za-z_][\[(]")
"""A call or a subscript: the value is elsewhere."""

_NEXT_PARAMETER = re.compile(r"&[A-Za-z_][A-Za-z0-9_.-]{0,63}=")
_CLOSING = ")]}>.*:!?"

_HINTS = (
    "pass", "pwd", "contrase", "passe", "密码", "口令", "key", "secret", "token", "credential", "密钥",
    "令牌", "auth", "pin", "cookie", "session", "salt", "signature",
)  # fmt: skip
"""A text with none of these, in small letters, holds no pair."""

Span = tuple[str, int, int]


def pairs(text: str, level: SecretLevel) -> Iterator[Span]:
    """Yield the values of keys that mean a secret, when they look like one at this level."""
    folded = text.casefold()
    if not any(hint in folded for hint in _HINTS):
        return
    pattern = _EAGER if level is SecretLevel.STRICT else _USUAL
    for match in pattern.finditer(text):
        group = str(match.lastgroup)
        start, value = match.start(group), match[group]
        if group == "bare":
            if _CODE.search(value):
                continue
            cut = _NEXT_PARAMETER.search(value)
            value = (value[: cut.start()] if cut else value).rstrip(_CLOSING)
        if _MASK.search(value) or not is_strong(value, level, password=match["password"] is not None):
            continue
        yield _kind(match), start, start + len(value)


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
