"""Not waiting for a slow model: work in one thread beside, with a limit that a busy machine doesn't reach."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from memdeck.memory.errors import MemdeckError

_Answer = TypeVar("_Answer")

_LOOK_SECONDS = 0.01
_IDLE_SHARE = 0.05
_LONGEST_SECONDS = 2.0


class TooSlow(MemdeckError):
    """The work goes on beside, but nobody waits for it any longer."""


class PatientWorker:
    """One daemon thread that takes work in turn; while one piece is stuck, the next are too slow as well."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[_Task[object]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def run(self, work: Callable[[], _Answer], seconds: float, longest: float = _LONGEST_SECONDS) -> _Answer:
        """Return what `work` returns, or raise what it raises.

        Raises:
            TooSlow: it took `seconds` of computing, or of waiting for something; or `longest` in any case.
                Waiting for the processor of a busy machine counts for neither.
        """
        task = _Task(work)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._loop, name="memdeck-model", daemon=True)
                self._thread.start()
            thread = self._thread
        self._work.put(task)  # type: ignore[arg-type]
        begun, computed = time.monotonic(), _computed_by(thread)
        while not task.done.wait(_LOOK_SECONDS):
            waited, used = time.monotonic() - begun, _computed_by(thread) - computed
            waiting = waited >= seconds and used < waited * _IDLE_SHARE
            if used >= seconds or waiting or waited >= longest:
                raise TooSlow(f"The model is slow: nothing after {waited * 1000:.0f} ms.", "Words go on.")
        return task.answer()

    def _loop(self) -> None:
        while True:
            self._work.get().run()


def _computed_by(thread: threading.Thread) -> float:
    """Return the processor time of a thread; of the whole process where the system doesn't tell."""
    clock = getattr(time, "pthread_getcpuclockid", None)
    if clock is None or thread.ident is None:
        return time.process_time()
    return time.clock_gettime(clock(thread.ident))


class _Task(Generic[_Answer]):
    def __init__(self, work: Callable[[], _Answer]) -> None:
        self._work = work
        self._answers: list[_Answer] = []
        self._error: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        try:
            self._answers.append(self._work())
        except BaseException as error:  # noqa: BLE001 - handed to the thread that waits
            self._error = error
        self.done.set()

    def answer(self) -> _Answer:
        if self._error is not None:
            raise self._error
        return self._answers[0]
