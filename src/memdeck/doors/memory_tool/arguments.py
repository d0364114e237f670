"""Reading the arguments of a call, which come from a model: any shape, any name that is in use for them."""

from __future__ import annotations

from collections.abc import Mapping

from memdeck.doors.memory_tool.answer import Refused
from memdeck.doors.memory_tool.dialect import Dialect, Parameter, ToolWords
from memdeck.doors.memory_tool.safe_words import echoed, whole_number


def read_arguments(dialect: Dialect, tool: ToolWords, given: Mapping[str, object]) -> dict[str, object]:
    """Return the values by the program's own names.

    Raises:
        Refused: one is missing, or of the wrong kind.
    """
    read: dict[str, object] = {}
    for parameter in tool.parameters:
        key = next((key for key in (parameter.shown, *parameter.also) if given.get(key) is not None), None)
        if key is None:
            if parameter.required:
                raise Refused(dialect.error(f"Missing required parameter: {parameter.shown}"))
            continue
        read[parameter.name] = _value(dialect, parameter, given[key])
    return read


def tool_for(dialect: Dialect, command: str) -> ToolWords:
    """Return the tool of a command, given by the command's name or the tool's; raise Refused."""
    for tool in dialect.tools:
        if command in {tool.command, tool.name}:
            return tool
    raise Refused(dialect.error(f"Unknown command: {echoed(str(command))}"))


def _value(dialect: Dialect, parameter: Parameter, value: object) -> object:
    match parameter.kind:
        case "range":
            return dialect.line_range(value)
        case "integer":
            number = whole_number(value)
            if number is None:
                raise Refused(dialect.error(f"{parameter.shown} must be a non-negative integer"))
            return number
        case _ if not isinstance(value, str):
            raise Refused(dialect.error(f"{parameter.shown} must be text."))
        case _:
            return value
