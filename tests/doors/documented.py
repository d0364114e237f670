"""Runs the commands of a page of docs/ as they stand there, and compares what they print.

In a `console` block a line that begins with `$ ` is a command; the lines after it are its output, as far as
the page shows it: each must begin a line that was printed, up to an `…` in it. `# exit 1` behind a command
says how it ends.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
_EXIT = re.compile(r"\s+# exit (\d+)$")


def commands(page: str) -> Iterator[tuple[str, int, list[str]]]:
    """Yield each command of a page with its exit code and the output that is shown."""
    for block in _BLOCK.findall((DOCS / page).read_text("utf-8")):
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        for part in parts:
            command, *shown = part.rstrip("\n").split("\n")
            code = _EXIT.search(command)
            yield _EXIT.sub("", command), int(code[1]) if code else 0, [line for line in shown if line]


def check_page(page: str, folder: Path, **environment: str) -> int:
    """Run every command of a page in a folder; return how many there were."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    count = 0
    for command, code, shown in commands(page):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env={**os.environ, "PATH": path, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, (command, done.stdout, done.stderr)
        printed = (done.stdout + done.stderr).splitlines()
        for line in shown:
            begin = line.partition("…")[0].rstrip()
            assert any(out.startswith(begin) for out in printed), (command, line, printed)
        count += 1
    return count
