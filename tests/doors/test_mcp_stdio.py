"""`memdeck mcp` as clients start it: a process of its own, spoken to over stdin and stdout."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client
from mcp.client import session as sdk_session
from mcp_clients import WITH_BOTH, in_process, over_stdio, words
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, KNOWN_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from memdeck import Deck

KOTLIN = """---
title: Build setup
description: Gradle with the Kotlin DSL
type: USER
---

Always use Gradle with the Kotlin DSL.
"""
JAVA = """---
title: Java version
description: builds target Java 25
type: PROJECT
---

The build targets Java 25.
"""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "1999-01-01",
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    },
}
HEAVY = ("mcp", "mcp_types", "pydantic", "starlette", "yaml")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
async def test_every_older_revision(home: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK's client, made to offer the revision that an older client would."""
    monkeypatch.setattr(sdk_session, "LATEST_HANDSHAKE_VERSION", version)
    async with over_stdio(home, *WITH_BOTH) as client:
        assert client.protocol_version == version
        await _works(client)


@pytest.mark.parametrize("version", MODERN_PROTOCOL_VERSIONS)
async def test_the_newest_revision(home: Path, version: str) -> None:
    async with over_stdio(home, *WITH_BOTH, mode=version) as client:
        assert client.protocol_version == version
        await _works(client)


async def test_a_client_that_asks_first(home: Path) -> None:
    async with over_stdio(home, *WITH_BOTH, mode="auto") as client:
        assert client.protocol_version == KNOWN_PROTOCOL_VERSIONS[-1]
        assert client.instructions


async def _works(client: Client) -> None:
    made = await client.call_tool("memory_create", {"path": "/memories/a.md", "file_text": "gradle"})
    assert words(made) == "File created successfully at: /memories/a.md"
    again = await client.call_tool("memory_create", {"path": "/memories/a.md", "file_text": "x"})
    assert (words(again), again.is_error) == ("Error: File /memories/a.md already exists", True)
    assert len((await client.list_tools()).tools) == 8
    found = await client.call_tool("memory_search", {"query": "gradle"})
    assert "/memories/a.md" in words(found)
    assert "(a.md)" in (await client.read_resource("memory://index")).contents[0].text


async def test_a_whole_round(home: Path, tmp_path: Path) -> None:
    """The article: saved in one session, used in the next, changed, and unavailable in a trial."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    async with over_stdio(home, name="claude-code", CLAUDE_PROJECT_DIR=str(root)) as client:
        await client.call_tool("memory_create", {"path": "/memories/build_setup.md", "file_text": KOTLIN})
        await client.call_tool("memory_create", {"path": "/memories/java_version.md", "file_text": JAVA})
    async with over_stdio(home, cwd=root, mode="auto") as client:
        await client.call_tool("memory_search", {"query": "build"})  # loads the model, however busy we are
        block = words(
            await client.call_tool(
                "memory_context", {"prompt": "Which build tool and Java version does the build file need?"}
            )
        )
        assert "Gradle with the Kotlin DSL" in block
        assert "Java 25" in block
        change = {
            "path": "/memories/java_version.md",
            "old_str": "The build targets Java 25.",
            "new_str": "Java 26.",
        }
        assert not (await client.call_tool("memory_str_replace", change)).is_error
    async with over_stdio(home, cwd=tmp_path) as client:
        await client.call_tool("memory_search", {"query": "build"})
        block = words(
            await client.call_tool(
                "memory_context", {"prompt": "Which build tool and Java version does the build file need?"}
            )
        )
        assert "Gradle" in block
        assert "Java" not in block  # another folder: the person's own only
    with Deck.open(home) as deck:
        owners = {memory.name: memory.owner for memory in deck.list()}
        assert owners == {"build_setup": "user:me", "java_version": "project:shop"}
        assert deck.get("java_version").content == "Java 26."
        before = deck.last_change()
        async with over_stdio(home, "--trial", cwd=root) as client:
            refused = await client.call_tool("memory_view", {"path": "/memories"})
            assert words(refused).startswith("Error: memory is unavailable: this is a trial run")
        assert deck.last_change() == before


async def test_a_person_and_two_clients_at_once(home: Path) -> None:
    """S36: what changed since a client saw it is refused kindly; the person's history has everybody."""
    path = "/memories/plan.md"
    async with (
        over_stdio(home, *WITH_BOTH, name="one") as one,
        in_process(home, name="two") as two,
    ):
        await one.call_tool("memory_create", {"path": path, "file_text": "a\nb\n"})
        await two.call_tool("memory_view", {"path": path})
        await one.call_tool("memory_str_replace", {"path": path, "old_str": "a", "new_str": "A"})
        edit = {"path": path, "old_str": "b", "new_str": "B"}
        refused = await two.call_tool("memory_str_replace", edit)
        assert refused.is_error
        assert "was changed meanwhile by somebody else" in words(refused)
        await two.call_tool("memory_view", {"path": path})
        assert not (await two.call_tool("memory_str_replace", edit)).is_error
        with Deck.open(home) as deck:
            deck.edit("plan", title="The plan")
            view = words(await one.call_tool("memory_view", {"path": path}))
            assert "title: The plan" in view
            assert [change.author.label for change in deck.history("plan")] == ["you", "two", "one", "one"]


def _raw(
    home: Path, *lines: object, arguments: tuple[str, ...] = WITH_BOTH
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "memdeck", "--home", str(home), "mcp", *arguments],
        input="".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines),
        env=dict(os.environ),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_stdout_belongs_to_the_protocol_and_the_end_of_stdin_ends_it(home: Path) -> None:
    done = _raw(home, HELLO, "this is no JSON\n", {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert done.returncode == 0
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    (answer,) = [message for message in messages if message.get("id") == 1]
    assert answer["result"]["protocolVersion"] == "2025-11-25"
    assert answer["result"]["serverInfo"]["name"] == "memdeck"
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_signals_end_it_at_once(home: Path, sent: signal.Signals, code: int) -> None:
    """The thread that waits for stdin would keep it alive until the next line."""
    with subprocess.Popen(
        [sys.executable, "-m", "memdeck", "--home", str(home), "mcp", *WITH_BOTH],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(HELLO) + "\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(sent)
        assert process.wait(20) == code


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--owner", "me", "--project", "."), 2, "Give --project or --owner, not both."),
        (("--owner", "nobody"), 2, "is not an owner"),
        (("--dialect", "klingon"), 2, "klingon"),
        (("--http", "--host", "0.0.0.0", "--no-token"), 1, "a token is needed"),
    ],
)
def test_wrong_options(home: Path, arguments: tuple[str, ...], code: int, said: str) -> None:
    done = _raw(home, arguments=arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr


def test_the_library_is_loaded_by_the_server_only() -> None:
    """STORAGE §7: importing mcp takes most of a second, which no other command may pay."""
    code = (
        "import sys; from memdeck.cli.group import memdeck; import memdeck.cli.commands.mcp; "
        "import memdeck.doors.mcp, memdeck.doors.memory_tool; "
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
