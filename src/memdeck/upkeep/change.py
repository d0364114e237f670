"""Texts that announce a change themselves: "switched from npm to pnpm", "缓存改用 Valkey"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memdeck.upkeep.words_of_time import not_done_yet

_PHRASE_LIMIT = 60
_WHEN = r"\bin\s+(?:\d|spring|summer|autumn|winter|[A-Z][a-z]+(?:\s\d|\b))"
_GOES_ON = r"\b(?:last|this|since|because|as of|for|on|when|so|and|but|due|after|before)\b"
_END = rf"(?=\s*(?:[,.;:!?()，。；：！？（）]|{_WHEN}|{_GOES_ON}|$))"
_X = r"(?P<{}>[^,.;:!?()，。；：！？（）\n]+?(?:\.\w+)*?)"
_OLD, _NEW = _X.format("old"), _X.format("new")
_DONE = r"(?:switched|migrated|moved|changed|converted|transitioned|upgraded|ported|went)"
_GIVEN_UP = r"(?:dropped|abandoned|retired|ditched|deprecated|gave up|given up)"
_HAS_BEEN = r"(?:was|were|is|are|has been|have been|got)"
_TURNED = (
    r"(?:迁移到|迁到|切换到|切换为|切到|换成|换为|换到|换用|改成|改为|改用|改到|改走|改由|"
    r"升级到|升级为|升到|转为|转到|转用|替换为|替换成|调整为|调整到)了?"
)
_ONCE = r"(?:以前|原来|原先|之前|过去|最初|曾经)(?:是|用|使用|采用|在)?"
_NOW = r"(?:现在|后来|目前|如今|今年|已)"
_ENDED = "deprecated|retired|abandoned|abolished"
_FIRST_WHAT_WAS = ("replaced", _ENDED, "被")
"""What must come in a sentence for the patterns that begin with any text, and so are tried at every sign."""


def _needed(pattern: str) -> re.Pattern[str] | None:
    if not pattern.startswith(_OLD):
        return None
    return re.compile(next(words for words in _FIRST_WHAT_WAS if words in pattern), re.IGNORECASE)


_PATTERNS = tuple(
    (re.compile(pattern + _END, re.IGNORECASE), _needed(pattern))
    for pattern in (
        rf"\b{_DONE}\b(?:\s[^\s,.;]+){{0,5}}?\s+from\s+{_OLD}\s+(?:over\s+)?to\s+{_NEW}",
        rf"\breplac(?:ed|es|ing|e)\s+{_OLD}\s+(?:with|by)\s+{_NEW}",
        rf"{_OLD}\s+{_HAS_BEEN}\s+(?:now\s+)?replaced\s+(?:by|with)\s+{_NEW}",
        rf"\b{_GIVEN_UP}\s+{_OLD}\s+(?:in favou?r of|for)\s+{_NEW}",
        rf"\b{_DONE}\s+(?:over\s+|back\s+)?to\s+{_NEW}\s+(?:from|instead of)\s+{_OLD}",
        rf"\bnow\s+(?:use|run|have|deploy\w*|write|store|on|in)\s+{_NEW}\s+instead\s+of\s+{_OLD}",
        rf"\b{_DONE}\s+(?:over\s+|back\s+)?to\s+{_NEW}",
        rf"\bno\s+longer\s+{_OLD}",
        rf"\b(?:don['’]?t|do not|isn['’]?t|is not|not)\s+{_OLD}\s+any\s?more\b",
        rf"\b{_GIVEN_UP}\s+{_OLD}",
        rf"{_OLD}\s+{_HAS_BEEN}\s+(?:now\s+)?(?:{_ENDED})",
        rf"\b(?:from now on|as of (?:now|today)|starting (?:now|today))[, ]+{_NEW}",
        rf"\b(?:we|it|they|\w+s)\s+now\s+(?:is\s+|are\s+)?{_NEW}",
        rf"\b(?:is|are)\s+now\s+{_NEW}",
        rf"(?:从|由)\s*{_OLD}\s*{_TURNED}\s*{_NEW}",
        rf"(?:用|以)\s*{_NEW}\s*(?:替换|替代|取代|代替)(?:了|掉)?\s*{_OLD}",
        rf"{_OLD}\s*被\s*{_NEW}\s*(?:替换|替代|取代|代替)",
        rf"{_ONCE}\s*{_OLD}[,，;；]\s*{_NOW}[^,，。]*?(?:用|使用|采用|是|为|{_TURNED})\s*{_NEW}",
        rf"(?:把|将)\s*{_OLD}\s*{_TURNED}\s*{_NEW}",
        rf"{_TURNED}\s*{_NEW}",
        rf"不再(?:使用|采用|用|支持|走|是|需要)?\s*{_OLD}",
        rf"(?:弃用|废弃|停用|淘汰)了?\s*{_OLD}",
        rf"(?:即日起|从现在起|从今天起|从今往后|今后)[,，]?\s*{_NEW}",
    )
)
_HINT = re.compile(
    r"\bfrom\b|replac|drop|abandon|retire|ditch|deprecate|g[ai]ve|longer|any ?more|\bnow\b|\bas of\b|\bto\b|"
    r"abolish|"
    r"[从由换改切迁升转被]|调整|替|取代|代替|不再|弃|停用|淘汰|今后|今往后|即日|以前|原来|原先|之前|过去|最初|曾经",
    re.IGNORECASE,
)
"""Without one of these no pattern can match; looking for them is quicker."""
_NEVER = re.compile(r"(?:never|don['’]?t|do not|not|不要|不得|禁止|别)\s*$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|[。！？\n]+")
_LATIN_LEAD = r"(?:the|a|an|our|my|using|use|on|to|be|being|with|support|supported|supporting)\s+"
_CHINESE_LEAD = r"(?:用|使用|采用|成|了|是)(?=[^\x00-\x7f]|\s)\s*"
_LEAD = re.compile(rf"^(?:{_LATIN_LEAD}|{_CHINESE_LEAD})+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Change:
    """What a text says was given up (empty when it doesn't say) and what holds now (likewise)."""

    old: str
    new: str


def announces_change(text: str) -> Change | None:
    """Return the change that a text itself announces as made; None for plans, questions, mere statements."""
    for sentence in _SENTENCE.split(text):
        if not _HINT.search(sentence) or not_done_yet(sentence):
            continue
        for pattern, needed in _PATTERNS:
            if needed is not None and not needed.search(sentence):
                continue
            match = pattern.search(sentence)
            if match is None or _NEVER.search(sentence[: match.start()]):
                continue
            parts = match.groupdict()
            change = Change(_phrase(parts.get("old")), _phrase(parts.get("new")))
            if change.old or change.new:
                return change
    return None


def _phrase(text: str | None) -> str:
    phrase = _LEAD.sub("", (text or "").strip().strip("`\"'*“”「」")).strip()
    return phrase[:_PHRASE_LIMIT].strip()
