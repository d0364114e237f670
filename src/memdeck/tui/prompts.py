"""The prompts that were tried on the Pre-flight screen: `<home>/prompts.json`, private to the person."""

from __future__ import annotations

import json
import os
from pathlib import Path

FILE_NAME = "prompts.json"
KEPT = 50
"""Most prompts; the oldest leave."""
_LONGEST = 20_000
"""A longer prompt is not kept: pasted files don't belong here."""


def earlier_prompts(home: Path) -> list[str]:
    """Return the prompts, newest first; a missing or damaged file is an empty one."""
    try:
        kept = json.loads((home / FILE_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [text for text in kept if isinstance(text, str)][:KEPT] if isinstance(kept, list) else []


def keep_prompt(home: Path, prompt: str) -> bool:
    """Put a prompt in front, once; return False when it was not kept."""
    prompt = prompt.strip()
    if not prompt or len(prompt) > _LONGEST:
        return False
    kept = [prompt, *(text for text in earlier_prompts(home) if text != prompt)][:KEPT]
    scratch = home / f".{FILE_NAME}.{os.getpid()}"
    try:
        descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(kept, file, ensure_ascii=False, indent=1)
        scratch.replace(home / FILE_NAME)
    except (OSError, UnicodeError):
        scratch.unlink(missing_ok=True)
        return False
    return True
