"""Real clients of the server: in this process, over stdio to a process of its own, and over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import CallToolResult, Implementation

from memdeck.doors.mcp.options import ServeOptions
from memdeck.doors.mcp.server import build_server
from memdeck.doors.mcp.sessions import Sessions

BOTH = ("user:me", "project:demo")
WITH_BOTH = ("--owner", "me", "--owner", "project:demo")


def named(name: str) -> Implementation:
    """Return what a client says of itself."""
    return Implementation(name=name, version="1")


@asynccontextmanager
async def in_process(
    home: Path, *, name: str = "tester", mode: str = "auto", **options: object
) -> AsyncIterator[Client]:
    """Connect to a server in this process."""
    options.setdefault("owners", BOTH)
    sessions = Sessions(ServeOptions(home=home, **options))  # type: ignore[arg-type]
    try:
        async with Client(build_server(sessions), mode=mode, client_info=named(name)) as client:
            yield client
    finally:
        sessions.close()


@asynccontextmanager
async def over_stdio(
    home: Path,
    *arguments: str,
    name: str = "tester",
    mode: str = "legacy",
    cwd: Path | None = None,
    **env: str,
) -> AsyncIterator[Client]:
    """Start `memdeck mcp` as a client does, and connect to it."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memdeck", "--home", str(home), "mcp", *arguments],
        env={**os.environ, **env},
        cwd=cwd,
    )
    async with Client(server, mode=mode, client_info=named(name)) as client:
        yield client


@contextmanager
def http_server(home: Path, *arguments: str) -> Iterator[str]:
    """Start `memdeck mcp --http` on a free port; give its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "memdeck", "--home", str(home), "mcp", "--http", "--port", "0", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        assert said.startswith("Serving MCP at http://"), said + process.stderr.read()
        yield said.split()[3].removesuffix(".")
    finally:
        process.terminate()
        process.communicate(timeout=20)


@asynccontextmanager
async def over_http(
    url: str, token: str | None, *, name: str = "tester", mode: str = "legacy"
) -> AsyncIterator[Client]:
    """Connect to a server over HTTP."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with create_mcp_http_client(headers=headers) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode, client_info=named(name)) as client:
            yield client


def words(result: object) -> str:
    """Return the text of a tool's result."""
    assert isinstance(result, CallToolResult)
    return "".join(block.text for block in result.content if block.type == "text")
