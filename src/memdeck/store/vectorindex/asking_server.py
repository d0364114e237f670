"""Asking a Chroma server whether it is one, without Chroma: for `memdeck doctor`."""

from __future__ import annotations

import json
from urllib.request import ProxyHandler, build_opener

_SECONDS = 2.0
_LARGEST_ANSWER = 10_000


def why_no_server(url: str, seconds: float = _SECONDS) -> str:
    """Return why nothing can be kept at `url`; an empty text when a Chroma server answers there."""
    opener = build_opener(ProxyHandler({}))  # Chroma's client asks no proxy either
    try:
        with opener.open(f"{url.rstrip('/')}/api/v2/heartbeat", timeout=seconds) as answer:
            found = json.loads(answer.read(_LARGEST_ANSWER))
    except OSError as error:  # also what HTTP calls an error
        return f"nothing answers as a Chroma server at {url} ({error})"
    except ValueError:
        found = None
    if isinstance(found, dict) and any("heartbeat" in str(key) for key in found):
        return ""
    return f"what answers at {url} is no Chroma server"
