"""The dialects by name."""

from __future__ import annotations

from collections.abc import Mapping

from memdeck.doors.memory_tool.anthropic import Anthropic
from memdeck.doors.memory_tool.dialect import Dialect
from memdeck.doors.memory_tool.sdk_python import SdkPython
from memdeck.doors.memory_tool.spring import Spring
from memdeck.memory.errors import InvalidField

DIALECTS: Mapping[str, Dialect] = {dialect.name: dialect for dialect in (Anthropic(), Spring(), SdkPython())}
"""`anthropic`, `spring` and, for tests, `sdk-python`."""


def dialect_named(name: str) -> Dialect:
    """Return a dialect; raise InvalidField listing them."""
    found = DIALECTS.get(name)
    if found is None:
        raise InvalidField("dialect", f"{name!r} is unknown.", "Use " + " or ".join(DIALECTS) + ".")
    return found
