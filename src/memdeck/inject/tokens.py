"""How many tokens a text costs, estimated offline.

The budget is always kept by the byte rule: it is quick, and it gives the same number in a hook, in a preview
and on any Python, so that all of them choose the same entries. Where the optional `ctok` package is there
(Python 3.12 and newer, extra `tokens`) `closer_count` gives a second, closer figure to show.
"""

from __future__ import annotations

import math
from enum import StrEnum
from functools import lru_cache
from importlib import import_module, util


class Family(StrEnum):
    """Model families that cut text differently."""

    NEWEST = "newest"
    OLDER = "older"


BYTES_PER_TOKEN = {Family.NEWEST: 2.7, Family.OLDER: 4.0}
"""UTF-8 bytes per token, measured on English prose, indexes and source code."""

_CTOK_VERSION = {Family.NEWEST: "4.8", Family.OLDER: "3.0"}


def estimated_tokens(size: int, family: Family = Family.NEWEST) -> int:
    """Return the tokens of a text of `size` UTF-8 bytes, rounded up."""
    return math.ceil(size / BYTES_PER_TOKEN[family])


def token_count(text: str, family: Family = Family.NEWEST) -> int:
    """Return the estimated tokens of `text`; the number that budgets are kept by."""
    return estimated_tokens(byte_count(text), family)


def byte_count(text: str) -> int:
    """Return the length of `text` in UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=256)
def closer_count(text: str, family: Family = Family.NEWEST) -> int | None:
    """Return the count of the optional tokenizer, or None where there is none. Cached by text.

    Loading it costs up to half a second once: never call this on the way of an injection.
    """
    if util.find_spec("ctok") is None:
        return None
    count = getattr(import_module("ctok"), "token_count", None)
    return int(count(text, _CTOK_VERSION[family])) if count is not None else None
