"""Taking away what other versions left in the user's cache (86 MB each) and nobody uses any longer."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from memdeck.memory.late_pattern import compiled

KEPT_SECONDS = 30 * 86_400.0
"""What was not used for so long goes: another version of the program may still be there and use its own."""
_NOTED_SECONDS = 86_400.0
"""A use is noted once a day; a prompt has no time for more."""
MANIFEST = "manifest.json"
"""The file in a folder of tables whose time says when they were used."""
_OURS = r"usem3-[0-9a-f]{16}-\d+|centre-[0-9a-f]{16}\.f32"


def note_use(file: Path) -> None:
    """Note in a file's time that it was used; does nothing where that can't be written."""
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > _NOTED_SECONDS:
            file.touch()


def sweep_unused(cache: Path) -> None:
    """Take away tables and centres that nobody used for KEPT_SECONDS; for when new ones were made."""
    with suppress(OSError):
        for found in list(cache.iterdir()):
            if compiled(_OURS).fullmatch(found.name) and not found.is_symlink():
                _take_away_unused(found)


def _take_away_unused(found: Path) -> None:
    import shutil  # with what it loads, 4 ms that a hook has no use for
    import tempfile

    with suppress(OSError):
        if time.time() - _last_used(found) <= KEPT_SECONDS:
            return
        if found.is_file():
            found.unlink()
            return
        aside = Path(tempfile.mkdtemp(prefix=".making-", dir=found.parent))
        try:
            found.rename(aside / found.name)  # so that nobody finds half of it
        finally:
            shutil.rmtree(aside, ignore_errors=True)


def _last_used(found: Path) -> float:
    """Return when something was used: by its mark, or, for versions that made none, by its last reading."""
    times = [found.stat()]
    with suppress(OSError):
        times.append((found / MANIFEST).stat())
    return max(max(each.st_mtime, each.st_atime) for each in times)
