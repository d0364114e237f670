"""Any sentence-transformer in ONNX form, from a folder on this machine; nothing is downloaded."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.store.embedder.centred import unit_rows
from memdeck.store.embedder.port import EmbedderFault, Side
from memdeck.store.one_thread import load_numpy

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

_MODELS = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
_TOKENS_LIMIT = 512
_BATCH = 32


class OnnxFolder:
    """A folder with `model.onnx` (also under `onnx/`) and `tokenizer.json`.

    Token vectors are averaged over the text (`1_Pooling/config.json` may ask for the first one instead); an
    output that is one vector a text is taken as it is. `prompts` of `config_sentence_transformers.json`
    (`query: `, `passage: `) are put before the texts.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.expanduser()
        self._model = model_file(self._folder, "storage.embedding_model")
        self._digest = model_digest(self._folder, self._model)
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None
        self._dimension = 0
        self._prompts = _prompts(self._folder)
        pooling = read_json(self._folder / "1_Pooling/config.json")
        self._first_token = bool(pooling.get("pooling_mode_cls_token"))

    @property
    def identity(self) -> str:
        """The folder's name, a digest of the model and the way it is used, and the dimension."""
        return f"onnx-{self._folder.name}-{self._digest}-{self.dimension}"

    @property
    def dimension(self) -> int:
        """The dimension, found by encoding one word."""
        if not self._dimension:
            self._dimension = int(self._run(["word"]).shape[1])
        return self._dimension

    def prepare(self) -> None:
        """Load the model."""
        with self._lock:
            self._load()

    def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        """Return one vector for each text."""
        numpy = load_numpy()
        prompt = self._prompts[side]
        found: Matrix = numpy.empty((len(texts), self.dimension), dtype=numpy.float32)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            found[places] = self._run([prompt + texts[place] for place in places])
        return found

    def _run(self, texts: list[str]) -> Matrix:
        numpy = load_numpy()
        with self._lock:
            self._load()
            encoded = self._tokenizer.encode_batch(texts)
            mask = numpy.array([item.attention_mask for item in encoded], dtype=numpy.int64)
            given = {
                "input_ids": numpy.array([item.ids for item in encoded], dtype=numpy.int64),
                "attention_mask": mask,
                "token_type_ids": numpy.array([item.type_ids for item in encoded], dtype=numpy.int64),
            }
            wanted = {item.name for item in self._session.get_inputs()}
            try:
                output = self._session.run(None, {name: given[name] for name in wanted if name in given})[0]
            except Exception as error:  # onnxruntime's errors share no base class of their own
                raise EmbedderFault(
                    f"The model in {self._folder} failed: {first_line(error)}.", "Words go on without it."
                ) from error
        return unit_rows(self._pooled(numpy.asarray(output, dtype=numpy.float32), mask))

    def _pooled(self, output: Matrix, mask: Any) -> Matrix:
        numpy = load_numpy()
        if output.ndim == 2:
            return output
        if self._first_token:
            first: Matrix = output[:, 0]
            return first
        weights = mask[:, :, None].astype(numpy.float32)
        mean: Matrix = (output * weights).sum(axis=1) / numpy.maximum(weights.sum(axis=1), 1)
        return mean

    def _load(self) -> None:
        if self._session is None:
            self._session, self._tokenizer = open_model(self._folder, self._model)


def open_model(folder: Path, model: Path) -> tuple[Any, Any]:
    """Return the session and the tokenizer of a folder, on one thread; raise EmbedderFault."""
    load_numpy()
    try:
        import onnxruntime
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.enable_truncation(_TOKENS_LIMIT)
        tokenizer.enable_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # missing packages, broken files: both libraries raise what they like
        raise EmbedderFault(
            f"The model in {folder} can't be loaded: {first_line(error)}.",
            "Search goes on without it; the settings name it.",
        ) from error
    return session, tokenizer


def model_file(folder: Path, key: str) -> Path:
    """Return the model of a folder; `key` is the setting that names it. Raise EmbedderFault."""
    for name in _MODELS:
        if (folder / name).is_file():
            if not (folder / "tokenizer.json").is_file():
                raise EmbedderFault(
                    f"{key}: {folder} has no tokenizer.json.",
                    "Export the model with its fast tokenizer.",
                )
            return folder / name
    raise EmbedderFault(
        f"{key}: {folder} holds no ONNX model.",
        "Give a folder with model.onnx and tokenizer.json, or a name that docs/configuration.md lists.",
    )


def model_digest(folder: Path, model: Path) -> str:
    """Return a digest that changes with the model, without reading a gigabyte of it."""
    digest = hashlib.sha256()
    for file in (model, folder / "tokenizer.json"):
        size = file.stat().st_size
        with file.open("rb") as opened:
            digest.update(opened.read(2**20))
            opened.seek(max(0, size - 2**20))
            digest.update(opened.read())
        digest.update(str(size).encode())
    for name in ("1_Pooling/config.json", "config_sentence_transformers.json"):
        digest.update(json.dumps(read_json(folder / name), sort_keys=True).encode())
    return digest.hexdigest()[:12]


def _prompts(folder: Path) -> dict[Side, str]:
    given = read_json(folder / "config_sentence_transformers.json").get("prompts")
    prompts = given if isinstance(given, dict) else {}
    passage = prompts.get("passage", prompts.get("document", ""))
    return {Side.QUERY: str(prompts.get("query", "")), Side.PASSAGE: str(passage)}


def read_json(file: Path) -> dict[str, Any]:
    """Return a model's settings; nothing when there are none that can be read."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def first_line(error: Exception) -> str:
    """Return what an error says first, without a full stop."""
    said = str(error).strip()
    return said.splitlines()[0].rstrip(".") if said else type(error).__name__
