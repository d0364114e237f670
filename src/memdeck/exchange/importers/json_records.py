"""Reading JSON that somebody else wrote: whole files and lines, within limits, with the place of a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.file_text import decode
from memdeck.exchange.moments import read_moment
from memdeck.exchange.problem import FileFault
from memdeck.exchange.safe_file import read_regular

JSON_LIMIT = 256 * 1024 * 1024
"""Largest file that is read, in bytes."""

_MILLISECONDS = 100_000_000_000
"""A number of seconds this large lies 3,000 years ahead, so it counts milliseconds."""

Mapped = Mapping[str, object]


def read_json(path: Path) -> tuple[object, datetime]:
    """Return what a JSON file holds and when it was written; raise FileFault with the line."""
    data, modified = read_regular(path, JSON_LIMIT)
    return parsed(decode(data).text), modified


def parsed(text: str) -> object:
    """Return what a JSON text means; raise FileFault with the line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FileFault("is not JSON from here on.", error.lineno) from None
    except (RecursionError, ValueError):
        raise FileFault("is no JSON that can be read: nested too deep, or a number too long.") from None


def json_lines(path: Path) -> tuple[Iterator[tuple[int, object | FileFault]], datetime]:
    """Return the records of a file with one JSON value a line, each with its line or with its fault."""
    data, modified = read_regular(path, JSON_LIMIT)
    return lines_of(data), modified


def lines_of(data: bytes) -> Iterator[tuple[int, object | FileFault]]:
    """Yield the values of lines, or the fault of a line."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, parsed(decode(line).text)
        except FileFault as fault:
            yield number, FileFault(fault.reason.replace(" from here on", ""), number)


def text_in(record: Mapped, *keys: str) -> str:
    """Return the first of these keys that holds text; numbers count as text."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
    return ""


def texts_in(record: Mapped, key: str) -> list[str]:
    """Return a list of texts: a JSON list, or a text that holds one, as databases keep them."""
    value = record.get(key)
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return [value.strip()] if isinstance(value, str) else []
    if isinstance(value, str):
        return [value.strip()] if value.strip() else []
    if not isinstance(value, list):
        return []
    return [item.strip() for item in value if isinstance(item, str) and item.strip()]


def moment_in(record: Mapped, *keys: str) -> datetime | None:
    """Return the first of these keys that holds a time: ISO 8601, seconds or milliseconds; else None."""
    for key in keys:
        moment = _moment(record.get(key))
        if moment is not None:
            return moment
    return None


def _moment(value: object) -> datetime | None:
    if isinstance(value, list):
        return _from_parts(value)
    if isinstance(value, str):
        value = value.strip()
        if not value.replace(".", "", 1).isdigit():
            return read_moment(value)
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        return None
    try:
        return datetime.fromtimestamp(value / 1000 if value >= _MILLISECONDS else value, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _from_parts(value: list[object]) -> datetime | None:
    """Read `[2026, 8, 1, 12, 30, 0, 5000000]`, as some Java programs write times: the last is nanoseconds."""
    parts = [part for part in value if isinstance(part, int) and not isinstance(part, bool)]
    if len(parts) != len(value) or not 3 <= len(parts) <= 7:
        return None
    whole = (parts + [0] * 7)[:7]
    try:
        return datetime(*whole[:6], whole[6] // 1000, tzinfo=UTC)  # type: ignore[arg-type, misc]
    except (ValueError, TypeError):
        return None


def mapping(value: object) -> Mapped | None:
    """Return a JSON object, or None."""
    return value if isinstance(value, dict) else None


def objects(value: object) -> list[object]:
    """Return a JSON list, or an empty one."""
    return value if isinstance(value, list) else []
