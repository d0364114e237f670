"""Conversations that wait to be read for memories: one small file each, in the folder of the store.

Files, not a table: a hook at a session's end has a second, and must not wait for a database that another
program is writing, or that lies on a server.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from memdeck.exchange.atomic_file import write_atomic
from memdeck.exchange.problem import FileFault
from memdeck.exchange.safe_file import read_regular

FOLDER = "waiting"
SUMMARY_LIMIT = 1_000_000
"""Characters of a summary that are kept."""

_FILE_LIMIT = 8 * 1024 * 1024
_DIGITS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingConversation:
    """A conversation that was handed on."""

    at: datetime
    client: str
    session: str | None = None
    folder: str | None = None
    """Where the session worked; it decides whose the memories become."""
    transcript: str | None = None
    """The file of the whole conversation; it may be gone by the time it is read."""
    summary: str | None = None
    """What the assistant itself said about the conversation; instead of the transcript."""

    @property
    def key(self) -> str:
        """Tells conversations apart: handed on twice, it waits once."""
        told = (self.client, self.session, self.transcript, self.summary)
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:_DIGITS]


Conversations: TypeAlias = Sequence[WaitingConversation]


class ConversationQueue:
    """The queue of one store. Whoever reads a conversation takes it out with `done`."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def put(self, conversation: WaitingConversation) -> None:
        """Keep a conversation, whole and flushed to the disk; one that waits already keeps its place."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if next(self._folder.glob(f"*-{conversation.key}.json"), None) is None:
            write_atomic(self._folder / self._name(conversation), _written(conversation))

    def waiting(self) -> Conversations:
        """Return what waits, the oldest first. A file that can't be read is passed over."""
        try:
            files = sorted(self._folder.glob("*.json"))
        except OSError:
            return ()
        return [found for file in files if (found := _read(file)) is not None]

    def done(self, conversation: WaitingConversation) -> None:
        """Take a conversation out."""
        for file in self._folder.glob(f"*-{conversation.key}.json"):
            file.unlink(missing_ok=True)

    @staticmethod
    def _name(conversation: WaitingConversation) -> str:
        return f"{conversation.at:%Y%m%dT%H%M%S%f}-{conversation.key}.json"


def _written(conversation: WaitingConversation) -> bytes:
    values = {item.name: getattr(conversation, item.name) for item in fields(conversation)}
    return (json.dumps({**values, "at": conversation.at.isoformat()}, indent=1) + "\n").encode()


def _read(file: Path) -> WaitingConversation | None:
    try:
        values = json.loads(read_regular(file, _FILE_LIMIT)[0])
        known = {item.name: values.get(item.name) for item in fields(WaitingConversation)}
        return WaitingConversation(**{**known, "at": datetime.fromisoformat(values["at"])})
    except (FileFault, ValueError, KeyError, TypeError, AttributeError):
        return None
