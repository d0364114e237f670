"""More rules for secrets, when the extra `memdeck[secrets]` is installed: those of Kingfisher.

Loading them takes a second (ten, the first time), so only programs that stay, and those that read a whole
store, ask for them: the MCP server, `memdeck doctor` and `memdeck import`. A hook never does. Nothing is sent
anywhere: the scanner's own checks over the network are not used.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from memdeck.memory.secrets import Finding

_PACKAGE = "kingfisher_sdk"
_SECONDS = 5.0
"""Longest look at one text."""
_WORDS = re.compile(r"[^A-Z0-9]+")


class _Found(Protocol):
    rule_id: str
    location: Mapping[str, int]
    visible: bool


class _Scanner(Protocol):
    def scan(self, data: bytes, *, timeout: float) -> Sequence[_Found]: ...


_scanner: _Scanner | None = None
_loading = threading.Lock()


def prepare_deep_secrets(*, wait: bool = False) -> None:
    """Load the scanner, in a thread of its own unless `wait`; does nothing when it is not installed."""
    if _scanner is not None or find_spec(_PACKAGE) is None:
        return
    if wait:
        _load()
    else:
        threading.Thread(target=_load, name="memdeck-secrets", daemon=True).start()


def deep_findings(text: str) -> Iterable[Finding]:
    """Return what the scanner finds in a text; nothing while it is not loaded."""
    if _scanner is None or not text:
        return ()
    data = text.encode("utf-8", "surrogatepass")
    try:
        found = _scanner.scan(data, timeout=_SECONDS)
    except (TimeoutError, RuntimeError, ValueError):  # the built-in rules still hold
        return ()
    return [finding for each in found if each.visible and (finding := _finding(each, text, data))]


def _load() -> None:
    global _scanner  # noqa: PLW0603 - one scanner for the program: its rules take 50 MB
    with _loading:
        if _scanner is None:
            _scanner = cast(_Scanner, import_module(_PACKAGE).Scanner())


def _finding(found: _Found, text: str, data: bytes) -> Finding | None:
    """Turn places in bytes into places in the text; what is a mask already is nothing."""
    begin, finish = found.location["start_offset"], found.location["end_offset"]
    start = len(data[:begin].decode("utf-8", "surrogatepass"))
    end = start + len(data[begin:finish].decode("utf-8", "surrogatepass"))
    if "<" in text[max(0, start - 1) : end] and ">" in text[start : end + 1]:
        return None
    name = found.rule_id.rpartition(".")[2].upper()
    return Finding(_WORDS.sub("_", name).strip("_") or "SECRET", start, end)
