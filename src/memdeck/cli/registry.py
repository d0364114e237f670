"""The one table of commands: name, module, a line of help. A module is loaded when its command runs."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """One command. Its module holds it as `command`."""

    name: str
    module: str
    help: str
    heading: str


_READ, _WRITE, _MOVE, _CARE = "Look", "Change", "Bring in and out", "Look after"
_SERVE = "For assistants"

COMMANDS: tuple[Entry, ...] = (
    Entry("list", "memdeck.cli.commands.list", "List or search memories.", _READ),
    Entry("show", "memdeck.cli.commands.show", "Show one memory.", _READ),
    Entry("history", "memdeck.cli.commands.history", "Show every change by anyone, newest first.", _READ),
    Entry("preview", "memdeck.cli.commands.preview", "Show what would be injected for a prompt.", _READ),
    Entry("inject", "memdeck.cli.commands.inject", "Print the block for a prompt, and record it.", _READ),
    Entry("add", "memdeck.cli.commands.add", "Add a memory.", _WRITE),
    Entry("edit", "memdeck.cli.commands.edit", "Change a memory, in $EDITOR or by options.", _WRITE),
    Entry("rename", "memdeck.cli.commands.rename", "Give a memory another name.", _WRITE),
    Entry("rm", "memdeck.cli.commands.rm", "Remove memories; they can be restored.", _WRITE),
    Entry("restore", "memdeck.cli.commands.restore", "Bring a removed memory back.", _WRITE),
    Entry("purge", "memdeck.cli.commands.purge", "Delete memories for good, text and history.", _WRITE),
    Entry("undo", "memdeck.cli.commands.undo", "Take the last change back.", _WRITE),
    Entry("redo", "memdeck.cli.commands.redo", "Make an undone change again.", _WRITE),
    Entry("import", "memdeck.cli.commands.import_", "Bring in what other programs remember.", _MOVE),
    Entry("export", "memdeck.cli.commands.export", "Write memories out, into a folder or a file.", _MOVE),
    Entry("sync", "memdeck.cli.commands.sync", "Keep memory folders and the store in step.", _MOVE),
    Entry("mcp", "memdeck.cli.commands.mcp", "Serve the memory to an assistant over MCP.", _SERVE),
    Entry("hook", "memdeck.cli.commands.hook", "Answer a hook of an assistant.", _SERVE),
    Entry("install", "memdeck.cli.commands.install", "Write Memdeck into an assistant's settings.", _SERVE),
    Entry("conflicts", "memdeck.cli.commands.conflicts", "Show and settle what contradicts.", _CARE),
    Entry("demo", "memdeck.cli.commands.demo", "Open the program on a throw-away sample store.", _CARE),
    Entry("config", "memdeck.cli.commands.config", "Show, check or start the configuration.", _CARE),
    Entry("reindex", "memdeck.cli.commands.reindex", "Build the index for search by meaning anew.", _CARE),
    Entry("doctor", "memdeck.cli.commands.doctor", "Check the store and the configuration.", _CARE),
    Entry("bench", "memdeck.cli.commands.bench", "Measure the program on this machine.", _CARE),
    Entry("completion", "memdeck.cli.commands.completion", "Print shell completion for a shell.", _CARE),
)
BY_NAME = {entry.name: entry for entry in COMMANDS}
