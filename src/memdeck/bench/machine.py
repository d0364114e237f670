"""What the figures were measured on: without it they mean little."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

_CPU_INFO = Path("/proc/cpuinfo")


def machine_facts() -> dict[str, str]:
    """Return day, processor, load and versions, as words."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": f"{_processor()}, {os.cpu_count()} logical",
        "load": f"{os.getloadavg()[0]:.1f} at the start",
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "memdeck": version("memdeck"),
        "textual": version("textual"),
    }


def as_line(facts: dict[str, str]) -> str:
    """Return the facts as one line."""
    return " · ".join(f"{name} {value}" if name != "date" else value for name, value in facts.items())


def _processor() -> str:
    if _CPU_INFO.exists():
        for line in _CPU_INFO.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
