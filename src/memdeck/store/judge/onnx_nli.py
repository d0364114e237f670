"""A judge from a folder: an ONNX model for natural language inference. Nothing leaves this machine."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from memdeck.memory.verdict import JudgeFault, Verdict
from memdeck.store.embedder.onnx_folder import model_digest, read_json
from memdeck.store.embedder.pair_model import PairModel
from memdeck.store.embedder.port import EmbedderFault
from memdeck.store.one_thread import load_numpy

_KEY = "conflicts.judge"
_LABELS = ("entail", "neutral", "contradict")
"""How the labels begin; models write them in any case and order."""
_CHARACTERS = 2_000


class OnnxNli:
    """A folder with `model.onnx`, `tokenizer.json` and a `config.json` whose `id2label` names the outputs.

    Such a model says whether the second text follows from the first, contradicts it, or neither. It is asked
    in both directions: entries contradict each other by the mean of both, and say the same when each follows
    from the other, so that a refinement is no duplicate.
    """

    def __init__(self, folder: Path) -> None:
        self._model = PairModel(folder, _KEY, "The judge")

    @property
    def label(self) -> str:
        """The folder's name."""
        return self._model.folder.resolve().name

    @cached_property
    def identity(self) -> str:
        """The folder's name, and a digest of the model and its labels; raise JudgeFault without a model."""
        try:
            digest = model_digest(self._model.folder, self._file)
        except OSError as error:
            what = f"{_KEY}: the model can't be read: {error.strerror}."
            raise JudgeFault(what, "The rules go on without it.") from error
        return f"nli-{self.label}-{digest}-{''.join(map(str, self._places))}"

    def judge(self, left: str, right: str) -> Verdict:
        """Return what two statements are to each other; raise JudgeFault."""
        numpy, places = load_numpy(), self._places
        one, other = left[:_CHARACTERS], right[:_CHARACTERS]
        try:
            logits = self._model.logits([(one, other), (other, one)])
        except EmbedderFault as error:
            raise _fault(error) from error
        if logits.shape[1] != len(_LABELS) or not numpy.isfinite(logits).all():
            raise JudgeFault(
                f"{_KEY}: the outputs of the model in {self._model.folder} can't be used.",
                "It must give three numbers: for entailment, neutral and contradiction.",
            )
        shares = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        entailed, _, contradicted = (shares[:, place] for place in places)
        return Verdict(float(contradicted.mean()), float(entailed.min()))

    @property
    def _file(self) -> Path:
        try:
            return self._model.file
        except EmbedderFault as error:
            raise _fault(error) from error

    @cached_property
    def _places(self) -> tuple[int, int, int]:
        """Which outputs mean entailment, neutral and contradiction."""
        _ = self._file  # a folder without a model is the more telling fault
        labels = read_json(self._model.folder / "config.json").get("id2label")
        named = {
            begin: int(number)
            for number, label in (labels.items() if isinstance(labels, dict) else ())
            for begin in _LABELS
            if str(number).isdecimal() and str(label).casefold().startswith(begin)
        }
        if sorted(named.values()) != [0, 1, 2]:
            raise JudgeFault(
                f"{_KEY}: config.json in {self._model.folder} does not name three outputs.",
                "Its id2label must name entailment, neutral and contradiction, as models for inference have.",
            )
        entailment, neutral, contradiction = (named[begin] for begin in _LABELS)
        return entailment, neutral, contradiction


def _fault(error: EmbedderFault) -> JudgeFault:
    return JudgeFault(error.message, "The rules go on without it; conflicts.judge names it.")
