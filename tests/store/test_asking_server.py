"""Whether a Chroma server answers, asked without Chroma (a real one: test_vectorindex_server.py)."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator

import pytest

from memdeck.store.vectorindex.asking_server import why_no_server


@pytest.fixture
def page() -> Iterator[str]:
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<!DOCTYPE html>")

        def log_message(self, *_: object) -> None:
            """Nothing to stderr."""

    server = http.server.HTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_a_page_is_no_server(page: str) -> None:
    assert why_no_server(page) == f"what answers at {page} is no Chroma server"


def test_nothing_there() -> None:
    assert why_no_server("http://127.0.0.1:9").startswith("nothing answers as a Chroma server at http://")
