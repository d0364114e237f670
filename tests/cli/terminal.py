"""A command on a real pseudo terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping


def on_terminal(
    *arguments: str, env: Mapping[str, str], columns: int = 80, typed: str = "", after: str = ""
) -> tuple[int, str]:
    """Run `memdeck` on a terminal of that width; return the exit code and all it wrote.

    What is `typed` is sent as soon as `after` is on the screen.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "memdeck", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm-256color", **env},
        close_fds=True,
    )
    os.close(slave)
    written = b""
    while True:
        try:
            part = os.read(master, 65_536)
        except OSError:  # Linux reports the end of the other side so
            break
        if not part:
            break
        written += part
        if typed and after.encode() in written:
            os.write(master, typed.encode())
            typed = ""
    os.close(master)
    return process.wait(), written.decode().replace("\r\n", "\n")
