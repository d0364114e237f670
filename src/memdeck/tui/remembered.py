"""What the program remembers from one start to the next (theme, row height, order): `<home>/state.json`.

Only convenience lives here: a missing, damaged or unwritable file is the same as an empty one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

FILE_NAME = "state.json"


def recall(home: Path) -> dict[str, str]:
    """Return what was remembered; text values only."""
    try:
        kept = json.loads((home / FILE_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {key: value for key, value in kept.items() if isinstance(value, str)}


def remember(home: Path, changes: Mapping[str, str]) -> bool:
    """Add `changes` to what is remembered, atomically; return False when the file can't be written."""
    kept = recall(home) | dict(changes)
    path = home / FILE_NAME
    scratch = path.with_name(f".{FILE_NAME}.{os.getpid()}")
    try:
        scratch.write_text(json.dumps(kept, indent=1, sort_keys=True), encoding="utf-8")
        scratch.replace(path)
    except OSError:
        return False
    return True
