"""A window that is closed ends the program, and what it kept for this run alone."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from shown_terminal import LIMIT, Shown

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="needs a pty")]

LIKE_MAKE = ("sh", "-c", 'trap : HUP; "$@"; exit 7', "sh")
"""A first process of the terminal that outlives its end and waits for what it started, as `make` does."""


def ended(terminal: Shown) -> int:
    """Wait for the first process of the terminal; return its exit code."""
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        pid, status = os.waitpid(terminal._pid, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    raise AssertionError("the program outlived its terminal")


@pytest.mark.parametrize(("under", "code"), [((), -signal.SIGHUP), (LIKE_MAKE, 7)])
def test_a_closed_window_ends_the_demo_and_its_store(
    tmp_path: Path, under: tuple[str, ...], code: int
) -> None:
    """The system tells the first process of a terminal alone; under make the program read on for ever."""
    env = {"TMPDIR": str(tmp_path), "MEMDECK_HOME": "", "HOME": str(tmp_path / "person")}
    with Shown("demo", env=env, cwd=tmp_path, under=under) as terminal:
        terminal.until("All memories", "Conflicts")
        assert list(tmp_path.glob("memdeck-demo-*"))
        terminal.hang_up()
        assert ended(terminal) == code
        assert not list(tmp_path.glob("memdeck-demo-*"))
