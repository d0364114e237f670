"""Messages between the program and the child that owns Chroma: a length, JSON, and raw bytes. No pickle.

    8 bytes: length of the JSON, length of the rest (big-endian) | JSON object | float32 values

The program's side waits no longer than it is told; the child's side waits for ever, and ends with the pipe.
"""

from __future__ import annotations

import json
import os
import select
import struct
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_LENGTHS = struct.Struct(">II")
_LARGEST = 256 * 2**20
_CHUNK = 2**20

Fields = dict[str, Any]
"""A decoded JSON object."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message, either way."""

    fields: Fields
    blob: bytes = b""


def packed(fields: Mapping[str, object], blob: bytes = b"") -> bytes:
    """Return the bytes that carry a message."""
    text = json.dumps(fields, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    return _LENGTHS.pack(len(text), len(blob)) + text + blob


def lengths(header: bytes) -> tuple[int, int]:
    """Read a header; raise ValueError when the lengths are absurd."""
    text, blob = _LENGTHS.unpack(header)
    if text > _LARGEST or blob > _LARGEST:
        raise ValueError(f"a message of {text} + {blob} bytes")
    return text, blob


def unpacked(text: bytes, blob: bytes) -> Message:
    """Decode a message's parts; raise ValueError when the text isn't a JSON object."""
    fields = json.loads(text)
    if not isinstance(fields, dict):
        raise ValueError("a message that is no object")
    return Message(fields, blob)


def read_message(fd: int) -> Message | None:
    """Wait for a message without limit; None at the end of the pipe."""
    header = _read_all(fd, _LENGTHS.size)
    if header is None:
        return None
    text_size, blob_size = lengths(header)
    text = _read_all(fd, text_size)
    blob = _read_all(fd, blob_size)
    return None if text is None or blob is None else unpacked(text, blob)


def write_message(fd: int, fields: Mapping[str, object], blob: bytes = b"") -> None:
    """Send a message, waiting as long as it takes."""
    rest = memoryview(packed(fields, blob))
    while rest:
        rest = rest[os.write(fd, rest) :]


def _read_all(fd: int, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = os.read(fd, min(size - len(parts), _CHUNK))
        if not part:
            return None
        parts += part
    return bytes(parts)


class TimedPipe:
    """The program's end of both pipes. TimeoutError when time is up, EOFError when the child is gone."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        os.set_blocking(incoming, False)
        os.set_blocking(outgoing, False)

    def send(self, message: bytes, deadline: float) -> None:
        """Write `message` before `deadline` (time.monotonic)."""
        rest = memoryview(message)
        while rest:
            _wait(self._outgoing, select.POLLOUT, deadline)
            try:
                rest = rest[os.write(self._outgoing, rest[:_CHUNK]) :]
            except BlockingIOError:
                continue
            except BrokenPipeError as gone:
                raise EOFError from gone

    def receive(self, deadline: float) -> Message:
        """Read one message before `deadline`."""
        text_size, blob_size = lengths(self._read(_LENGTHS.size, deadline))
        return unpacked(self._read(text_size, deadline), self._read(blob_size, deadline))

    def _read(self, size: int, deadline: float) -> bytes:
        parts = bytearray()
        while len(parts) < size:
            _wait(self._incoming, select.POLLIN, deadline)
            try:
                part = os.read(self._incoming, min(size - len(parts), _CHUNK))
            except BlockingIOError:
                continue
            if not part:
                raise EOFError
            parts += part
        return bytes(parts)


def _wait(fd: int, event: int, deadline: float) -> None:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    watch = select.poll()
    watch.register(fd, event)
    if not watch.poll(left * 1000):
        raise TimeoutError
