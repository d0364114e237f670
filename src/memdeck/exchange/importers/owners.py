"""Whose the entries of a source are."""

from __future__ import annotations

from memdeck.memory.owner import KEY_LIMIT, canonical_owner
from memdeck.memory.project import project_key


def project_owner(name: str) -> str:
    """Return the owner for a project that a source knows by name or by path only: the key a folder gets."""
    return canonical_owner(f"project:{project_key('/' + name.strip().strip('/'), {})}")


def integration_owner(*names: str) -> str:
    """Return the owner for what belongs to an agent or another user, whom the person is not."""
    key = "-".join(" ".join(name.split()) for name in names if name.strip())[:KEY_LIMIT]
    return canonical_owner(f"integration:{key or 'unknown'}")
