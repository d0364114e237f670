"""Texts that tell how things were, or may be one day."""

from __future__ import annotations

import re

_PAST = re.compile(
    r"\b(?:used to|formerly|previously|originally|in the past|once (?:used|was|had)|at first|until (?:last|recently)|was|were|historically|"
    r"tried (?:and|it)|last (?:year|month|quarter|spring|summer|autumn|winter))\b|以前|原来|原先|曾经|曾|过去|最初|当初|早期|历史上|去年|旧版",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:plan(?:s|ned|ning)? (?:to|for)|planned for next|plan is|consider(?:ing|ed)?|might|would|evaluat\w+|proposal|someday|next (?:year|quarter)|"
    r"going to|todo|to do|upgrade \w+(?: \w+)? to|migrate to|in the long run|eventually)\b|计划|打算|考虑|将来|未来|明年|下季度|以后会|准备|待评估|拟",
    re.IGNORECASE,
)
_DATES_ARE_FINE = re.compile(r"\b(?:planned|scheduled|due) (?:for|on)\b|计划(?:在|于|会)", re.IGNORECASE)


def tells_of_past(text: str) -> bool:
    """Tell whether a piece of text speaks of how things were."""
    return bool(_PAST.search(text))


def tells_of_future(text: str) -> bool:
    """Tell whether a piece of text speaks of what may be; a date that is set is not such a thing."""
    return bool(_FUTURE.search(_DATES_ARE_FINE.sub("", text)))
