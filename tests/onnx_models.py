"""Tiny ONNX models and tokenizers, made on the spot: no test downloads anything."""

from __future__ import annotations

from pathlib import Path

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers

WORDS = (
    "[PAD]",
    "[UNK]",
    "gradle",
    "build",
    "friday",
    "deploy",
    "monday",
    "orchid",
    "database",
    "query:",
    "rota",
)


def write_tokenizer(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(folder / "tokenizer.json"))


def write_sentence_model(folder: Path, dimension: int = 16, seed: int = 1) -> Path:
    """A model whose token vectors are fixed random directions: the mean says which words a text has."""
    write_tokenizer(folder)
    table = numpy.random.default_rng(seed).normal(size=(len(WORDS), dimension)).astype(numpy.float32)
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
    mask = helper.make_tensor_value_info("attention_mask", TensorProto.INT64, ["batch", "length"])
    out = helper.make_tensor_value_info("states", TensorProto.FLOAT, ["batch", "length", dimension])
    gather = helper.make_node("Gather", ["table", "input_ids"], ["states"])
    graph = helper.make_graph([gather], "tiny", [ids, mask], [out], [numpy_helper.from_array(table, "table")])
    _save(graph, folder)
    return folder


def write_cross_encoder(folder: Path, loved: str = "orchid", outputs: int = 1) -> Path:
    """A model that is sure when the pair holds one word, and doubts everything else strongly."""
    write_tokenizer(folder)
    weights = numpy.full((len(WORDS), outputs), 0.0, dtype=numpy.float32)
    weights[WORDS.index(loved), -1] = 20.0
    bias = numpy.array([[0.0] * (outputs - 1) + [-5.0]], dtype=numpy.float32)
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
    out = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", outputs])
    nodes = [
        helper.make_node("Gather", ["weights", "input_ids"], ["tokens"]),
        helper.make_node("ReduceMax", ["tokens"], ["best"], axes=[1], keepdims=0),
        helper.make_node("Add", ["best", "bias"], ["logits"]),
    ]
    values = [numpy_helper.from_array(weights, "weights"), numpy_helper.from_array(bias, "bias")]
    _save(helper.make_graph(nodes, "tiny", [ids], [out], values), folder)
    return folder


def _save(graph: onnx.GraphProto, folder: Path) -> None:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.save(model, str(folder / "model.onnx"))
