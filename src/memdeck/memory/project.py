"""The key of a project: short enough to read, and never the same for two folders."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from pathlib import PurePath


def project_key(root: str, known: Mapping[str, str]) -> str:
    """Return the key of the project whose real folder is `root`.

    Args:
        root: the real path (links resolved) of the project's folder.
        known: registered folders, root → key.

    Returns:
        The registered key; else the folder's name in lower case, unless another folder has that key:
        then the name with six digits that only this folder gives.
    """
    if root in known:
        return known[root]
    name = _slug(PurePath(root).name) or "root"
    if name not in known.values():
        return name
    return f"{name}-{hashlib.sha256(root.encode('utf-8', 'surrogateescape')).hexdigest()[:6]}"


def _slug(name: str) -> str:
    """Lower case, letters and digits of any script kept, everything else one dash."""
    kept = [char if char.isalnum() or char in "_." else "-" for char in unicodedata.normalize("NFC", name)]
    return "".join(kept).casefold().strip("-.")[:150]
