"""The tools, resources and prompts as MCP describes them."""

from __future__ import annotations

from typing import Any

from mcp_types import Prompt, PromptArgument, ResourceTemplate, Tool, ToolAnnotations

from memdeck.doors.mcp.searching import MOST_HITS
from memdeck.doors.memory_tool.dialect import Dialect, Parameter, ToolWords

SEARCH, CONTEXT, RECALL = "memory_search", "memory_context", "recall"
INDEX_URI, ENTRY_URI = "memory://index", "memory://entry/"
MARKDOWN = "text/markdown"

_LARGE = {"anthropic/maxResultSizeChars": 200_000}
"""Lets Claude Code show a whole entry of the largest size."""


def _annotations(*, reads: bool = False, destroys: bool = False, repeatable: bool = False) -> ToolAnnotations:
    return ToolAnnotations(
        read_only_hint=reads, destructive_hint=destroys, idempotent_hint=repeatable, open_world_hint=False
    )


_READS = _annotations(reads=True, repeatable=True)
_HINTS = {
    "view": _READS,
    "create": _annotations(),
    "insert": _annotations(),
    "str_replace": _annotations(destroys=True),
    "rename": _annotations(destroys=True),
    "delete": _annotations(destroys=True, repeatable=True),
}

_FOUND_FIELDS = ("path", "title", "description", "type", "status", "owner", "updated", "excerpt")
_FOUND_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {name: {"type": "string"} for name in _FOUND_FIELDS},
                "required": list(_FOUND_FIELDS),
            },
        }
    },
    "required": ["memories"],
}


def tools(dialect: Dialect) -> list[Tool]:
    """Return every tool of a server that speaks this dialect."""
    return [
        *(_memory_tool(dialect, tool) for tool in dialect.tools),
        Tool(
            name=SEARCH,
            title="Search memory",
            description="Find memories by meaning and by words, best first, with path, title and beginning.",
            input_schema=_object(
                {
                    "query": {"type": "string", "description": "What to look for, in any words."},
                    "limit": {"type": "integer", "minimum": 1, "maximum": MOST_HITS, "default": 10},
                },
                ["query"],
            ),
            output_schema=_FOUND_SCHEMA,
            annotations=_READS,
        ),
        Tool(
            name=CONTEXT,
            title="Memories for a prompt",
            description=(
                "Return the stored memories that matter for a prompt, ready to read, within a budget. Call "
                "it with the user's prompt before starting on a task."
            ),
            input_schema=_object(
                {"prompt": {"type": "string", "description": "The user's prompt, as it was given."}},
                ["prompt"],
            ),
            annotations=_READS,
        ),
    ]


def templates() -> list[ResourceTemplate]:
    """Return the templates of resources."""
    return [
        ResourceTemplate(
            name="entry",
            title="One memory",
            uri_template=f"{ENTRY_URI}{{name}}",
            description="The markdown text of one memory, by its name without .md.",
            mime_type=MARKDOWN,
        )
    ]


def prompts() -> list[Prompt]:
    """Return the prompts."""
    topic = PromptArgument(name="topic", description="What to remember about.", required=True)
    return [
        Prompt(
            name=RECALL,
            title="Recall",
            description="Put what is remembered about a topic before the assistant.",
            arguments=[topic],
        )
    ]


def _memory_tool(dialect: Dialect, tool: ToolWords) -> Tool:
    schema = _object(
        {parameter.shown: _schema(dialect, parameter) for parameter in tool.parameters},
        [parameter.shown for parameter in tool.parameters if parameter.required],
    )
    return Tool(
        name=tool.name,
        title=tool.title,
        description=tool.help,
        input_schema=schema,
        annotations=_HINTS[tool.command],
        _meta=_LARGE if tool.command == "view" else None,
    )


def _schema(dialect: Dialect, parameter: Parameter) -> dict[str, Any]:
    if parameter.kind == "range":
        return {**dialect.range_schema, "description": f"{parameter.help} {dialect.range_help}"}
    schema: dict[str, Any] = {"type": parameter.kind, "description": parameter.help}
    return schema | ({"minimum": 0} if parameter.kind == "integer" else {})


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}
