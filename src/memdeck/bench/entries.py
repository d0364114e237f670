"""Entries for measuring: made up, the same at every run, and shaped like real ones.

What costs time in a search is how often its words occur. So words follow Zipf's law, most are rare
(names, tickets), and one entry in five is Chinese, where words stand without blanks. The figures below make
the words of a prompt somewhat more frequent than in real collections of notes: half of them are in more
than 5 % of the entries, where conversations and projects that were counted had 2 % and 1 %.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any

_PART = 5_000
_START = datetime(2026, 1, 1, tzinfo=UTC)
_OWNERS = ("user:me",) * 4 + ("project:demo",) * 3 + ("project:shop", "deployment:acme@PRODUCTION")
_TYPES = ("USER", "FEEDBACK", "PROJECT", "PROJECT", "PROJECT", "REFERENCE", "TODO", "SNIPPET", "SUMMARY")
_CHINESE_SHARE = 0.2
_RARE = 6_000
_FLATNESS = 60
"""Zipf's law from this rank on: even the most frequent word of the trade is in few entries."""
_GLUE_SHARE = 0.35
_STEMS = """
build setup gradle kotlin java postgres deploy review style test cache index queue token login retry
timeout proxy cluster shard migration schema logging metrics alert docker compose release branch commit
editor format naming error handler parser client server stream batch worker session cookie invoice
customer order payment refund report export import search filter table column row page button theme
color layout header footer dialog form field label menu shortcut keyboard mouse scroll render paint
thread lock mutex channel buffer socket packet header route gateway balancer replica backup restore
snapshot archive bucket region zone account role permission secret vault certificate domain record
webhook event topic consumer producer offset partition lag dashboard panel trace span sample budget
quota limit window sprint ticket board roadmap meeting decision owner team office travel holiday
"""
_SYLLABLES = (
    "ka",
    "ro",
    "mi",
    "ten",
    "sol",
    "va",
    "lim",
    "ber",
    "do",
    "fu",
    "gra",
    "nel",
    "pi",
    "sta",
    "tor",
    "wen",
)
_GLUE = """
the to and for in of is with we on use not when from by be at only as after before always never all per
do must new no one if into keep it same this that each are or has can via own than two until our their
"""
_CHINESE = """
数据库 选型 连接池 缩进 提交 规范 部署 测试 接口 报警 缓存 重试 超时 分支 发布 日志 权限 队列
统一 使用 不要 默认 项目 配置 环境 变量 服务 订单 用户 模块 命名 方式 代码 审查 文档 前端 后端
迁移 备份 索引 性能 监控 密钥 会议 决定 周报 计划
"""


def entries_in_parts(size: int) -> Iterator[list[dict[str, Any]]]:
    """Yield `size` entries as keyword arguments of `Deck.add`, some thousand at a time."""
    writer = _Writer(random.Random(size))  # noqa: S311 - the same entries at every run
    for start in range(0, size, _PART):
        yield [writer.entry(number) for number in range(start, min(size, start + _PART))]


class _Writer:
    """Makes entries one after the other; each depends on all throws of the dice before it."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._stems = _STEMS.split()
        self._glue = _GLUE.split()
        self._chinese_words = _CHINESE.split()
        self._words = self._stems + [self._rare() for _ in range(_RARE)]
        self._weights = list(accumulate(1 / (rank + _FLATNESS) for rank in range(len(self._words))))
        self._glue_weights = list(accumulate(1 / (rank + 2) for rank in range(len(self._glue))))

    def entry(self, number: int) -> dict[str, Any]:
        """Return one entry; only its number in the title makes titles differ for sure."""
        dice = self._dice
        phrase = self._chinese if dice.random() < _CHINESE_SHARE else self._english
        return {
            "title": f"{phrase(dice.randint(2, 5))} {number}",
            "description": phrase(dice.randint(4, 9)),
            "content": "\n\n".join(phrase(dice.randint(5, 13)) for _ in range(dice.randint(1, 2))),
            "name": f"entry_{number}",
            "owner": dice.choice(_OWNERS),
            "type": dice.choice(_TYPES),
            "created_at": _START + timedelta(minutes=number * 4),
        }

    def _english(self, length: int) -> str:
        return " ".join(self._glued(word) for word in self._drawn(length))

    def _glued(self, word: str) -> str:
        dice = self._dice
        if dice.random() >= _GLUE_SHARE:
            return word
        return f"{dice.choices(self._glue, cum_weights=self._glue_weights)[0]} {word}"

    def _drawn(self, length: int) -> list[str]:
        return self._dice.choices(self._words, cum_weights=self._weights, k=length)

    def _chinese(self, length: int) -> str:
        words = self._dice.choices(self._chinese_words, k=length)
        return "".join(words + self._drawn(length // 4))

    def _rare(self) -> str:
        """Make a name up: mostly a word of its own, else one put together of frequent ones."""
        dice = self._dice
        first, second = dice.choices(self._stems, k=2)
        match dice.randrange(8):
            case 0:
                return f"{first}_{second}"
            case 1:
                return f"{first.capitalize()}{second.capitalize()}"
            case 2:
                return f"{first[:4].upper()}-{dice.randrange(9_999)}"
            case _:
                return "".join(dice.choices(_SYLLABLES, k=dice.randint(2, 4)))
