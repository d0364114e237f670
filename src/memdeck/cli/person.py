"""Whether a person sits at the terminal. A stream may be missing altogether (`memdeck list >&-`)."""

from __future__ import annotations

import os
import sys


def reads() -> bool:
    """Tell whether stdout goes to a person."""
    return sys.stdout is not None and sys.stdout.isatty()


def sees_a_screen() -> bool:
    """Tell whether the full-screen program can be drawn: on stderr, and not on a dumb terminal."""
    drawn = sys.stderr is not None and sys.stderr.isatty()
    return answers() and drawn and os.environ.get("TERM") != "dumb"


def answers() -> bool:
    """Tell whether a person sits at both ends, so that an editor or a question makes sense."""
    return reads() and sys.stdin is not None and sys.stdin.isatty()
