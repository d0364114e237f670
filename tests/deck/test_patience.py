"""Not waiting for a slow model."""

from __future__ import annotations

import threading
import time

import pytest

from memdeck.deck.patience import PatientWorker, TooSlow


def test_an_answer_and_an_error_come_back() -> None:
    worker = PatientWorker()
    assert worker.run(lambda: 3, 0.2) == 3
    with pytest.raises(ZeroDivisionError):
        worker.run(lambda: 1 // 0, 0.2)


def test_who_waits_for_something_is_not_waited_for() -> None:
    """A server that hangs, a lock that is held; the worker itself goes on and can be used again."""
    worker, held = PatientWorker(), threading.Event()
    with pytest.raises(TooSlow):
        worker.run(lambda: held.wait(30), 0.05)
    with pytest.raises(TooSlow):
        worker.run(lambda: 3, 0.05)
    held.set()
    assert worker.run(lambda: 3, 5, longest=5) == 3


def test_who_computes_long_is_not_waited_for() -> None:
    def compute() -> None:
        while not stop.is_set():
            sum(range(1000))

    worker, stop = PatientWorker(), threading.Event()
    begun = time.thread_time()
    with pytest.raises(TooSlow):
        worker.run(compute, 0.1)
    stop.set()
    assert time.thread_time() - begun < 1
