"""The server's tools, resources and prompts, by the SDK's own client in this process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp import MCPError
from mcp_clients import in_process, words

from memdeck import Deck
from memdeck.doors.mcp.instructions import FIRST, LIMIT, instructions
from memdeck.doors.memory_tool import DIALECTS

CANARY = "ORCHID-7"
GRADLE = """---
title: Build setup
description: Gradle with the Kotlin DSL
type: USER
---

Always use Gradle.
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


async def test_the_tools(home: Path) -> None:
    async with in_process(home) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert list(tools) == [
        *("memory_view", "memory_create", "memory_str_replace", "memory_insert", "memory_delete"),
        *("memory_rename", "memory_search", "memory_context"),
    ]
    hints = {name: tool.annotations for name, tool in tools.items()}
    reading = [name for name, hint in hints.items() if hint and hint.read_only_hint]
    destroying = [name for name, hint in hints.items() if hint and hint.destructive_hint]
    assert reading == ["memory_view", "memory_search", "memory_context"]
    assert destroying == ["memory_str_replace", "memory_delete", "memory_rename"]
    assert all(hint and hint.open_world_hint is False for hint in hints.values())
    for tool in tools.values():
        assert tool.title
        assert len((tool.description or "").encode()) < 2_000  # Claude Code cuts at 2 KB
        assert all(
            field.get("description") or field["type"] for field in tool.input_schema["properties"].values()
        )


async def test_the_tools_of_spring(home: Path) -> None:
    async with in_process(home, dialect="spring") as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(tools)[:6] == [
            *(
                "MemoryView",
                "MemoryCreate",
                "MemoryStrReplace",
                "MemoryInsert",
                "MemoryDelete",
                "MemoryRename",
            )
        ]
        assert tools["MemoryCreate"].input_schema["required"] == ["path", "fileText"]
        made = await client.call_tool("MemoryCreate", {"path": "build.md", "fileText": GRADLE})
        assert words(made) == f"Successfully created file: build.md ({len(GRADLE)} characters)"
        found = await client.call_tool("memory_search", {"query": "gradle"})
        assert found.structured_content["memories"][0]["path"] == "build.md"


@pytest.mark.parametrize("dialect", ["anthropic", "spring"])
def test_instructions_fit_every_client(dialect: str) -> None:
    text = instructions(DIALECTS[dialect])
    assert len(text.encode()) < LIMIT
    first = text[:FIRST]
    assert "memory_context" in first
    assert "memory_search" in first
    assert DIALECTS[dialect].tools[1].name in first


async def test_exact_strings_with_the_mark_of_an_error(home: Path) -> None:
    async with in_process(home) as client:
        made = await client.call_tool("memory_create", {"path": "/memories/a.md", "file_text": "x"})
        assert (words(made), made.is_error) == ("File created successfully at: /memories/a.md", False)
        failed = await client.call_tool("memory_view", {"path": "/memories/b.md"})
        assert failed.is_error
        assert words(failed) == (
            "Error: The path /memories/b.md does not exist. Please provide a valid path."
        )
        unknown = await client.call_tool("memory_forget", {})
        assert (words(unknown), unknown.is_error) == ("Error: Unknown command: memory_forget", True)
        other = await client.call_tool(
            "memory_rename", {"path": "/memories/a.md", "new_path": "/memories/b.md"}
        )
        assert words(other) == "Successfully renamed /memories/a.md to /memories/b.md"


async def test_search(home: Path) -> None:
    with Deck.open(home) as deck:
        deck.add("Build setup", "Always use Gradle with the Kotlin DSL.", type="USER", name="build")
        deck.add("Staging board", "Grafana board stg-orders.", type="REFERENCE", owner="project:demo")
        deck.add("Old", "We used Maven with Gradle.", status="archived", owner="project:demo")
    async with in_process(home) as client:
        result = await client.call_tool("memory_search", {"query": "gradle kotlin build tool", "limit": 1})
        (hit,) = result.structured_content["memories"]
        assert (hit["path"], hit["type"], hit["owner"]) == ("/memories/build.md", "USER", "me")
        assert "/memories/build.md — [USER] Build setup" in words(result)
        everything = await client.call_tool("memory_search", {"query": "gradle", "limit": "50"})
        assert "Maven" not in words(everything)  # archived entries don't reach an assistant
        for bad in ({}, {"query": 3}, {"query": "x", "limit": "many"}):
            assert (await client.call_tool("memory_search", bad)).is_error
        empty = await client.call_tool("memory_search", {"query": "  "})
        assert empty.structured_content == {"memories": []}


async def test_context_is_the_injection_to_the_byte_and_is_recorded(home: Path) -> None:
    prompt = "Write a build file for gradle"
    with Deck.open(home) as deck:
        deck.add("Build setup", "Always use Gradle with the Kotlin DSL, Java 25.", type="USER")
        deck.add("CI", "The gradle build runs on every push.", owner="project:demo")
        async with in_process(home, name="cursor") as client:
            await client.call_tool("memory_search", {"query": "x"})  # loads the model, however busy we are
            given = await client.call_tool("memory_context", {"prompt": prompt})
            again = await client.call_tool("memory_context", {"prompt": prompt})
            nothing = await client.call_tool("memory_context", {"prompt": "thanks!"})
        record = deck.injections()[0]
        assert words(given) == words(again) == record.text
        preview = deck.preview(prompt, access=("user:me", "project:demo"), as_of=record.at)
        assert words(given).encode() == preview.text.encode()
        assert (record.client, record.prompt) == ("mcp cursor", prompt)
        assert words(nothing) == "No stored memory is relevant enough to this prompt."
        assert len(deck.injections()) == 2


async def test_resources_and_prompt(home: Path) -> None:
    async with in_process(home) as client:
        await client.call_tool("memory_create", {"path": "/memories/build.md", "file_text": GRADLE})
        uris = [resource.uri for resource in (await client.list_resources()).resources]
        assert uris == ["memory://index", "memory://entry/build"]
        templates = (await client.list_resource_templates()).resource_templates
        assert [template.uri_template for template in templates] == ["memory://entry/{name}"]
        index = (await client.read_resource("memory://index")).contents[0]
        assert index.text == "- [Build setup](build.md) — Gradle with the Kotlin DSL\n"
        assert index.mime_type == "text/markdown"
        for uri in ("memory://entry/build", "memory://entry/build.md", "memory://entry/me.build"):
            assert (await client.read_resource(uri)).contents[0].text == GRADLE
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["recall"]
        recalled = await client.get_prompt("recall", {"topic": "gradle build"})
        assert "Always use Gradle." in recalled.messages[0].content.text
        for uri in (
            "memory://entry/no",
            "memory://entry/..%2fx",
            "memory://entry/%00",
            "memory://other",
            "x:y",
        ):
            with pytest.raises(MCPError, match="No memory"):
                await client.read_resource(uri)
        with pytest.raises(MCPError, match="recall"):
            await client.get_prompt("recall", {})


async def test_nothing_of_other_owners_reaches_a_client(home: Path) -> None:
    """S41: search, context, resources, and an entry asked for by its id."""
    with Deck.open(home) as deck:
        others = [
            deck.add(f"{CANARY} gradle", f"{CANARY} gradle", owner=owner, name="canary", type=kind)
            for owner, kind in (("project:other", "USER"), ("deployment:demo@PROD", "PROJECT"))
        ]
        deck.add("Mine", "gradle and mine", owner="me", name="mine")
    async with in_process(home) as client:
        answers = [
            words(await client.call_tool("memory_search", {"query": f"{CANARY} gradle"})),
            words(await client.call_tool("memory_context", {"prompt": f"what is {CANARY} gradle"})),
            words(await client.call_tool("memory_view", {"path": "/memories"})),
            words(await client.call_tool("memory_view", {"path": "/memories/MEMORY.md"})),
            (await client.read_resource("memory://index")).contents[0].text,
            str(await client.list_resources()),
            str((await client.get_prompt("recall", {"topic": "gradle"})).messages),
        ]
        assert not [text for text in answers if CANARY in text.replace(f"'{CANARY} gradle'", "")]
        assert "mine" in answers[0]
        for ref in ("canary", others[0].id, others[1].id):
            with pytest.raises(MCPError, match="No memory"):
                await client.read_resource(f"memory://entry/{ref}")


async def test_a_deployment_sees_only_itself(home: Path) -> None:
    async with in_process(home, owners=("deployment:acme@production",)) as client:
        await client.call_tool("memory_create", {"path": "/memories/a.md", "file_text": GRADLE})
    with Deck.open(home) as deck:
        assert deck.get("a").owner == "deployment:acme@PRODUCTION"
    async with in_process(home, owners=("deployment:acme@staging",)) as client:
        assert "a.md" not in words(await client.call_tool("memory_view", {"path": "/memories"}))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"trial": True}, "this is a trial run, which must not touch real memory"),
        ({"owners": ("",)}, "no owner was given for this session"),
        ({"owners": ("deployment:a@PROD", "me")}, "deployment:a@PRODUCTION can't be seen together"),
    ],
)
async def test_unavailable_memory_is_said_by_every_tool(
    home: Path, options: dict[str, object], reason: str
) -> None:
    """Nothing is read or written: not even the store is made."""
    async with in_process(home, **options) as client:
        for tool in (await client.list_tools()).tools:
            needed = {key: 0 if key == "insert_line" else "x" for key in tool.input_schema["required"]}
            result = await client.call_tool(tool.name, needed)
            assert result.is_error
            assert words(result).startswith(f"Error: memory is unavailable: {reason}")
        assert len((await client.list_resources()).resources) == 1
        with pytest.raises(MCPError, match=reason):
            await client.read_resource("memory://index")
    assert not list(home.rglob("*.db"))


async def test_a_store_that_can_not_be_opened_is_unavailable(home: Path) -> None:
    home.mkdir()
    (home / "memdeck.db").write_bytes(b"ORCHID-7" * 100)
    async with in_process(home) as client:
        result = await client.call_tool("memory_view", {"path": "/memories"})
        assert result.is_error
        assert words(result).startswith("Error: memory is unavailable: ")
        assert CANARY not in words(result)


async def test_the_history_names_the_client(home: Path) -> None:
    for name in ("claude-code", "evil\x1b[31m\u202e" + "x" * 200, ""):
        async with in_process(home, name=name) as client:
            await client.call_tool("memory_create", {"path": f"/memories/n{len(name)}.md", "file_text": "x"})
    with Deck.open(home) as deck:
        labels = [change.author.label for change in reversed(deck.history())]
    assert labels[0] == "claude-code"
    assert labels[1].isprintable()
    assert len(labels[1]) < 100
    assert labels[2] == "mcp"


async def test_what_hides_in_an_entry_shows_in_a_search(home: Path) -> None:
    hidden = "gradle \u202eevil\u200b \x1b]52;c;x\x07"
    with Deck.open(home) as deck:
        deck.add(f"gradle {hidden}", hidden, description=hidden, owner="me", name="entry")
    async with in_process(home) as client:
        result = await client.call_tool("memory_search", {"query": "gradle"})
        text = words(result) + json.dumps(result.structured_content, ensure_ascii=False)
    assert not set("\u202e\u200b\x1b\x07") & set(text)


async def test_a_fault_inside_is_one_sentence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(CANARY)

    monkeypatch.setattr(Deck, "retrieve", broken)
    monkeypatch.setattr(Deck, "inject", broken)
    async with in_process(home) as client:
        for tool, arguments in (("memory_search", {"query": "x"}), ("memory_context", {"prompt": "x"})):
            result = await client.call_tool(tool, arguments)
            assert result.is_error
            assert words(result).startswith("Error: the memory operation failed")
        with pytest.raises(MCPError, match="That did not work"):
            await client.get_prompt("recall", {"topic": "x"})
    log = (home / "memdeck.log").read_text("utf-8")
    assert log.count("memdeck mcp: RuntimeError") == 3
    assert CANARY not in log


async def test_a_prompt_is_recorded_without_its_secrets(home: Path) -> None:
    """S51: the assistant hands the person's prompt on as it is."""
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    with Deck.open(home) as deck:
        deck.add("Build setup", "Build the service with Gradle.", type="USER")
    async with in_process(home) as client:
        await client.call_tool("memory_context", {"prompt": f"build the service with Gradle, token {token}"})
    with Deck.open(home) as deck:
        prompts = [record.prompt for record in deck.injections()]
    assert prompts == ["build the service with Gradle, token <GITHUB_TOKEN>"]
