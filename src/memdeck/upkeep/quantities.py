"""Amounts in a text: number, unit, and whether it is a limit from above or below."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Bound(Enum):
    """What a number says: exactly, at most, at least."""

    EXACT = ""
    MOST = "≤"
    LEAST = "≥"


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount in base units (seconds, bytes, pieces)."""

    unit: str
    """`time`, `bytes`, `percent`, `port`, the name of what is counted, or empty."""
    amount: float
    bound: Bound
    text: str
    """As it was written, for evidence."""
    start: int
    end: int


_SCALES: dict[str, dict[str, float]] = {
    "time": {
        "ms|msec|millisecond|milliseconds|毫秒": 0.001,
        "s|sec|secs|second|seconds|秒钟|秒": 1,
        "min|mins|minute|minutes|分钟": 60,
        "h|hr|hrs|hour|hours|个小时|小时|钟头": 3600,
        "d|day|days|business days|working days|个工作日|工作日|天|日": 86_400,
        "week|weeks|个星期|星期|周": 604_800,
        "month|months|个月|月": 2_592_000,
        "year|years|年": 31_536_000,
    },
    "bytes": {
        "bytes|byte|b|字节": 1,
        "kb|kib|k": 2**10,
        "mb|mib|m|兆": 2**20,
        "gb|gib|g": 2**30,
        "tb|tib": 2**40,
    },
    "percent": {"%|percent|per cent|％": 1},
    "space": {"spaces|space|个空格|空格|格": 1},
    "character": {"characters|character|chars|columns|column|digits|个字符|字符|位数|位|列": 1},
    "line": {"lines|line|loc|行": 1},
    "time(s)": {"times|time|x|attempts|attempt|retries|次|遍|回": 1},
    "people": {"people|persons|person|reviewers|reviewer|approvals|approval|reviews|review|approvers|engineers|colleagues|个人|人|名|位同事|个评审|个批准": 1},
    "item": {"items|item|entries|entry|records|rows|results|per page|条|个条目|项|条记录": 1},
    "connection": {"connections|connection|个连接|条连接|连接": 1},
    "replica": {"replicas|replica|instances|instance|pods|copies|个副本|副本|个实例|实例|份": 1},
    "core": {"cores|core|cpus|vcpus|核": 1},
    "money": {"eur|euro|euros|usd|dollars|dollar|€|\\$|元|块|美元|欧元": 1},
    "thread": {"threads|workers|worker|processes|个线程|线程|个进程|进程": 1},
}  # fmt: skip
_UNITS = [
    (re.compile(rf"\s*-?(?:{forms})(?![a-z])", re.IGNORECASE), unit, factor)
    for unit, scales in _SCALES.items()
    for forms, factor in scales.items()
]
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.:/#-])(\d+(?:[.,]\d+)*)(?!\d|[:/]\d)(?!-\d)")
_RATE = re.compile(
    r"^(?:[\s\w]{0,20}?)(?:/|\s?(?:per|a|an|every)\s|每)\s*(ms|s|sec|second|秒|min|minute|分钟|h|hour|小时|day|天|日)(?![a-z])",
    re.IGNORECASE,
)
_RATE_BEFORE = re.compile(r"每\s?(秒|分钟|小时|天|日)[^,，。]{0,8}$")
_SECONDS = {"ms": 0.001, "s": 1, "sec": 1, "second": 1, "秒": 1, "min": 60, "minute": 60, "分钟": 60,
            "h": 3600, "hour": 3600, "小时": 3600, "day": 86_400, "天": 86_400, "日": 86_400}  # fmt: skip
_MOST_BEFORE = re.compile(
    r"at most|up to|max\w*|no more than|not exceed|exceeds?|no longer than|limit\w*|under|below|within|less than|fewer than|"
    r"cap\w*|最多|最大|上限|超过|最长|最高|小于|不高于|限制|<=|≤|<",
    re.IGNORECASE,
)  # fmt: skip
_MOST_AFTER = re.compile(
    r"\s*(?:以内|以下|之内|内|为上限|封顶|or less|or fewer|or shorter|at most|max\w*|limit)", re.IGNORECASE
)
_LEAST_BEFORE = re.compile(
    r"at least|min(?:imum|imal)?(?![a-z])|no (?:less|fewer|shorter) than|not less than|至少|不少于|不低于|不小于|最少|最短|最低|>=|≥|>",
    re.IGNORECASE,
)  # fmt: skip
_LEAST_AFTER = re.compile(
    r"\s*(?:以上|起|or (?:newer|more|later|higher|longer|above)|and (?:up|above|newer|later)|\+|is the minimum|minimum|at least)",
    re.IGNORECASE,
)  # fmt: skip
_ENGLISH = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
            "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "sixty": 60, "ninety": 90}  # fmt: skip
_ENGLISH_NUMBER = re.compile(rf"\b({'|'.join(_ENGLISH)})\b(?=[\s-]+[a-z])", re.IGNORECASE)
_ONE = re.compile(r"\bone\b(?=\s+(?:approv|review|space|day|hour|week|month|year|minute|second|person|retr|attempt|replica|line|time))", re.IGNORECASE)  # fmt: skip
_TWICE = {"once": "1 time", "twice": "2 times", "thrice": "3 times"}
_TWICE_WORD = re.compile(r"\b(twice|thrice)\b", re.IGNORECASE)
_CHINESE_DIGITS = dict(zip("零一二两三四五六七八九", (0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_CHINESE_NUMBER = re.compile(
    r"(?<![每第星期周礼拜同统单唯])([一二两三四五六七八九]?十[一二三四五六七八九]?|[二两三四五六七八九]|一(?=\s?(?:次|人|名|位|天|小时|分钟|秒|周(?![一二三四五六日])|年|行|空格)))(?=\s?(?:个|次|人|名|位|天|日(?!志)|小时|分钟|秒|周|星期|年|条|行|遍|张|台|倍|份|种|级|层|空格|字符))"
)


def with_digits(text: str) -> str:
    """Return the text with number words before units written as digits: `two spaces`, 两个空格."""
    text = _ENGLISH_NUMBER.sub(lambda match: str(_ENGLISH[match[1].lower()]), text)
    text = _TWICE_WORD.sub(lambda match: _TWICE[match[1].lower()], _ONE.sub("1", text))
    return _CHINESE_NUMBER.sub(lambda match: str(_chinese(match[1])), text)


def quantities_in(text: str) -> list[Quantity]:
    """Return the amounts in a piece of text that went through `with_digits`."""
    return [_quantity(text, match) for match in _NUMBER.finditer(text)]


def _quantity(text: str, match: re.Match[str]) -> Quantity:
    amount = _amount(match[1])
    unit, factor, end = _unit(text, match.end())
    before, after = text[max(0, match.start() - 28) : match.start()], text[end : end + 14]
    rate = _RATE.match(text[end : end + 30])
    earlier = _RATE_BEFORE.search(before)
    if rate is not None and unit != "time":
        unit, factor = f"{unit}/s", factor / _SECONDS[rate[1].lower()]
    elif earlier is not None:
        unit, factor = f"{unit}/s", factor / _SECONDS[earlier[1]]
    return Quantity(
        unit, amount * factor, _bound(before, after), text[match.start() : end].strip(), match.start(), end
    )


def _amount(text: str) -> float:
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", text):
        return float(text.replace(",", ""))
    parts = text.replace(",", ".").split(".")
    return float(".".join(parts[:2]))


def _unit(text: str, start: int) -> tuple[str, float, int]:
    best: tuple[str, float, int] | None = None
    for pattern, unit, factor in _UNITS:
        match = pattern.match(text, start)
        if match is not None and (best is None or match.end() > best[2]):
            best = (unit, factor, match.end())
    if best is not None:
        return best
    return "", 1.0, start


def _bound(before: str, after: str) -> Bound:
    if _LEAST_BEFORE.search(before) or _LEAST_AFTER.match(after):
        return Bound.LEAST
    if _MOST_BEFORE.search(before) or _MOST_AFTER.match(after):
        return Bound.MOST
    return Bound.EXACT


def _chinese(text: str) -> int:
    tens, ten, ones = text.partition("十")
    if not ten:
        return _CHINESE_DIGITS[text]
    return (_CHINESE_DIGITS[tens] if tens else 1) * 10 + (_CHINESE_DIGITS[ones] if ones else 0)
