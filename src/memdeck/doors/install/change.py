"""One file of an assistant, as it stands and as it is to be."""

from __future__ import annotations

import difflib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memdeck.exchange.atomic_file import write_atomic
from memdeck.exchange.file_text import BOM
from memdeck.exchange.problem import FileFault
from memdeck.exchange.safe_file import read_regular
from memdeck.memory.errors import MemdeckError

BACKUP_SUFFIX = ".memdeck-backup"
_LIMIT = 64 * 1024 * 1024
_NO_LINE_END = "\n\\ No newline at end of file\n"
_UNTOUCHED = "Nothing was changed."


@dataclass(frozen=True, slots=True)
class FileChange:
    """What happens to one file."""

    path: Path
    """As the assistant names it; it may be a link."""
    before: str | None
    """None for a file that does not exist."""
    after: str | None
    """None for a file that goes, because nothing but Memdeck was in it."""

    @property
    def changes(self) -> bool:
        """False when everything stands there already."""
        return self.before != self.after

    def difference(self) -> str:
        """Return the change as a unified difference, without colours."""
        old, new = ((text or "").splitlines(keepends=True) for text in (self.before, self.after))
        was, becomes = ("/dev/null" if text is None else str(self.path) for text in (self.before, self.after))
        lines = difflib.unified_diff(old, new, was, becomes)
        return "".join(line if line.endswith("\n") else f"{line}{_NO_LINE_END}" for line in lines)


def read_text(path: Path) -> str | None:
    """Return what a settings file holds, through links, or None when there is none.

    Raises:
        MemdeckError: it can't be read, or is not UTF-8.
    """
    try:
        real = path.resolve()
        if not real.exists():
            return None
        data, _ = read_regular(real, _LIMIT)
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise MemdeckError(f"{path}:{line}: is not UTF-8 text.", _UNTOUCHED) from None
    except FileFault as fault:
        raise MemdeckError(f"{path}: {fault.reason}", _UNTOUCHED) from None
    except (OSError, RuntimeError) as error:
        raise MemdeckError(
            f"{path}: can't be read: {getattr(error, 'strerror', None) or error}.", _UNTOUCHED
        ) from None


def refused(path: Path, reason: str, line: int | None = None) -> MemdeckError:
    """Return the refusal of a file that is not understood."""
    place = f"{path}:{line}" if line is not None else str(path)
    return MemdeckError(f"{place}: {reason}", f"{_UNTOUCHED} Mend the file and try again.")


def write(change: FileChange) -> Path | None:
    """Carry a change out, with a copy of the old file beside it; return the copy, or None without an old one.

    Raises:
        MemdeckError: the file changed since it was read, or can't be written.
    """
    if read_text(change.path) != change.before:
        raise MemdeckError(f"{change.path}: was changed a moment ago.", "It was left alone. Try again.")
    try:
        real = change.path.resolve()
        backup = None
        if change.before is not None:
            backup = real.with_name(real.name + BACKUP_SUFFIX)
            write_atomic(backup, change.before.encode())
        if change.after is None:
            real.unlink()
        else:
            real.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(real, change.after.encode())
    except OSError as error:
        raise MemdeckError(
            f"{change.path}: can't be written: {error.strerror or error}.", "The old file stands."
        ) from error
    return backup


def take_back(change: FileChange) -> None:
    """Put a file back as it was before `write`; one that changed since is left alone."""
    with suppress(MemdeckError, OSError):
        if read_text(change.path) != change.after:
            return
        real = change.path.resolve()
        if change.before is None:
            real.unlink()
        else:
            write_atomic(real, change.before.encode())


def without_mark(text: str) -> tuple[str, str]:
    """Return a byte order mark, if the text begins with one, and the rest."""
    return (BOM, text[1:]) if text.startswith(BOM) else ("", text)
