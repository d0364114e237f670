"""Access: the owners that one request may see."""

from __future__ import annotations

from collections.abc import Iterable

from memdeck.memory.errors import MemoryUnavailable
from memdeck.memory.owner import ME, Owner, OwnerKind

_ALONE = frozenset({OwnerKind.DEPLOYMENT, OwnerKind.INTEGRATION})
"""A deployment sees only itself, an integration instance only itself."""


def checked_access(owners: Iterable[str] | None) -> tuple[str, ...]:
    """Return the owners in canonical form, each once; None means the person alone, never everything.

    Raises:
        MemoryUnavailable: there is no owner, or one that must be alone is not.
        InvalidField: one of them is not an owner.
    """
    if owners is None:
        return (ME,)
    if isinstance(owners, str):
        owners = (owners,)
    parsed = list(dict.fromkeys(Owner.parse(owner) for owner in owners))
    if not parsed:
        raise MemoryUnavailable(
            "Memory is unavailable: this request belongs to no owner.",
            "Run it in a registered project or a deployment, or name an owner.",
        )
    for owner in parsed:
        if owner.kind in _ALONE and len(parsed) > 1:
            raise MemoryUnavailable(
                f"Memory is unavailable: {owner} can't be seen together with other owners.",
                f"Ask for {owner} alone.",
            )
    return tuple(str(owner) for owner in parsed)
