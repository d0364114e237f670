"""The child process: the only place that imports Chroma. `python -m memdeck.store.vectorindex.child`

It reads requests from its standard input and answers on its standard output, one after the other, and ends
when the pipe does. It guards itself too, in case the program that started it is gone: the kernel ends it when
a request takes far too long, and no file can grow past a limit (a damaged index was seen to grow one to 1.4
TB).
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
from pathlib import Path

from memdeck.store.vectorindex.frames import Fields, Message, read_message, write_message

GRACE = 5.0
"""Seconds beyond a request's limit after which the kernel ends this process."""
_MEMORY = 16 * 2**30


def main() -> None:
    """Serve requests until told to close, or until the pipe ends."""
    incoming, outgoing = _private_pipes()
    served = _Served()
    while (message := read_message(incoming)) is not None:
        signal.setitimer(signal.ITIMER_REAL, float(message.fields.get("limit", 30)) + GRACE)
        try:
            fields = served.answer(message)
        except Exception as error:  # noqa: BLE001  the outermost edge: all that Chroma raises goes over the pipe
            fields = {"error": served.kind_of(error), "text": served.said(error)[:500]}
        write_message(outgoing, fields)
        signal.setitimer(signal.ITIMER_REAL, 0)
        if message.fields.get("op") == "close":
            break
    os._exit(0)  # tearing the interpreter down costs another 150 ms and gains nothing


def _private_pipes() -> tuple[int, int]:
    """Move the pipes away from 0 and 1, so that nothing Chroma prints can break a message."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return incoming, outgoing


class _Served:
    """Chroma, once it has been opened."""

    def __init__(self) -> None:
        self._open = False

    def answer(self, message: Message) -> Fields:
        match message.fields["op"]:
            case "open":
                return self._opened(message.fields)
            case "close":
                return self._closed()
            case "apply":
                return self._vectors.apply(message.fields["entries"], message.blob, message.fields["seq"])
            case "nearest":
                given = message.fields
                return {"hits": self._vectors.nearest(message.blob, given["k"], given["owners"])}
            case "check":
                return self._vectors.check(message.fields["ids"], message.blob, message.fields["searched"])
            case "standing":
                return self._vectors.standing()
            case "adopt":
                return self._shelf.adopt()
            case "discard":
                return self._shelf.discard()
        raise ValueError("no such request")

    def kind_of(self, error: Exception) -> str:
        if not self._open:
            return "fault"
        from memdeck.store.vectorindex.shelf import kind_of

        return kind_of(error)

    def said(self, error: Exception) -> str:
        """Return what to tell of an error: our own words as they are, another's with its kind."""
        ours = type(error).__module__.startswith("memdeck.")
        return str(error) if ours else f"{type(error).__name__}: {error}"

    def _opened(self, fields: Fields) -> Fields:
        _limit("RLIMIT_FSIZE", int(fields["largest_file"]))
        _limit("RLIMIT_AS", _MEMORY)
        os.chdir(fields["folder"])
        if Path(".env").exists():
            raise ValueError("a .env file lies in the index folder")
        from memdeck.store.vectorindex.shelf import open_shelf

        self._open = True
        self._shelf = open_shelf(fields)
        self._vectors = self._shelf.vectors
        return self._vectors.standing() | {"generation": self._shelf.generation}

    def _closed(self) -> Fields:
        if self._open:
            with contextlib.suppress(AttributeError):  # opening failed half-way
                self._shelf.close()
        return {}


def _limit(name: str, value: int) -> None:
    which = getattr(resource, name)
    _, hard = resource.getrlimit(which)
    wanted = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(ValueError, OSError):  # some systems know the name but refuse to set it
        resource.setrlimit(which, (wanted, hard))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
