"""Stores of a given size for measuring, made once and kept in the cache folder."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memdeck.settings.places import cache_folder
from memdeck.store.schema import HEAD

_CHUNK = 5_000
_START = datetime(2026, 1, 1, tzinfo=UTC)
_OWNERS = ("user:me",) * 4 + ("project:demo",) * 3 + ("project:shop", "deployment:acme@PRODUCTION")
_TYPES = ("USER", "FEEDBACK", "PROJECT", "PROJECT", "PROJECT", "REFERENCE", "TODO", "SNIPPET", "SUMMARY")
_WORDS = [
    "build", "setup", "gradle", "kotlin", "java", "postgres", "deploy", "review", "style", "test",
    "cache", "index", "queue", "token", "login", "retry", "timeout", "proxy", "cluster", "shard",
    "migration", "schema", "logging", "metrics", "alert", "docker", "compose", "release", "branch",
    "commit", "editor", "format", "naming", "error", "handler", "parser", "client", "server",
    "stream", "batch", "worker", "session", "cookie", "数据库", "选型", "连接池", "缩进", "提交",
    "规范", "部署", "测试", "接口", "报警", "缓存", "重试", "超时", "分支", "发布", "日志", "权限",
    "队列",
]  # fmt: skip


def store_of(size: int, say: Callable[[str], None]) -> Path:
    """Return the home of a store with `size` entries; the same at every call and on every machine."""
    home = cache_folder() / "bench" / f"{HEAD}-{size}"
    if (home / "complete").exists():
        return home
    from memdeck.deck import Deck

    say(f"making a store of {size:,} entries (kept for the next time) …")
    shutil.rmtree(home, ignore_errors=True)
    with Deck.open(home) as deck:
        for entries in _chunks(size):
            deck.add_many(entries)
    (home / "complete").touch()
    return home


def _chunks(size: int) -> Iterator[list[dict[str, Any]]]:
    dice = random.Random(size)  # noqa: S311 - the same entries at every run
    for start in range(0, size, _CHUNK):
        yield [_entry(number, dice) for number in range(start, min(size, start + _CHUNK))]


def _entry(number: int, dice: random.Random) -> dict[str, Any]:
    def phrase(length: int) -> str:
        return " ".join(dice.choices(_WORDS, k=length))

    return {
        "title": f"{phrase(dice.randint(2, 5))} {number}",
        "description": phrase(7),
        "content": "\n\n".join(phrase(18) for _ in range(dice.randint(1, 3))),
        "name": f"entry_{number}",
        "owner": dice.choice(_OWNERS),
        "type": dice.choice(_TYPES),
        "created_at": _START + timedelta(minutes=number * 4),
    }
