"""The program's hold on one child process: ask it within a time limit, end it when it doesn't answer."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from memdeck.store.vectorindex.faults import (
    CollectionGone,
    IndexFault,
    ServerUnreachable,
    WorkerBusy,
    WorkerLost,
    WorkerRefused,
)
from memdeck.store.vectorindex.frames import Fields, TimedPipe, packed
from memdeck.store.vectorindex.surroundings import child_environment

_REFUSALS = {"gone": CollectionGone, "unreachable": ServerUnreachable}


class Worker:
    """One child process. Threads may ask at the same time; their requests queue up."""

    def __init__(self, folder: Path, *, for_server: bool, keep_open: tuple[int, ...] = ()) -> None:
        """Start the child in `folder`; `keep_open` is the lock, which then lives as long as the child."""
        self._turn = threading.Lock()
        with (folder / "child.log").open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "memdeck.store.vectorindex.child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                bufsize=0,
                cwd=folder,
                env=child_environment(os.environ, for_server=for_server),
                pass_fds=keep_open,
                start_new_session=True,  # Ctrl+C in the terminal is not meant for it
            )
        self._pipe = TimedPipe(_fileno(self._process.stdout), _fileno(self._process.stdin))
        self._lost: WorkerLost | None = None

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    def ask(self, op: str, fields: Mapping[str, object], blob: bytes = b"", *, limit: float) -> Fields:
        """Send a request and return the answer.

        Raise WorkerBusy when others keep the child occupied for `limit` seconds, WorkerLost when it ended or
        had to be ended, WorkerRefused when it answered with an error.
        """
        deadline = time.monotonic() + limit
        if not self._turn.acquire(timeout=limit):
            raise WorkerBusy("it is busy with other work")
        try:
            if self._lost is not None:
                raise self._lost
            return self._exchange({"op": op, "limit": limit, **fields}, blob, deadline, limit)
        finally:
            self._turn.release()

    def close(self, limit: float) -> None:
        """Let the child finish and end; end it by force after `limit` seconds. May be called twice."""
        with contextlib.suppress(IndexFault):
            self.ask("close", {}, limit=limit)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(limit)
        self.kill()

    def kill(self) -> None:
        """End the child at once; whoever waits for it gets WorkerLost."""
        if self._process.poll() is None:
            self._process.kill()
        with self._turn:
            self._end(WorkerLost("its process was closed"))

    def _end(self, why: WorkerLost) -> WorkerLost:
        """Reap the child and close the pipes; the caller has the turn, so that nobody reads from them."""
        if self._lost is None:
            self._lost = why
            if self._process.poll() is None:
                self._process.kill()
            with contextlib.suppress(
                subprocess.TimeoutExpired
            ):  # hung inside the kernel: the lock stays with it
                self._process.wait(5)
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
        return self._lost

    def _exchange(self, fields: Fields, blob: bytes, deadline: float, limit: float) -> Fields:
        try:
            self._pipe.send(packed(fields, blob), deadline)
            answer = self._pipe.receive(deadline).fields
        except TimeoutError:
            raise self._end(WorkerLost(f"no answer within {limit:g} s")) from None
        except (EOFError, OSError, ValueError):
            raise self._end(WorkerLost(f"its process ended{self._how_it_ended()}")) from None
        if "error" in answer:
            raise _REFUSALS.get(answer["error"], WorkerRefused)(_one_line(str(answer["text"])))
        return answer

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(1)
            return f" ({signal.Signals(-code).name})" if code < 0 else f" (exit code {code})"
        return ""


def _fileno(pipe: IO[bytes] | None) -> int:
    if pipe is None:
        raise WorkerLost("it has no pipe")
    return pipe.fileno()


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]
