"""docs/mcp.md: every snippet parses, every command in it runs, every answer it promises comes."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp_clients import in_process

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text("utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def _servers() -> list[dict[str, object]]:
    found = []
    for block in _blocks("json"):
        read = json.loads(block)
        found += [*read.get("mcpServers", {}).values(), *read.get("servers", {}).values()]
    for block in _blocks("toml"):
        found += tomllib.loads(block)["mcp_servers"].values()
    for line in "\n".join(_blocks("sh")).splitlines():
        if " -- " in line:
            command, *args = shlex.split(line.split(" -- ", 1)[1])
            found.append({"command": command, "args": args})
    return found


def test_there_is_one_for_each_client() -> None:
    assert len(_servers()) == 8
    for heading in ("Claude Code", "Codex", "Cursor", "Gemini CLI", "VS Code", "Spring AI, ByteChef"):
        assert f"\n### {heading}\n" in PAGE


@pytest.mark.parametrize(
    "server", {json.dumps(server, sort_keys=True): server for server in _servers()}.values()
)
async def test_each_snippet_starts_a_server(server: dict[str, object], tmp_path: Path) -> None:
    assert server["command"] == "memdeck"
    args = [str(arg).replace("${workspaceFolder}", str(tmp_path)) for arg in server["args"]]  # type: ignore[attr-defined]
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memdeck", *args],
        env={**os.environ, "MEMDECK_HOME": str(tmp_path / "home")},
        cwd=tmp_path,
    )
    async with Client(command, mode="legacy") as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        view = "MemoryView" if "spring" in args else "memory_view"
        assert names[0] == view
        assert not (
            await client.call_tool(view, {"path": "MEMORY.md" if "spring" in args else "/memories"})
        ).is_error


async def test_the_page_names_every_tool(tmp_path: Path) -> None:
    async with in_process(tmp_path / "home") as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
    assert set(re.findall(r"^\| `(memory_\w+)` \|", PAGE, re.MULTILINE)) == names


def test_the_example_in_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: object) -> None:
    monkeypatch.setenv("MEMDECK_HOME", str(tmp_path / "home"))
    (code,) = _blocks("python")
    exec(compile(code, "docs/mcp.md", "exec"), {})
    assert "/memories/MEMORY.md False" in capsys.readouterr().out  # type: ignore[attr-defined]
