"""Number words before units, written as digits."""

from __future__ import annotations

import re

_ENGLISH = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "sixty": 60, "ninety": 90,
}  # fmt: skip
_ENGLISH_NUMBER = re.compile(rf"\b({'|'.join(_ENGLISH)})\b(?=[\s-]+[a-z])", re.IGNORECASE)
_COUNTED_ONCE = (
    "approv|review|space|day|hour|week|month|year|minute|second|person|retr|attempt|replica|line|time"
)
_ONE = re.compile(rf"\bone\b(?=\s+(?:{_COUNTED_ONCE}))", re.IGNORECASE)
_A = re.compile(
    r"\b(?P<before>for|after|within|of|lasts?|every|than|takes?)\s+an?\s+"
    r"(?=(?:full )?(?:year|month|week|day|hour|minute|second|quarter)\b)",
    re.IGNORECASE,
)
_TWICE = {"once": "1 time", "twice": "2 times", "thrice": "3 times"}
_TWICE_WORD = re.compile(r"\b(once(?= an? | per | every )|twice|thrice)\b", re.IGNORECASE)
_CHINESE = dict(zip("零一二两三四五六七八九", (0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_MEASURES = (
    "个|次|人|名|位|天|点(?!评|击|赞)|日(?!志)|小时|分钟|秒|周|星期|年|条|行|遍|张|台|倍|份|种|级|层|"
    "空格|字符"
)
_MEASURES_OF_ONE = "次|人|名|位|天|小时|分钟|秒|周(?![一二三四五六日])|年|行|空格"
_CHINESE_NUMBER = re.compile(
    r"(?:(?<!星期)(?<!礼拜)(?<![第周同统单唯])(?<!每(?=[一十]))|(?<=每周)(?=.次))"
    rf"([一二两三四五六七八九]?十[一二三四五六七八九]?|[二两三四五六七八九]|一(?=\s?(?:{_MEASURES_OF_ONE})))"
    rf"(?=\s?(?:{_MEASURES}))"
)


_ONE_OCLOCK = re.compile(r"(?:(?<=凌晨)|(?<=下午)|(?<=中午)|(?<=晚上))一(?=点)")


def with_digits(text: str) -> str:
    """Return the text with number words before units written as digits: `two spaces`, 两个空格."""
    text = _ENGLISH_NUMBER.sub(lambda match: str(_ENGLISH[match[1].lower()]), text)
    text = _ONE_OCLOCK.sub("1", text)
    text = _A.sub(lambda match: f"{match['before']} 1 ", text)
    text = _TWICE_WORD.sub(lambda match: _TWICE[match[1].lower()], _ONE.sub("1", text))
    return _CHINESE_NUMBER.sub(lambda match: str(_chinese(match[1])), text)


def _chinese(text: str) -> int:
    tens, ten, ones = text.partition("十")
    if not ten:
        return _CHINESE[text]
    return (_CHINESE[tens] if tens else 1) * 10 + (_CHINESE[ones] if ones else 0)
