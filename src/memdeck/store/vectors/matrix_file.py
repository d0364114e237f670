"""The matrix of some owners in a file that is mapped: a new process compares 10,000 vectors at once.

The file is a copy of what SQL holds, made at one change of the store; whoever reads it then reads the later
changes from SQL. It only nominates. It is written whole or not at all, and thrown away when an entry is
deleted, so that no vector of a text outlives the text.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memdeck.store.one_thread import load_numpy
from memdeck.store.sampling import sampled_checksum
from memdeck.store.short_name import short_name

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

FOLDER = "vectors"
"""Beside the store's database."""

_SUFFIX = ".rows"
_MAKING = ".making-"
"""Begins the name of a file that is not whole yet, or never will be because its program was killed."""
_MAGIC = b"MDVEC001"
_HEAD = struct.Struct("<8sII")
_ALIGN = 64
_MOST_FILES = 8
"""Each set of owners that is asked for has one, of 2 kB an entry."""


class Stamp(NamedTuple):
    """What a file belongs to: a model, the owners, and the change it was made at."""

    model: int
    identity: str
    dimension: int
    owners: tuple[str, ...]

    @property
    def name(self) -> str:
        """The file's name."""
        said = json.dumps([self.model, self.identity, self.dimension, self.owners])
        return short_name(said) + _SUFFIX


class Rows(NamedTuple):
    """The rows of a matrix with the keys of their embeddings and their entries."""

    seq: int
    batch: str
    """The id of the action at `seq`: another store, or one put back from a backup, has another."""
    embeddings: Any
    entries: Any
    vectors: Matrix


def read_rows(folder: Path, stamp: Stamp) -> Rows | None:
    """Map the file of a stamp; None when there is none that is whole."""
    numpy = load_numpy()
    try:
        with (folder / stamp.name).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            mapped = _mapped(file.fileno())
        magic, length, checksum = _HEAD.unpack_from(mapped)
        head = json.loads(mapped[_HEAD.size : _HEAD.size + length])
        count, offset = int(head["count"]), int(head["offset"])
        width = stamp.dimension * 4
        if magic != _MAGIC or size != offset + count * (16 + width):
            return None
        if sampled_checksum(memoryview(mapped)[offset:]) != checksum:
            return None
        keys = numpy.frombuffer(mapped, dtype="<i8", count=2 * count, offset=offset)
        vectors = numpy.frombuffer(mapped, dtype="<f4", offset=offset + 16 * count)
        with suppress(OSError):
            os.utime(folder / stamp.name)  # tells which files are in use
        shaped = vectors.reshape(count, stamp.dimension)
        return Rows(int(head["seq"]), str(head["batch"]), keys[:count], keys[count:], shaped)
    except (OSError, ValueError, KeyError, TypeError, struct.error):
        return None


def _mapped(descriptor: int) -> mmap.mmap:
    """Map a file, on Linux with all its pages at once: every one of them is going to be read."""
    populate = getattr(mmap, "MAP_POPULATE", 0)
    if not populate:
        return mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
    return mmap.mmap(descriptor, 0, flags=mmap.MAP_SHARED | populate, prot=mmap.PROT_READ)


def write_rows(folder: Path, stamp: Stamp, rows: Rows) -> None:
    """Write the file of a stamp; a folder that can't be written is passed over."""
    import tempfile  # with what it loads, 4 ms that a hook has no use for

    head = json.dumps({"seq": rows.seq, "batch": rows.batch, "count": len(rows.entries), "offset": 0})
    length = len(head) + 24
    offset = -(-(_HEAD.size + length) // _ALIGN) * _ALIGN
    head = head.replace('"offset": 0', f'"offset": {offset}').ljust(length)
    body = b"".join(
        (
            rows.embeddings.astype("<i8").tobytes(),
            rows.entries.astype("<i8").tobytes(),
            rows.vectors.astype("<f4", copy=False).tobytes(),
        )
    )
    start = _HEAD.pack(_MAGIC, length, sampled_checksum(body)) + head.encode()
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=_MAKING, dir=folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(start.ljust(offset, b"\0"))
                file.write(body)
            Path(name).replace(folder / stamp.name)
            _keep_some(folder)
        except OSError:
            Path(name).unlink(missing_ok=True)


def _keep_some(folder: Path) -> None:
    """Take away the files that were read or written longest ago, beyond `_MOST_FILES`."""
    files = sorted((file for file in folder.iterdir() if file.suffix == _SUFFIX), key=_last_use, reverse=True)
    for file in files[_MOST_FILES:]:
        file.unlink(missing_ok=True)


def _last_use(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # another program took it away just now
        return 0.0


def forget_files(folder: Path) -> None:
    """Take every file away, half-made ones too: who makes one now fails to put it in place, and goes on.

    Whoever has one mapped keeps what it has until it looks again.
    """
    with suppress(OSError):
        for file in folder.iterdir():
            if file.suffix == _SUFFIX or file.name.startswith(_MAKING):
                file.unlink(missing_ok=True)
