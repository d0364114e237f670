"""Owners: who an entry belongs to, and so who can read it.

An owner is written `user:me`, `project:<key>`, `deployment:<key>@<ENV>` or `integration:<key>`.
A deployment is understood without its kind too, as screens show it: `acme@PROD`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from memdeck.memory.errors import InvalidField

ME = "user:me"
"""The person at the keyboard."""

KEY_LIMIT = 200
"""Longest owner key, in characters."""


class OwnerKind(StrEnum):
    """The four kinds of owner."""

    USER = "user"
    PROJECT = "project"
    DEPLOYMENT = "deployment"
    INTEGRATION = "integration"


class Environment(StrEnum):
    """Where a deployment runs."""

    DEVELOPMENT = "DEVELOPMENT"
    STAGING = "STAGING"
    PRODUCTION = "PRODUCTION"


_ENVIRONMENT_ALIASES = {
    "DEV": Environment.DEVELOPMENT,
    "DEVELOPMENT": Environment.DEVELOPMENT,
    "STAGE": Environment.STAGING,
    "STAGING": Environment.STAGING,
    "PROD": Environment.PRODUCTION,
    "PRODUCTION": Environment.PRODUCTION,
}
_ENVIRONMENTS = "Use DEVELOPMENT (dev), STAGING (stage) or PRODUCTION (prod)."
_SHORT_ENVIRONMENT = {
    Environment.DEVELOPMENT: "DEV",
    Environment.STAGING: "STAGE",
    Environment.PRODUCTION: "PROD",
}


def parse_environment(text: str) -> Environment:
    """Read an environment's name or short form (`prod`); raise InvalidField otherwise."""
    found = _ENVIRONMENT_ALIASES.get(text.strip().upper())
    if found is None:
        raise InvalidField("environment", f"{text!r} is unknown.", _ENVIRONMENTS)
    return found


@dataclass(frozen=True, slots=True)
class Owner:
    """A parsed owner. `str(owner)` is the canonical form kept in the store."""

    kind: OwnerKind
    key: str
    environment: Environment | None = None

    @classmethod
    def parse(cls, text: str) -> Owner:
        """Read `kind:key[@ENV]`; `me` alone is the user, `key@ENV` a deployment.

        Raises:
            InvalidField: naming what is wrong.
        """
        text = unicodedata.normalize("NFC", text.strip())
        if text in {"me", "user"}:
            return cls(OwnerKind.USER, "me")
        if _is_deployment_label(text):
            text = f"{OwnerKind.DEPLOYMENT}:{text}"
        kind_text, colon, key = text.partition(":")
        if not colon or kind_text not in set(OwnerKind):
            raise InvalidField(
                "owner",
                f"{text!r} is not an owner.",
                "Write user:me, project:KEY, deployment:KEY@ENV (or KEY@ENV) or integration:KEY.",
            )
        kind = OwnerKind(kind_text)
        environment = None
        if kind is OwnerKind.DEPLOYMENT:
            key, at, environment_text = key.rpartition("@")
            if not at:
                raise InvalidField(
                    "owner",
                    f"{text!r} names no environment.",
                    "Write deployment:KEY@DEVELOPMENT, @STAGING or @PRODUCTION.",
                )
            environment = parse_environment(environment_text)
        return cls(kind, _checked_key(key), environment)

    def __str__(self) -> str:
        tail = f"@{self.environment}" if self.environment else ""
        return f"{self.kind}:{self.key}{tail}"

    @property
    def label(self) -> str:
        """The short form people read on a screen: `me`, `demo`, `acme@PROD`."""
        if self.environment:
            return f"{self.key}@{_SHORT_ENVIRONMENT[self.environment]}"
        return self.key


def canonical_owner(text: str) -> str:
    """Return the stored form of an owner given in any accepted form."""
    return str(Owner.parse(text))


def owner_label(text: str) -> str:
    """Return the short form of a stored owner."""
    return Owner.parse(text).label


def _is_deployment_label(text: str) -> bool:
    key, at, environment = text.rpartition("@")
    return bool(at) and ":" not in key and environment.strip().upper() in _ENVIRONMENT_ALIASES


def _checked_key(key: str) -> str:
    key = key.strip()
    if not key:
        raise InvalidField("owner", "the part after the colon is empty.", "Write for example project:demo.")
    if len(key) > KEY_LIMIT:
        raise InvalidField("owner", f"the key has {len(key)} characters; the limit is {KEY_LIMIT}.")
    if any(unicodedata.category(ch) in {"Cc", "Cs", "Zl", "Zp"} for ch in key):
        raise InvalidField("owner", "the key holds a control character.")
    return key
