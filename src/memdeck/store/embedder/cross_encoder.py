"""An optional reranker: an ONNX model that reads prompt and entry together, from a folder on this machine."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from memdeck.memory.entry import Memory
from memdeck.store.embedder.onnx_folder import first_line, model_file, open_model
from memdeck.store.embedder.port import EmbedderFault
from memdeck.store.one_thread import load_numpy

_WEIGHT = 1.0
"""What a sure yes adds over a doubt; a sure no takes as much away."""
_CHARACTERS = 2_000


class CrossEncoder:
    """A sequence-classification model with one output (relevant or not) or two (no, yes)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.expanduser()
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None

    def judge(self, prompt: str, memories: Sequence[Memory]) -> Mapping[str, Sequence[float]]:
        """Return the part `rerank`, between minus and plus half the weight; raise EmbedderFault."""
        numpy = load_numpy()
        with self._lock:
            if self._session is None:
                model = model_file(self._folder, "retrieval.reranker")
                self._session, self._tokenizer = open_model(self._folder, model)
            encoded = self._tokenizer.encode_batch([(prompt, _text(memory)) for memory in memories])
            given = {
                "input_ids": numpy.array([item.ids for item in encoded], dtype=numpy.int64),
                "attention_mask": numpy.array([item.attention_mask for item in encoded], dtype=numpy.int64),
                "token_type_ids": numpy.array([item.type_ids for item in encoded], dtype=numpy.int64),
            }
            wanted = {item.name for item in self._session.get_inputs()}
            try:
                output = self._session.run(None, {name: given[name] for name in wanted if name in given})[0]
            except Exception as error:  # onnxruntime's errors share no base class of their own
                raise EmbedderFault(f"The reranker failed: {first_line(error)}.") from error
        logits = numpy.asarray(output, dtype=numpy.float64).reshape(len(memories), -1)
        margin = logits[:, 0] if logits.shape[1] == 1 else logits[:, 1] - logits[:, 0]
        sure = 1 / (1 + numpy.exp(-numpy.clip(margin, -30, 30)))
        return {"rerank": [_WEIGHT * (value - 0.5) for value in sure.tolist()]}


def _text(memory: Memory) -> str:
    return ". ".join(filter(None, (memory.title, memory.description, memory.content)))[:_CHARACTERS]
