"""What counts as the same text when it is asked whether somebody has decided about it already."""

from __future__ import annotations

import hashlib
import re

from memdeck.memory.entry import Memory
from memdeck.memory.searchable import searchable

_NOT_SAID = re.compile(r"[^\w+#%.\-]+")


def substance(memory: Memory) -> str:
    """Return a hash of what an entry says: case and white space don't count, nor most signs; words do."""
    text = searchable("\n".join((memory.title, memory.description, memory.content)))
    said = " ".join(word for raw in _NOT_SAID.split(text) if (word := raw.strip(".-_")))
    return hashlib.sha256(f"{memory.type}\0{said}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
