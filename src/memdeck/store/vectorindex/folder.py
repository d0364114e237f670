"""The index folder: who holds it, and which generation counts.

index/lock          held by the one program (and its child) that may open Chroma here
index/current       the name of the generation in use; replaced in one step
index/g-000001/     one generation: `chroma/` and the child's log
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOCKING = fcntl is not None
"""Whether this system has the locks that the embedded index needs."""

_PREFIX = "g-"
_NAME_BYTES = 64
"""More than any name takes: a damaged pointer may be of any size."""


class IndexFolder:
    """Locking, pointing and sweeping. Holds no open files but the lock."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lock: int | None = None

    @property
    def lock(self) -> int | None:
        """The lock's file descriptor while we hold it."""
        return self._lock

    def acquire(self) -> bool:
        """Try to get the folder; False when another program has it, OSError when it can't be used."""
        if self._lock is not None:
            return True
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        fd = os.open(self.root / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return False
        except BaseException:
            os.close(fd)
            raise
        os.ftruncate(fd, 0)
        os.write(fd, str(os.getpid()).encode())
        self._lock = fd
        return True

    def release(self) -> None:
        """Let go of the folder. A child that still lives keeps it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def holder(self) -> str:
        """Say who holds the folder, as far as the lock file tells."""
        with contextlib.suppress(OSError, ValueError):
            return f"process {int((self.root / 'lock').read_text())}"
        return "another program"

    def forget(self) -> None:
        """Remove every generation, unless another program has the folder: that one has to build anew."""
        if not self._generations():
            return
        with contextlib.suppress(OSError):
            if self._lock is None and self.acquire():
                try:
                    (self.root / "current").unlink(missing_ok=True)
                    self.sweep(())
                finally:
                    self.release()

    def current(self) -> str | None:
        """Return the generation in use; None when there is none."""
        with contextlib.suppress(OSError, UnicodeDecodeError), (self.root / "current").open("rb") as file:
            name = file.read(_NAME_BYTES).decode().strip()
            if name.startswith(_PREFIX) and name in self._generations():
                return name
        return None

    def fresh(self) -> str:
        """Create an empty generation and return its name."""
        newest = max((int(name[len(_PREFIX) :]) for name in self._generations()), default=0)
        name = f"{_PREFIX}{newest + 1:06d}"
        (self.root / name).mkdir(mode=0o700)
        return name

    def switch(self, name: str) -> None:
        """Point to `name`: whoever reads the pointer sees the old or the new, never half of either."""
        beside = self.root / "current.new"
        with beside.open("w") as file:
            file.write(name)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.root / "current")
        folder = os.open(self.root, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def sweep(self, keep: tuple[str | None, ...]) -> None:
        """Remove every generation but those in `keep`."""
        for name in self._generations() - set(keep):
            shutil.rmtree(self.root / name, ignore_errors=True)

    def size(self) -> int:
        """Return the bytes that all generations take on disk (holes in a file don't count)."""
        return sum(stat.st_blocks * 512 for _, stat in self._files(self.root))

    def absurd_file(self, generation: str, limit: int) -> str | None:
        """Return the name of a file of `generation` that claims to be larger than `limit`."""
        for path, stat in self._files(self.root / generation):
            if stat.st_size > limit:
                return path.name
        return None

    def _generations(self) -> set[str]:
        try:
            names = {path.name for path in self.root.iterdir()}
        except OSError:
            return set()
        return {name for name in names if name.startswith(_PREFIX) and name[len(_PREFIX) :].isdigit()}

    @staticmethod
    def _files(top: Path) -> list[tuple[Path, os.stat_result]]:
        found = []
        for folder, _, names in os.walk(top):
            for name in names:
                with contextlib.suppress(OSError):
                    path = Path(folder, name)
                    found.append((path, path.lstat()))
        return found
