"""What a sync last saw of a folder and of its entries: the common ground of the next one.

It lies in the home folder of the store, not in the person's folder, which may be under Git or on another
machine too. It holds sums only, no text: what is purged leaves nothing here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from memdeck.exchange.atomic_file import write_atomic
from memdeck.exchange.extra_keys import without_own_form
from memdeck.exchange.problem import FileFault
from memdeck.exchange.safe_file import read_regular
from memdeck.exchange.three_way import MERGED_FIELDS
from memdeck.memory.entry import Memory

FOLDER = "sync"
_LIMIT = 256 * 1024 * 1024
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Seen:
    """One file and its entry, as both stood when they were last in step."""

    id: str
    name: str
    """The entry's name."""
    sum: str
    """Of the file's bytes."""
    file: Mapping[str, str]
    """Field → sum of what the file said."""
    entry: Mapping[str, str]
    """Field → sum of what the entry held. Both may differ for good: a secret is masked in the entry only."""
    version: int = 0
    """The entry's version: while it is the same, nothing of it changed."""


@dataclass(slots=True)
class SyncState:
    """One folder."""

    folder: str
    owner: str
    files: dict[str, Seen] = field(default_factory=dict)
    """By path below the folder."""

    @classmethod
    def load(cls, home: Path, folder: Path) -> SyncState | None:
        """Read what is known of a folder; None when it was never synced, or that can't be understood."""
        try:
            value = json.loads(read_regular(_place(home, folder), _LIMIT)[0])
            files = {str(path): Seen(**seen) for path, seen in value["files"].items()}
            return cls(str(value["folder"]), str(value["owner"]), files)
        except (FileFault, ValueError, KeyError, TypeError, AttributeError):
            return None

    def save(self, home: Path) -> None:
        """Keep it, whole."""
        place = _place(home, Path(self.folder))
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        files = {path: asdict(seen) for path, seen in sorted(self.files.items())}
        value = {"folder": self.folder, "owner": self.owner, "files": files}
        write_atomic(place, json.dumps(value, indent=1).encode())


def field_sums(memory: Memory) -> dict[str, str]:
    """Return the sum of each field that takes part in a sync."""
    return {name: _sum(memory, name) for name in MERGED_FIELDS}


def _sum(memory: Memory, name: str) -> str:
    value = without_own_form(memory.extra) if name == "extra" else getattr(memory, name)
    text = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _place(home: Path, folder: Path) -> Path:
    key = hashlib.sha256(str(folder).encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return home / FOLDER / f"{key}.json"
