"""Lines that are no message are answered: a client that waits for an answer would wait for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def answers(home: Path, *lines: object) -> list[dict[str, Any]]:
    """Return what the server answers to these lines, in the order in which it does."""
    with subprocess.Popen(
        [sys.executable, "-m", "memdeck", "--home", str(home), "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=home.parent,
        env={**os.environ, "CLAUDE_PROJECT_DIR": ""},
    ) as server:
        assert server.stdin
        assert server.stdout
        found = []
        for line in (HELLO, READY, *lines):
            sent = line if isinstance(line, bytes) else json.dumps(line).encode()
            server.stdin.write(sent + b"\n")
            server.stdin.flush()
            if line is not READY and sent.strip():
                found.append(json.loads(server.stdout.readline()))
        server.stdin.close()
        assert server.wait(20) == 0
    return found[1:]


def call(number: int, text: str) -> dict[str, Any]:
    arguments = {"path": "/memories/half.md", "file_text": text}
    params = {"name": "memory_create", "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def test_half_of_a_surrogate_pair_is_refused_and_the_next_call_works(tmp_path: Path) -> None:
    half, whole, listed = answers(
        tmp_path / "home",
        call(2, "a\ud800"),
        call(3, "a\U0001f600"),
        {"jsonrpc": "2.0", "id": "x\udfff", "method": "tools/list"},
    )
    assert (half["id"], half["result"]["isError"]) == (2, True)
    assert "half of a surrogate pair" in half["result"]["content"][0]["text"]
    assert (whole["id"], whole["result"]["isError"]) == (3, False)
    assert listed["error"]["code"] == -32602


def test_what_is_no_message_gets_the_errors_of_json_rpc(tmp_path: Path) -> None:
    found = answers(
        tmp_path / "home",
        b"hello",
        b"",
        b"[]",
        b"[" * 100_000,
        b"\xff\x00",
        {"jsonrpc": "2.0", "id": 7},
        call(8, "still there"),
    )
    assert [answer.get("error", {}).get("code") for answer in found] == [
        -32700,
        -32600,
        -32700,
        -32700,
        -32600,
        None,
    ]
    assert [answer["id"] for answer in found] == [None, None, None, None, 7, 8]
