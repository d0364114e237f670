"""What Memdeck wrote into a folder, file by file, so that it never touches anybody else's.

`.memdeck-export.json` holds the SHA-256 of each file. It is written before the files (with the old and the
new sums) and after them (with the new ones), so that a killed export is continued, not mistaken for
somebody else's work.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from memdeck.exchange.atomic_file import write_atomic
from memdeck.exchange.problem import FileFault
from memdeck.exchange.safe_file import read_regular

MANIFEST_NAME = ".memdeck-export.json"
_LIMIT = 64 * 1024 * 1024


def digest(data: bytes) -> str:
    """Return the sum by which a file is recognised."""
    return hashlib.sha256(data).hexdigest()


@dataclass(slots=True)
class Manifest:
    """The files of a folder that Memdeck wrote: path below the folder → sums it may have."""

    files: dict[str, list[str]] = field(default_factory=dict)
    by_owner: bool = False
    """True when the folder holds one folder for each owner."""

    def wrote(self, path: str, data: bytes) -> bool:
        """Tell whether these bytes under this path are Memdeck's own."""
        return digest(data) in self.files.get(path, ())

    @classmethod
    def load(cls, folder: Path) -> Manifest | None:
        """Read a folder's manifest; None when there is none that can be understood."""
        try:
            value = json.loads(read_regular(folder / MANIFEST_NAME, _LIMIT)[0])
            files = {str(path): [str(one) for one in sums] for path, sums in value["files"].items()}
            return cls(files, bool(value.get("by_owner")))
        except (FileFault, ValueError, KeyError, TypeError, AttributeError):
            return None

    def save(self, folder: Path) -> None:
        """Write the manifest, unless it stands there just so."""
        value = {"about": "Files that Memdeck wrote here. Leave it in place.", "by_owner": self.by_owner}
        text = json.dumps({**value, "files": dict(sorted(self.files.items()))}, indent=1, ensure_ascii=False)
        data = f"{text}\n".encode()
        path = folder / MANIFEST_NAME
        if not path.is_symlink() and path.is_file() and path.read_bytes() == data:
            return
        write_atomic(path, data)
