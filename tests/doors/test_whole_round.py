"""Issue 4 §8: saved by an assistant over MCP, given to a new session by the hooks, changed, and unavailable.

Everything runs as it does at a person's: `memdeck mcp` is spoken to by the SDK's client over stdio, and each
session of Claude Code is the hooks' own processes.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hook_calls import HookAnswer, Hooks
from mcp import Client
from mcp_clients import over_stdio, words

from memdeck import Deck

GRADLE = """---
title: Build setup
description: Gradle with the Kotlin DSL, never Maven
type: USER
---

Always use Gradle with the Kotlin DSL.
"""
JAVA = """---
title: Java version
description: Java 25 in new code
type: USER
---

Use Java 25.
"""
CONTAINERS = """---
title: Container registry
description: Where images are pushed
type: PROJECT
---

Images are pushed to registry.example.org/shop.
"""
PROMPTS = (
    "Write the build file of this project",
    "Create a build script",
    "set up the build for this service",
    "generate a build file for the new service",
    "写一个构建文件",
    "为这个服务生成构建脚本",
)
UNRELATED = (
    "what's the weather like in Oslo today",
    "写一首关于秋天的诗",
    "write a haiku about rain",
    "thanks!",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A project's repository."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    return tmp_path / "shop"


@pytest.fixture
def hooks(home: Path) -> Hooks:
    return Hooks(home)


async def saved(client: Client, name: str, text: str) -> None:
    made = await client.call_tool("memory_create", {"path": f"/memories/{name}.md", "file_text": text})
    assert not made.is_error, words(made)


class Session:
    """One session of Claude Code in a folder, as the hooks see it."""

    def __init__(self, hooks: Hooks, folder: Path, name: str) -> None:
        self._call, self._folder, self._name = hooks, str(folder), name
        self.given = self._hook("SessionStart", source="startup").text

    def ask(self, prompt: str) -> str:
        """Send a prompt; return everything that the session was given so far."""
        self.given += self._hook("UserPromptSubmit", prompt=prompt).text
        return self.given

    def _hook(self, event: str, **fields: str) -> HookAnswer:
        answer = self._call("claude-code", event, session_id=self._name, cwd=self._folder, **fields)
        assert (answer.code, answer.err) == (0, "")
        return answer


async def remembering(home: Path, shop: Path) -> None:
    """The first session: the assistant saves what the person said."""
    async with over_stdio(home, name="claude-code", CLAUDE_PROJECT_DIR=str(shop)) as client:
        await saved(client, "build_setup", GRADLE)
        await saved(client, "java_version", JAVA)
        await saved(client, "container_registry", CONTAINERS)
        await client.call_tool("memory_search", {"query": "build"})  # loads the model, however busy we are


async def test_a_new_session_knows_what_the_last_one_was_told(home: Path, shop: Path, hooks: Hooks) -> None:
    await remembering(home, shop)
    for number, prompt in enumerate(PROMPTS):
        given = Session(hooks, shop, f"s{number}").ask(prompt)
        assert "Gradle with the Kotlin DSL" in given, prompt
        assert "Java 25" in given, prompt
        assert "registry.example.org" not in given, prompt
    assert hooks.log == []
    with Deck.open(home) as deck:
        recorded = {record.session for record in deck.injections()}
    assert recorded == {f"s{number}" for number in range(len(PROMPTS))}


async def test_a_prompt_about_something_else_is_given_nothing(home: Path, shop: Path, hooks: Hooks) -> None:
    await remembering(home, shop)
    session = Session(hooks, shop, "s1")
    begun = session.given
    for prompt in UNRELATED:
        assert session.ask(prompt) == begun, prompt


async def test_a_prompt_alone_finds_the_build_setup(home: Path, shop: Path, hooks: Hooks) -> None:
    """Clients without a hook at a session's start have only this; docs/retrieval.md says what it misses."""
    await remembering(home, shop)
    found = []
    for number, prompt in enumerate(PROMPTS):
        answer = hooks(
            "claude-code", "UserPromptSubmit", session_id=f"p{number}", cwd=str(shop), prompt=prompt
        )
        if "Gradle with the Kotlin DSL" in answer.text:
            found.append(prompt)
    assert set(found) >= {PROMPTS[1], PROMPTS[2], PROMPTS[4]}


async def test_a_preference_that_was_changed(home: Path, shop: Path, hooks: Hooks) -> None:
    await remembering(home, shop)
    async with over_stdio(home, name="claude-code", CLAUDE_PROJECT_DIR=str(shop)) as client:
        change = {
            "path": "/memories/java_version.md",
            "old_str": "Use Java 25.",
            "new_str": "Use Java 26.",
        }
        assert not (await client.call_tool("memory_str_replace", change)).is_error
        about = {**change, "old_str": "Java 25 in new code", "new_str": "Java 26 in new code"}
        assert not (await client.call_tool("memory_str_replace", about)).is_error
    given = Session(hooks, shop, "s2").ask("Create a build script")
    assert "Java 26" in given
    assert "Java 25" not in given
    assert "Gradle with the Kotlin DSL" in given


@pytest.mark.parametrize("kind", ["USER", "FEEDBACK", "PROJECT"])
async def test_a_new_entry_that_announces_the_change(home: Path, shop: Path, hooks: Hooks, kind: str) -> None:
    """The assistant saves a second entry instead of editing the first; the old one is not given any more."""
    before = f"---\ntitle: Build tool\ntype: {kind}\n---\n\nBuild with Gradle.\n"
    after = f"---\ntitle: Build tool from now on\ntype: {kind}\n---\n\nWe switched from Gradle to Maven.\n"
    async with over_stdio(home, name="claude-code", CLAUDE_PROJECT_DIR=str(shop)) as client:
        await saved(client, "build_tool", before)
        await saved(client, "build_tool_now", after)
        await client.call_tool("memory_search", {"query": "build"})
    given = Session(hooks, shop, "s3").ask("which build tool is used for the build script?")
    assert "Maven" in given
    assert "Build with Gradle." not in given


CALLS = (
    ("memory_view", {"path": "/memories"}),
    ("memory_create", {"path": "/memories/x.md", "file_text": "x"}),
    ("memory_context", {"prompt": "Create a build script"}),
)


async def unavailable(client: Client, *reason: str, calls: int = len(CALLS)) -> None:
    for tool, arguments in CALLS[:calls]:
        answer = await client.call_tool(tool, arguments)
        assert answer.is_error, tool
        assert words(answer).startswith("Error: memory is unavailable: "), (tool, words(answer))
        assert all(part in words(answer) for part in reason), (tool, words(answer))


def silent(answer: HookAnswer) -> None:
    assert (answer.code, answer.out, answer.err) == (0, b"", "")


async def test_a_trial(home: Path, shop: Path) -> None:
    await remembering(home, shop)
    async with over_stdio(home, "--trial", cwd=shop) as client:
        await unavailable(client, "trial run")


async def test_two_owners_are_no_owner(home: Path, shop: Path) -> None:
    async with over_stdio(home, "--owner", "project:a", "--owner", "project:b") as client:
        await unavailable(client, "several projects")


async def test_a_broken_store(home: Path, shop: Path, hooks: Hooks) -> None:
    await remembering(home, shop)
    for file in home.glob("memdeck.db*"):
        file.unlink()
    (home / "memdeck.db").write_bytes(b"no database" * 999)
    async with over_stdio(home, cwd=shop) as client:
        await unavailable(client, "memdeck.db")
    for event in ("SessionStart", "UserPromptSubmit"):
        silent(hooks("claude-code", event, cwd=str(shop), prompt="Create a build script"))
    assert len(hooks.log) >= 2


async def test_a_locked_store(home: Path, shop: Path, hooks: Hooks) -> None:
    await remembering(home, shop)
    with closing(sqlite3.connect(home / "memdeck.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("UPDATE memory SET version = version")
        for event in ("SessionStart", "UserPromptSubmit"):
            silent(
                hooks("claude-code", event, "--seconds", "1", cwd=str(shop), prompt="Create a build script")
            )
        async with over_stdio(home, cwd=shop) as client:
            await unavailable(client, "locked", calls=1)  # each waits for five seconds
