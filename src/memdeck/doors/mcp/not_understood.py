"""Answering lines that the SDK can't read. It drops them, and whoever sent one waits for ever.

What a model wrote can hold half of a surrogate pair. JavaScript sends that as an escape, which is valid JSON
and no text.
"""

from __future__ import annotations

import json

from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    JSONRPCResponse,
    TextContent,
)
from pydantic import ValidationError

_HALF = "holds half of a surrogate pair, which is not a character. Nothing was done; send it without."


def answer_to(fault: Exception) -> JSONRPCResponse | JSONRPCError | None:
    """Return what to answer to a line that could not be read as a message; None for an empty one."""
    found = fault.errors()[0] if isinstance(fault, ValidationError) else {"type": "", "input": None}
    sent = found["input"]
    if found["type"] != "json_invalid":
        return JSONRPCError(
            jsonrpc="2.0", id=_id_of(sent), error=ErrorData(code=INVALID_REQUEST, message="Invalid request")
        )
    line = sent.decode("utf-8", "replace") if isinstance(sent, bytes) else str(sent)
    if not line.strip():
        return None
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=PARSE_ERROR, message="Parse error"))
    number = _id_of(request)
    if number is not None and request.get("method") == "tools/call":  # said to the model, not to the client
        refused = CallToolResult(
            content=[TextContent(type="text", text=f"Error: the call {_HALF}")], is_error=True
        )
        return JSONRPCResponse(
            jsonrpc="2.0", id=number, result=refused.model_dump(by_alias=True, mode="json", exclude_none=True)
        )
    return JSONRPCError(
        jsonrpc="2.0", id=number, error=ErrorData(code=INVALID_PARAMS, message=f"The message {_HALF}")
    )


def _id_of(request: object) -> int | str | None:
    number = request.get("id") if isinstance(request, dict) else None
    if isinstance(number, str):
        return number.encode("utf-8", "replace").decode()
    return number if isinstance(number, int) and not isinstance(number, bool) else None
