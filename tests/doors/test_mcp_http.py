"""The server over HTTP: on this machine, for who shows the token, several clients at once."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from mcp.client import session as sdk_session
from mcp_clients import WITH_BOTH, http_server, over_http, words
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from memdeck.doors.mcp.http import Address
from memdeck.doors.mcp.token import read_or_make_token, token_file
from memdeck.memory.errors import MemdeckError

HELLO = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {}}
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, Path]]:
    """One server for the file: address, token, home."""
    home = tmp_path_factory.mktemp("http") / "home"
    with http_server(home, *WITH_BOTH) as url:
        yield url, read_or_make_token(home), home


@pytest.mark.parametrize("version", [*HANDSHAKE_PROTOCOL_VERSIONS, *MODERN_PROTOCOL_VERSIONS])
async def test_every_revision(
    server: tuple[str, str, Path], version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, token, _ = server
    modern = version in MODERN_PROTOCOL_VERSIONS
    if not modern:
        monkeypatch.setattr(sdk_session, "LATEST_HANDSHAKE_VERSION", version)
    name = f"r{version.replace('-', '')}"
    async with over_http(url, token, mode=version if modern else "legacy") as client:
        assert client.protocol_version == version
        arguments = {"path": f"/memories/{name}.md", "file_text": f"---\ntitle: {name}\n---\ngradle"}
        assert not (await client.call_tool("memory_create", arguments)).is_error
        again = await client.call_tool("memory_create", arguments)
        assert words(again) == f"Error: File /memories/{name}.md already exists"
        assert f"{name}.md" in words(await client.call_tool("memory_search", {"query": name}))
        assert len((await client.list_tools()).tools) == 8


async def test_two_clients_see_each_others_changes(server: tuple[str, str, Path]) -> None:
    """S36, with the sessions of the transport: each client has its own memory of what it saw."""
    url, token, _ = server
    path = "/memories/shared.md"
    async with over_http(url, token, name="same") as one, over_http(url, token, name="same") as two:
        await one.call_tool("memory_create", {"path": path, "file_text": "a b"})
        assert "a b" in words(await two.call_tool("memory_view", {"path": path}))
        await two.call_tool("memory_str_replace", {"path": path, "old_str": "b", "new_str": "B"})
        refused = await one.call_tool("memory_str_replace", {"path": path, "old_str": "a", "new_str": "A"})
        assert "was changed meanwhile" in words(refused)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Basic {token}"},
        {"Authorization": "bearer {token}"},
        {"Authorization": "Bearer {token}x"},
    ],
)
def test_without_the_token_nothing_is_answered(
    server: tuple[str, str, Path], headers: dict[str, str]
) -> None:
    url, token, _ = server
    sent = {key: value.format(token=token) for key, value in headers.items()}
    for address in (url, url.removesuffix("/mcp") + "/"):
        answer = httpx2.post(address, json=HELLO, headers={**ACCEPT, **sent})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert token not in answer.text


@pytest.mark.parametrize("header", [{"Host": "evil.example:8765"}, {"Origin": "https://evil.example"}])
def test_a_page_in_a_browser_can_not_reach_it(server: tuple[str, str, Path], header: dict[str, str]) -> None:
    """DNS rebinding: the name must be this machine's, token or not."""
    url, token, _ = server
    sent = {**ACCEPT, **header, "Authorization": f"Bearer {token}"}
    assert httpx2.post(url, json=HELLO, headers=sent).status_code in {403, 421}


def test_the_token_is_private_and_stays(tmp_path: Path) -> None:
    home = tmp_path / "home"
    token = read_or_make_token(home)
    assert read_or_make_token(home) == token
    assert len(token) >= 40
    assert stat.S_IMODE(token_file(home).stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


@pytest.mark.parametrize("fault", ["open to others", "empty", "link"])
def test_a_token_file_that_is_none(tmp_path: Path, fault: str) -> None:
    file = token_file(tmp_path)
    if fault == "link":
        (tmp_path / "elsewhere").write_text("x" * 50)
        file.symlink_to(tmp_path / "elsewhere")
    else:
        file.write_text("x" * 50 if fault == "open to others" else "")
        file.chmod(0o644 if fault == "open to others" else 0o600)
    with pytest.raises(MemdeckError, match="mcp-token"):
        read_or_make_token(tmp_path)


def test_show_token(tmp_path: Path) -> None:
    done = _run(tmp_path, "--show-token")
    assert done.stdout.strip() == read_or_make_token(tmp_path / "home")


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = _run(tmp_path, "--http", "--port", str(port))
    assert done.returncode == 1
    assert f"Port {port} of 127.0.0.1 can't be used" in done.stderr


async def test_without_a_token_on_this_machine(tmp_path: Path) -> None:
    with http_server(tmp_path / "home", "--no-token") as url:
        async with over_http(url, None) as client:
            assert not (await client.call_tool("memory_view", {"path": "/memories"})).is_error
    assert not token_file(tmp_path / "home").exists()


def test_addresses() -> None:
    assert Address("::1", 80).url == "http://[::1]:80/mcp"


def _run(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "memdeck", "--home", str(tmp_path / "home"), "mcp", *arguments],
        env=dict(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
