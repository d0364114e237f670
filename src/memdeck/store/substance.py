"""What counts as the same text when it is asked whether somebody has decided about it already."""

from __future__ import annotations

import hashlib

from memdeck.memory.entry import Memory
from memdeck.memory.searchable import searchable


def substance(memory: Memory) -> str:
    """Return a hash of what an entry says: case, signs and white space don't count, letters and digits do."""
    text = searchable("\n".join((memory.title, memory.description, memory.content)))
    told = " ".join(
        "".join(letter if letter.isalnum() or letter in "+#%-." else " " for letter in text).split()
    )
    return hashlib.sha256(f"{memory.type}\0{told}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
