"""An ONNX model that reads two texts together, from a folder on this machine; loaded at its first use."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from memdeck.store.embedder.onnx_folder import first_line, model_file, open_model
from memdeck.store.embedder.port import EmbedderFault
from memdeck.store.one_thread import load_numpy

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Logits: TypeAlias = NDArray[numpy.float64]


class PairModel:
    """A sequence-classification model. Safe to use from several threads; they take turns."""

    def __init__(self, folder: Path, key: str, what: str) -> None:
        """Take the folder, the setting that names it, and what the model is for, to begin a message with."""
        self.folder = folder.expanduser()
        self._key = key
        self._what = what
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None

    @property
    def file(self) -> Path:
        """The model's file; raise EmbedderFault when the folder holds none."""
        return model_file(self.folder, self._key)

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Logits:
        """Return the outputs for each pair, one row each; raise EmbedderFault."""
        numpy = load_numpy()
        with self._lock:
            if self._session is None:
                self._session, self._tokenizer = open_model(self.folder, self.file)
            encoded = self._tokenizer.encode_batch(list(pairs))
            given = {
                "input_ids": numpy.array([item.ids for item in encoded], dtype=numpy.int64),
                "attention_mask": numpy.array([item.attention_mask for item in encoded], dtype=numpy.int64),
                "token_type_ids": numpy.array([item.type_ids for item in encoded], dtype=numpy.int64),
            }
            wanted = {item.name for item in self._session.get_inputs()}
            try:
                output = self._session.run(None, {name: given[name] for name in wanted if name in given})[0]
            except Exception as error:  # onnxruntime's errors share no base class of their own
                raise EmbedderFault(f"{self._what} failed: {first_line(error)}.") from error
        found: Logits = numpy.asarray(output, dtype=numpy.float64).reshape(len(pairs), -1)
        return found
