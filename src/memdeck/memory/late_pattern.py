"""Patterns that are compiled when they are first needed.

Looking for secrets stands in the way of every prompt that is recorded, most prompts hold nothing that looks
like one, and compiling the patterns takes as long as loading the database.
"""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern, compiled at the first call and kept."""
    return re.compile(pattern)
