"""Reading what a client writes on stdin. Every field but the event's name may be missing or wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from memdeck.doors.hooks.clients import HookClient, Moment
from memdeck.memory.errors import MemdeckError

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes of an event that are read; a prompt with whole files pasted in stays far below it."""

_FRESH_CONTEXT = frozenset({"compact", "clear"})


class HookTrouble(MemdeckError):
    """The hook can't do its work; the message never holds what the event holds."""


@dataclass(frozen=True, slots=True)
class HookEvent:
    """One moment of a session."""

    client: str
    name: str
    """As the client calls it."""
    moment: Moment
    session: str | None = None
    folder: Path | None = None
    """Where the session works; None is nowhere, and sees the person's own memories only."""
    prompt: str = ""
    lost_context: bool = False
    """True when the session begins again with nothing of what it was given."""
    transcript: str | None = None
    summary: str | None = None


def read_event(stream: BinaryIO, client: HookClient, word: str) -> HookEvent:
    """Read one event. The name in it counts; `word`, from the command line, stands in for a missing one.

    Raises:
        HookTrouble: it is no JSON object, too large, or of a kind that this client has not.
    """
    data = stream.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise HookTrouble(f"The event is larger than {SIZE_LIMIT:,} bytes.")
    try:
        fields = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        raise HookTrouble("What stands on stdin is not JSON.") from None
    if not isinstance(fields, dict):
        raise HookTrouble("What stands on stdin is no JSON object.")
    name = client.event(_text(fields, "hook_event_name") or word)
    if name is None:
        raise HookTrouble(f"{client.name} has no event of that name that memdeck serves.")
    return HookEvent(
        client.name,
        name,
        client.events[name],
        session=_text(fields, "session_id"),
        folder=_folder(fields),
        prompt=_text(fields, "prompt") or "",
        lost_context=_text(fields, "source") in _FRESH_CONTEXT,
        transcript=_text(fields, "transcript_path"),
        summary=_text(fields, "compact_summary"),
    )


def _text(fields: Mapping[str, object], key: str) -> str | None:
    value = fields.get(key)
    return value if isinstance(value, str) and value else None


def _folder(fields: Mapping[str, object]) -> Path | None:
    text = _text(fields, "cwd")
    if text is None or "\0" in text:
        return None
    try:
        os.fsencode(text)
    except UnicodeEncodeError:  # half a character: no path of this machine
        return None
    return Path(text) if Path(text).is_absolute() else None
