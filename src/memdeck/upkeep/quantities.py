"""Amounts in a text: number, unit, and whether it is a limit from above or below."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from math import inf

from memdeck.upkeep.word_files import cues


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
    "length": {"mm|millimetres|millimeters|毫米": 0.001, "cm|centimetres|centimeters|厘米": 0.01,
               "(?<=\\s)m|metres|meters|米": 1, "km|kilometres|kilometers|公里|千米": 1000},
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
    "time(s)/s": {"hz|hertz|赫兹|赫": 1, "khz|kilohertz|千赫": 1e3, "mhz|megahertz|兆赫": 1e6, "ghz": 1e9},
    "piece": {"张|件|台|款|辆|间|座|只|块|根|把|套|支|本|篇|页|节|门|组|颗|家|幅|盒|袋|箱|桶|瓶|杯": 1,
              "架|艘|栋|层": 1},
    "frame": {"fps|frames per second|帧每秒|帧": 1},
    "baud": {"baud|bps|bit/s|波特": 1, "kbps|kbit/s": 1e3, "mbps|mbit/s": 1e6, "gbps|gbit/s": 1e9},
    "weight": {"grams|克": 0.001, "kg|kilograms|kilogram|公斤|千克": 1, "tons|tonnes|吨": 1000},
    "degree": {"°c|degrees celsius|degrees|摄氏度|℃|度": 1},
    "volt": {"volts|volt|伏": 1, "mv|毫伏": 0.001},
    "ampere": {"ma|毫安": 0.001, "amps|amperes|安": 1},
    "watt": {"kw|千瓦": 1000, "watts|watt|瓦": 1},
    "pixel": {"px|pixels|pixel|像素": 1},
    "time(s)": {"times|time|x|attempts|attempt|retries|次|遍|回": 1},
    "people": {
        "people|persons|person|reviewers|reviewer|approvals|approval|reviews|review|approvers|engineers": 1,
        "colleagues|个人|人|名|位同事|个评审|个批准": 1,
    },
    "item": {"hits|hit|matches|items|item|entries|entry|records|rows|results|per page": 1,
             "条|个条目|项|条记录": 1},
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
_BETWEEN = re.compile(
    r"\s(?:idle|inactive|consecutive|full|whole|straight|calendar|extra|additional|more)(?=\s)", re.IGNORECASE
)
"""What can stand between a number and its unit without changing the amount."""
_FOREVER = re.compile(
    r"\b(?:forever|indefinitely|without (?:a )?time limit)\b|永久(?=保|留|有|存|$)|永不过期|永远",
    re.IGNORECASE,
)
_STANDARD = re.compile(
    r"(?<![A-Za-z])(?:ISO|RFC|IEEE|DIN|EN|GB/T|PEP|JSR|UTC[+-]|GMT\+|HTTP)\s*$", re.IGNORECASE
)
"""Before a number, these make it a name: ISO 8601."""
_NUMBER = re.compile(r"(?:(?<![A-Za-z0-9_.:/#-])|(?<=\s)[-−])(\d+(?:[.,]\d+)*)(?!\d|[:/]\d)(?!-\d)")
_SPAN = (
    "ms|s|sec|second|秒|min|minute|分钟|h|hour|小时|day|天|日|week|周|星期|month|个月|月|quarter|季度|year|年"
)
_RATE = re.compile(
    rf"^(?:[\s\w]{{0,20}}?)(?:/|\s?(?:per|a|an|every)\s|每)\s*({_SPAN})(?![a-z])", re.IGNORECASE
)
_ON_DAYS = re.compile(
    r"每个?(?:周|星期|礼拜)[一二三四五六日天]|每月\s?\d+\s?[日号]|每(?:天|日|晚)[^,，。]*\d\s?[点:]"
)
_RATE_BEFORE = re.compile(
    r"每\s?(秒|分钟|小时|天|日|周(?![一二三四五六日])|星期(?![一二三四五六日])|个月|月|季度|年)[^,，。]{0,8}$"
)
_SECONDS = {"ms": 0.001, "s": 1, "sec": 1, "second": 1, "秒": 1, "min": 60, "minute": 60, "分钟": 60,
            "h": 3600, "hour": 3600, "小时": 3600, "day": 86_400, "天": 86_400, "日": 86_400,
            "week": 604_800, "周": 604_800, "星期": 604_800, "month": 2_592_000, "个月": 2_592_000,
            "月": 2_592_000, "quarter": 7_776_000, "季度": 7_776_000,
            "year": 31_536_000, "年": 31_536_000}  # fmt: skip


def quantities_in(text: str) -> list[Quantity]:
    """Return the amounts in a piece of text that went through `digits.with_digits`."""
    found = [
        _quantity(text, match)
        for match in _NUMBER.finditer(text)
        if not _STANDARD.search(text[max(0, match.start() - 8) : match.start()])
    ]
    found.extend(
        Quantity("time", inf, Bound.EXACT, match.group(), match.start(), match.end())
        for match in _FOREVER.finditer(text)
    )
    told: list[Quantity] = []
    for quantity in found:
        if told and _ends_interval(text, told[-1], quantity):
            told[-1] = replace(
                told[-1], end=quantity.end if quantity.start - told[-1].end < 3 else told[-1].end
            )
        elif (quantity.unit, quantity.amount) == ("time(s)", 1) and _ON_DAYS.search(text[: quantity.start]):
            continue  # 每周日做一次 says no more than 每周日
        else:
            told.append(quantity)
    return told


def _ends_interval(text: str, before: Quantity, quantity: Quantity) -> bool:
    """Tell whether an amount is the `1 time` of 每 6 小时做一次 (every 6 hours), which adds nothing."""
    between = text[before.end : quantity.start]
    return (
        before.unit == "time"
        and (quantity.unit, quantity.amount) == ("time(s)", 1)
        and len(between) <= 6
        and not re.search(r"[,，。;；]", between)
    )


def _quantity(text: str, match: re.Match[str]) -> Quantity:
    amount = -_amount(match[1]) if match.group()[0] in "-−" else _amount(match[1])
    unit, factor, end = _unit(text, match.end())
    before, after = text[max(0, match.start() - 28) : match.start()], text[end : end + 14]
    rate = _RATE.match(text[end : end + 30])
    earlier = _RATE_BEFORE.search(before)
    span = rate[1].lower() if rate is not None else earlier[1] if earlier is not None else ""
    if unit == "time(s)" and amount == 1 and span:
        end += rate.end() if rate is not None else 0
        return Quantity(
            "time", float(_SECONDS[span]), Bound.EXACT, text[match.start() : end].strip(), match.start(), end
        )
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
    between = _BETWEEN.match(text, start)
    start = between.end() if between is not None else start
    for pattern, unit, factor in _UNITS:
        match = pattern.match(text, start)
        if match is not None and (best is None or match.end() > best[2]):
            best = (unit, factor, match.end())
    if best is not None:
        return best
    return "", 1.0, start


def _bound(before: str, after: str) -> Bound:
    if cues("least before").search(before) or cues("least after").match(after.lstrip()):
        return Bound.LEAST
    if cues("most before").search(before) or cues("most after").match(after.lstrip()):
        return Bound.MOST
    return Bound.EXACT
