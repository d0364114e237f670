"""Tiny ONNX models and tokenizers, made on the spot: no test downloads anything."""

from __future__ import annotations

import json
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


def write_nli_model(
    folder: Path, labels: tuple[str, ...] = ("contradiction", "entailment", "neutral")
) -> Path:
    """A model for natural language inference with its outputs in the order of `labels`.

    A pair with "monday" is a contradiction, one with "orchid" an entailment, one with "rota" only when it
    stands in the second text; all else is neutral.
    """
    write_tokenizer(folder)
    (folder / "config.json").write_text(json.dumps({"id2label": dict(enumerate(labels))}))
    place = {label[:6].lower(): number for number, label in enumerate(labels)}
    anywhere = numpy.zeros((len(WORDS), len(labels)), dtype=numpy.float32)
    anywhere[WORDS.index("monday"), place["contra"]] = 20.0
    anywhere[WORDS.index("orchid"), place["entail"]] = 20.0
    second = numpy.zeros((len(WORDS), len(labels)), dtype=numpy.float32)
    second[WORDS.index("rota"), place["entail"]] = 20.0
    bias = numpy.zeros((1, len(labels)), dtype=numpy.float32)
    bias[0, place["neutra"]] = 5.0
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
    kinds = helper.make_tensor_value_info("token_type_ids", TensorProto.INT64, ["batch", "length"])
    out = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", len(labels)])
    nodes = [
        helper.make_node("Gather", ["anywhere", "input_ids"], ["all"]),
        helper.make_node("ReduceMax", ["all"], ["best"], axes=[1], keepdims=0),
        helper.make_node("Gather", ["second", "input_ids"], ["all_second"]),
        helper.make_node("Cast", ["token_type_ids"], ["which"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["which", "last"], ["side"]),
        helper.make_node("Mul", ["all_second", "side"], ["of_second"]),
        helper.make_node("ReduceMax", ["of_second"], ["best_second"], axes=[1], keepdims=0),
        helper.make_node("Add", ["best", "best_second"], ["both"]),
        helper.make_node("Add", ["both", "bias"], ["logits"]),
    ]
    values = [
        numpy_helper.from_array(anywhere, "anywhere"),
        numpy_helper.from_array(second, "second"),
        numpy_helper.from_array(bias, "bias"),
        numpy_helper.from_array(numpy.array([2], dtype=numpy.int64), "last"),
    ]
    _save(helper.make_graph(nodes, "tiny", [ids, kinds], [out], values), folder)
    return folder


def _save(graph: onnx.GraphProto, folder: Path) -> None:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.save(model, str(folder / "model.onnx"))
