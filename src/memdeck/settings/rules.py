"""What one configuration value may be.

A rule reads a value as YAML gives it, or the text of a variable, and raises ValueError when it is not
allowed; the sentence that a person sees is made from `allowed`, so no rule has to know file or key.
A ValueError from `read` may say what is wrong inside a group of values.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0"})
_NOTHING = frozenset({"", "null", "none", "~"})


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Rule:
    """What a value may be; an `optional` one may also be null."""

    optional: bool = False

    @property
    def allowed(self) -> str:
        """What may stand there, to be read after "must be"."""
        return self._allowed() + (", or null" if self.optional else "")

    def read(self, value: object) -> object:
        """Return `value` in its true type; raise ValueError when it is not allowed."""
        return None if value is None and self.optional else self._read(value)

    def parse(self, text: str) -> object:
        """Turn a variable's text into what YAML would have given; raise ValueError when it can't be."""
        if self.optional and text.strip().casefold() in _NOTHING:
            return None
        return self._parse(text.strip())

    def _allowed(self) -> str:
        raise NotImplementedError

    def _read(self, value: object) -> object:
        raise NotImplementedError

    def _parse(self, text: str) -> object:
        return text


@dataclass(slots=True, eq=False, repr=False)
class Whole(Rule):
    """A whole number between two bounds, both allowed."""

    low: int
    high: int

    def _allowed(self) -> str:
        return f"a whole number from {self.low:,} to {self.high:,}"

    def _read(self, value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError
        return value

    def _parse(self, text: str) -> object:
        return int(text)


@dataclass(slots=True, eq=False, repr=False)
class Number(Rule):
    """A number between two bounds, both allowed."""

    low: float = 0.0
    high: float = 1.0

    def _allowed(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"

    def _read(self, value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError
        if not (math.isfinite(value) and self.low <= value <= self.high):
            raise ValueError
        return float(value)

    def _parse(self, text: str) -> object:
        return float(text)


@dataclass(slots=True, eq=False, repr=False)
class Switch(Rule):
    """True or false."""

    def _allowed(self) -> str:
        return "true or false"

    def _read(self, value: object) -> object:
        if not isinstance(value, bool):
            raise ValueError
        return value

    def _parse(self, text: str) -> object:
        word = text.casefold()
        if word in _YES | _NO:
            return word in _YES
        raise ValueError


@dataclass(slots=True, eq=False, repr=False)
class OneOf(Rule):
    """One of a closed list of words."""

    words: tuple[str, ...]

    def _allowed(self) -> str:
        return "one of " + ", ".join(self.words)

    def _read(self, value: object) -> object:
        value = _unquoted(value, self.words)
        if value not in self.words:
            raise ValueError
        return value


@dataclass(slots=True, eq=False, repr=False)
class Words(Rule):
    """One line of text that is not empty; `what` says of which kind."""

    what: str

    def _allowed(self) -> str:
        return self.what

    def _read(self, value: object) -> object:
        if not isinstance(value, str) or len(value.strip().splitlines()) != 1:
            raise ValueError
        return value.strip()


@dataclass(slots=True, eq=False, repr=False)
class Address(Rule):
    """An address with one of the given schemes; `example` shows a person what is meant."""

    schemes: tuple[str, ...]
    example: str

    def _allowed(self) -> str:
        return f"an address such as {self.example}"

    def _read(self, value: object) -> object:
        if not isinstance(value, str) or value.partition("://")[0] not in self.schemes:
            raise ValueError
        if not value.partition("://")[2] or len(value.split()) != 1:
            raise ValueError
        return value


@dataclass(slots=True, eq=False, repr=False)
class ModelPlace(Rule):
    """One of a few words, the path of a folder, or the address of a server that texts are sent to.

    An address is https, or http on this machine, and holds no name and no password: a key comes from an
    environment variable.
    """

    words: tuple[str, ...]

    def _allowed(self) -> str:
        words = ", ".join(self.words)
        return f"{words}, the path of a folder, or https://host/v1#model (http only on this machine)"

    def _read(self, value: object) -> object:
        value = _unquoted(value, self.words)
        if not isinstance(value, str) or len(value.strip().splitlines()) != 1:
            raise ValueError
        value = value.strip()
        folder = value.startswith(("onnx:", "~")) or "/" in value or "\\" in value
        if value not in self.words and not (_safe_address(value) if "://" in value else folder):
            raise ValueError
        return value


def _safe_address(address: str) -> bool:
    from urllib.parse import urlsplit  # a few milliseconds that most settings don't need

    parts = urlsplit(address)
    if not parts.hostname or "@" in parts.netloc or len(address.split()) != 1 or parts.query:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and is_this_machine(parts.hostname))


def is_this_machine(host: str) -> bool:
    """Tell whether a host name in an address can only be this machine."""
    import ipaddress

    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _unquoted(value: object, words: tuple[str, ...]) -> object:
    """Return the word that was meant: YAML takes `off` and `on` without quotes for false and true."""
    word = {False: "off", True: "on"}.get(value) if isinstance(value, bool) else None
    return word if word in words else value


@dataclass(slots=True, eq=False, repr=False)
class Texts(Rule):
    """Pairs of a word and a text; `words` closes the list of words, when given."""

    what: str
    words: tuple[str, ...] = ()

    def _allowed(self) -> str:
        return self.what

    def _read(self, value: object) -> object:
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise ValueError
        pairs: dict[str, str] = {}
        for word, text in value.items():
            if not isinstance(word, str) or (self.words and word not in self.words):
                raise ValueError(f"has the key {word}")
            if not isinstance(text, str):
                raise ValueError(f"has no text for {word}")
            pairs[word] = text
        return pairs

    def _parse(self, text: str) -> object:
        import json

        return json.loads(text) if text else {}
