"""The vector index on a real Chroma server: shared, hung, gone, and never waited for."""

from __future__ import annotations

import http.client
import http.server
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from built_index import DIMENSION, LIMITS, MODEL, assert_right, filled_source, vector
from vector_sources import DictSource

from memdeck.store.vectorindex import IndexState, IndexUnavailable, VectorIndex
from memdeck.store.vectorindex.asking_server import why_no_server

pytestmark = pytest.mark.slow


class Server:
    """`chroma run` on loopback."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        chroma = Path(sys.executable).with_name("chroma")
        command = [chroma, "run", "--path", self.folder, "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 30
        while not self.answers():
            assert self.process.poll() is None, "the port was taken: then it prints a line and exits with 0"
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/api/v2/heartbeat")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def collections(self) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        connection.request(
            "GET", "/api/v2/tenants/default_tenant/databases/default_database/collections_count"
        )
        count = int(connection.getresponse().read())
        connection.close()
        return count

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def stop(self) -> None:
        self.signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


def connect(server: Server | str, home: Path, source: DictSource, query: float = 2.0) -> VectorIndex:
    url = server if isinstance(server, str) else server.url
    return VectorIndex.open(
        home, MODEL, DIMENSION, source, server=url, limits=replace(LIMITS, query=query, start=10)
    )


def own_source(entries: int, name: str) -> DictSource:
    source = filled_source(entries)
    source.identity = name
    return source


def test_programs_share_a_server(server: Server, tmp_path: Path) -> None:
    source = own_source(60, "shared")
    with connect(server, tmp_path / "a", source) as first:
        assert first.state is IndexState.MISSING
        first.catch_up()
        assert_right(first, source)
        with connect(server, tmp_path / "b", source) as second:
            assert_right(second, source)
            source.put("new", vector("new"), vector("tail"))
            source.drop("mem_00003")
            assert second.nearest(vector("tail"), 1)[0][0] == "new"
            assert "mem_00003" not in dict(first.nearest(vector(3), 100))
            assert first.catch_up() == 0
            assert_right(first, source)
            assert_right(second, source)


def test_a_real_server_is_known_without_chroma(server: Server) -> None:
    assert why_no_server(server.url) == ""


def test_a_rebuild_replaces_the_collection_under_everybody(server: Server, tmp_path: Path) -> None:
    source = own_source(60, "rebuilt")
    with connect(server, tmp_path / "a", source) as first, connect(server, tmp_path / "b", source) as second:
        first.catch_up()
        second.catch_up()
        before = server.collections()
        first.rebuild()
        assert_right(first, source)
        assert server.collections() == before
        with pytest.raises(IndexUnavailable):
            second.nearest(vector(1), 1)
        assert second.state is IndexState.MISSING
        second.catch_up()
        assert_right(second, source)
        assert second.health().generation == first.health().generation


def test_other_stores_and_models_keep_apart(server: Server, tmp_path: Path) -> None:
    source, other = own_source(30, "é"), own_source(0, "m")
    other.put("only", vector(1))
    with connect(server, tmp_path, source) as index, connect(server, tmp_path, other) as beside:
        index.catch_up()
        beside.catch_up()
        assert [one for one, _ in beside.nearest(vector(1), 10)] == ["only"]
        assert_right(index, source)


def test_a_store_that_disagrees_with_the_server_is_built_anew(server: Server, tmp_path: Path) -> None:
    source = own_source(60, "disagrees")
    with connect(server, tmp_path, source) as index:
        index.catch_up()
    older = own_source(50, "disagrees")
    with connect(server, tmp_path, older) as index:
        assert index.state is IndexState.DAMAGED
        index.catch_up()
        assert_right(index, older)


def test_a_hung_server_hangs_nobody(server: Server, tmp_path: Path) -> None:
    source = own_source(40, "hung")
    with connect(server, tmp_path, source, query=0.5) as index:
        index.catch_up()
        assert_right(index, source)
        server.signal(signal.SIGSTOP)
        try:
            began = time.monotonic()
            with pytest.raises(IndexUnavailable, match="no answer"):
                index.nearest(vector(1), 1)
            assert time.monotonic() - began < 3
            assert index.state is IndexState.DOWN
        finally:
            server.signal(signal.SIGCONT)
        index.catch_up()
        assert_right(index, source)


def test_a_server_that_goes_and_comes_back(tmp_path: Path) -> None:
    running = Server(tmp_path)
    source = own_source(40, "comes and goes")
    with connect(running, tmp_path / "home", source) as index:
        index.catch_up()
        running.stop()
        with pytest.raises(IndexUnavailable) as caught:
            index.nearest(vector(1), 1)
        assert caught.value.state is IndexState.DOWN
        assert index.catch_up() == 0
        assert index.state is IndexState.DOWN
        with pytest.raises(IndexUnavailable):
            index.rebuild()
        source.put("meanwhile", vector("meanwhile"))
        running.start()
        try:
            index.catch_up()
            assert_right(index, source)
        finally:
            index.close()
            running.stop()


def test_no_server_or_something_else_at_the_address(tmp_path: Path) -> None:
    with connect(f"http://127.0.0.1:{free_port()}", tmp_path, own_source(1, "nobody")) as index:
        assert index.state is IndexState.DOWN
        assert index.reason.startswith("nothing answers at http://127.0.0.1:")
    other = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    threading.Thread(target=other.serve_forever, args=(0.01,), daemon=True).start()
    try:
        with connect(
            f"http://127.0.0.1:{other.server_address[1]}", tmp_path, own_source(1, "other")
        ) as index:
            assert index.state is IndexState.DOWN
            assert index.reason.startswith("what answers is no Chroma server at http://127.0.0.1:")
    finally:
        other.shutdown()
        other.server_close()
    assert [path.name for path in (tmp_path / "index").iterdir()] == ["server"]
