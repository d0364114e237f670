"""The six memory tools (view, create, str_replace, insert, delete, rename) on the store.

An assistant sees one flat folder of `name.md` files and a `MEMORY.md` that is always in step. What it is
told, word for word, is a dialect's; what happens is the same in all of them.

    tool = MemoryTool(deck, FixedOwners(("user:me", "project:demo")))
    tool.call("view", {"path": "/memories"}).text
"""

from __future__ import annotations

from memdeck.doors.memory_tool.answer import Answer
from memdeck.doors.memory_tool.dialects import DIALECTS, dialect_named
from memdeck.doors.memory_tool.tool import MemoryTool
from memdeck.doors.memory_tool.whose import FixedOwners, FolderOwners, Nobody, Whose

__all__ = [
    "DIALECTS",
    "Answer",
    "FixedOwners",
    "FolderOwners",
    "MemoryTool",
    "Nobody",
    "Whose",
    "dialect_named",
]
