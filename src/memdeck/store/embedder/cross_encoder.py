"""An optional reranker: an ONNX model that reads prompt and entry together, from a folder on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from memdeck.memory.entry import Memory
from memdeck.store.embedder.pair_model import PairModel
from memdeck.store.one_thread import load_numpy

_WEIGHT = 1.0
"""What a sure yes adds over a doubt; a sure no takes as much away."""
_CHARACTERS = 2_000


class CrossEncoder:
    """A sequence-classification model with one output (relevant or not) or two (no, yes)."""

    def __init__(self, folder: Path) -> None:
        self._model = PairModel(folder, "retrieval.reranker", "The reranker")

    def judge(self, prompt: str, memories: Sequence[Memory]) -> Mapping[str, Sequence[float]]:
        """Return the part `rerank`, between minus and plus half the weight; raise EmbedderFault."""
        numpy = load_numpy()
        logits = self._model.logits([(prompt, _text(memory)) for memory in memories])
        margin = logits[:, 0] if logits.shape[1] == 1 else logits[:, 1] - logits[:, 0]
        sure = 1 / (1 + numpy.exp(-numpy.clip(margin, -30, 30)))
        return {"rerank": [_WEIGHT * (value - 0.5) for value in sure.tolist()]}


def _text(memory: Memory) -> str:
    return ". ".join(filter(None, (memory.title, memory.description, memory.content)))[:_CHARACTERS]
