"""Taking out of every vector what all vectors of a model have in common.

The vectors of a model lie in a narrow cone, and those of two languages in two cones, so that a Chinese
prompt is nearer to every Chinese entry than to its English answer. The mean vector of some general
sentences, and the mean difference between them and their translations, are constants of the model: they
are measured once a model, subtracted, and the rest is brought to length one again. Nothing depends on
the entries in the store, so a vector never has to be made again because others came (docs/retrieval.md).
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.store.embedder.port import Embedder, Side
from memdeck.store.embedder.unused import note_use, sweep_unused
from memdeck.store.one_thread import load_numpy
from memdeck.store.short_name import short_name
from memdeck.store.words.terms import cjk_share

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

FORM = 1
"""Changes with the sentences or the way they are used."""

_CJK_TEXT = 0.15
"""From this share of CJK characters on, a text counts as Chinese, Japanese or Korean."""

_CHECKSUM = 4
"""Bytes of the checksum behind the centres in their file."""


class Centred:
    """An embedder whose vectors are centred."""

    def __init__(self, model: Embedder, cache: Path) -> None:
        self._model = model
        self._cache = cache
        self._centres: Matrix | None = None

    @property
    def identity(self) -> str:
        """The model's identity, and the form of the centring."""
        return f"{self._model.identity}/c{FORM}"

    @property
    def dimension(self) -> int:
        """The model's dimension."""
        return self._model.dimension

    def prepare(self) -> None:
        """Load the model and its centres; measure those first where they are not known."""
        self._model.prepare()
        if self._centres is None:
            self._centres = self._kept_or_measured()

    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        """Return the centred vectors, of length one."""
        numpy = load_numpy()
        if self._centres is None:
            self._centres = self._kept_or_measured()
        vectors: Matrix = numpy.array(self._model.encode(texts, side), dtype=numpy.float32)
        first = 0 if side is Side.QUERY else 2
        for row, text in enumerate(texts):
            if not vectors[row].any():
                continue  # no direction: without its centre it would get one
            vectors[row] -= self._centres[first + (cjk_share(text) > _CJK_TEXT)]
        return unit_rows(vectors)

    def _kept_or_measured(self) -> Matrix:
        kept = self._read()
        return self._measure() if kept is None else kept

    def _measure(self) -> Matrix:
        """Return four rows of means: queries in English and Chinese, passages in English and Chinese."""
        from memdeck.store.embedder.general_sentences import PAIRS  # once a model, never before a prompt

        numpy = load_numpy()
        rows = [
            self._model.encode([pair[language] for pair in PAIRS], side).mean(axis=0)
            for side in (Side.QUERY, Side.PASSAGE)
            for language in (0, 1)
        ]
        centres: Matrix = numpy.array(rows, dtype=numpy.float32)
        self._keep(centres)
        return centres

    @property
    def _file(self) -> Path:
        return self._cache / f"centre-{short_name(self.identity)}.f32"

    def _read(self) -> Matrix | None:
        numpy = load_numpy()
        try:
            data = self._file.read_bytes()
        except OSError:
            return None
        body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
        if len(body) != 16 * self.dimension or checksum != _checksum(body):
            return None
        note_use(self._file)
        found: Matrix = numpy.frombuffer(body, dtype="<f4").reshape(4, self.dimension)
        return found

    def _keep(self, centres: Matrix) -> None:
        import tempfile  # with what it loads, 4 ms that a hook has no use for

        body = centres.astype("<f4").tobytes()
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(prefix=".centre-", dir=self._cache)
            with os.fdopen(descriptor, "wb") as file:
                file.write(body + _checksum(body))
            Path(name).replace(self._file)
            sweep_unused(self._cache)
        except OSError:
            return  # measured again next time


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(_CHECKSUM, "little")


def unit_rows(vectors: Matrix) -> Matrix:
    """Bring every row to length one; a row of zeros stays.

    A row that holds no number somewhere (half-precision models overflow) becomes zeros: near to nothing.
    Else it would spoil the order of everything it is compared with.
    """
    numpy = load_numpy()
    whole = numpy.isfinite(vectors).all(axis=1)
    if not whole.all():
        vectors = numpy.where(whole[:, None], vectors, numpy.float32(0))
    lengths = numpy.sqrt(numpy.einsum("ij,ij->i", vectors, vectors))[:, None]
    found: Matrix = vectors / numpy.where(lengths > 0, lengths, 1)
    return found
