"""A chat server on this machine that judges as it is told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], tuple[int, object]]


def said(words: str) -> tuple[int, object]:
    """An answer that holds these words."""
    return 200, {"choices": [{"message": {"role": "assistant", "content": words}}]}


def verdict(contradiction: float = 0.0, duplicate: float = 0.0) -> tuple[int, object]:
    """An answer that holds a verdict."""
    return said(json.dumps({"contradiction": contradiction, "duplicate": duplicate}))


def notes(asked: dict[str, Any]) -> dict[str, str]:
    """Return the two statements that were asked about, read as a model would: between the marks."""
    lines = asked["messages"][1]["content"].split("\n")
    mark = lines[0].removeprefix("BEGIN NOTES ")
    assert lines[-1] == f"END NOTES {mark}"
    assert lines.count(lines[-1]) == 1
    found = json.loads("\n".join(lines[1:-1]))
    assert found.keys() == {"one", "two"}
    return dict(found)


class JudgeServer:
    """Keeps what it was asked; `answer` may be set. A body that is bytes is sent as it is."""

    def __init__(self) -> None:
        self.answer: Answer = lambda asked: verdict()
        self.asked: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.keys: list[str | None] = []
        self.wait = 0.0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append(asked)
                outer.paths.append(self.path)
                outer.keys.append(self.headers.get("Authorization"))
                status, body = outer.answer(asked)
                content = body if isinstance(body, bytes) else json.dumps(body).encode()
                time.sleep(outer.wait)
                try:
                    self.send_response(status)
                    if status == 302:
                        self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                    self.end_headers()
                    self.wfile.write(content)
                except OSError:
                    pass  # the one who asked has gone

            def log_message(self, *_arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/v1#tiny-judge"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
