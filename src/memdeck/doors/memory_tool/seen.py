"""What a client was last shown of each file, so that it doesn't overwrite what it never saw."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock

_MOST = 10_000


class Seen:
    """File texts by entry, as digests. Safe to use from several threads; the oldest are forgotten."""

    def __init__(self) -> None:
        self._digests: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def note(self, entry_id: str, text: str) -> None:
        """Remember that the client knows this text."""
        with self._lock:
            self._digests[entry_id] = _digest(text)
            self._digests.move_to_end(entry_id)
            if len(self._digests) > _MOST:
                self._digests.popitem(last=False)

    def outdated(self, entry_id: str, text: str) -> bool:
        """Tell whether the client was shown another text than this one. One it never saw is not outdated."""
        with self._lock:
            known = self._digests.get(entry_id)
        return known is not None and known != _digest(text)

    def forget(self, entry_id: str) -> None:
        """Forget a file that is gone."""
        with self._lock:
            self._digests.pop(entry_id, None)


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
