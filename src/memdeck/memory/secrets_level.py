"""How eagerly secrets are looked for."""

from __future__ import annotations

from enum import StrEnum


class SecretLevel(StrEnum):
    """Tokens of a known form are found at every level but `off`; docs/secrets.md has the rest."""

    STRICT = "strict"
    BALANCED = "balanced"
    PERMISSIVE = "permissive"
    OFF = "off"
