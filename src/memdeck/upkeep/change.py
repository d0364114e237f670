"""Texts that announce a change themselves: "switched from npm to pnpm", "缓存改用 Valkey", "no longer on Fridays"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PHRASE_LIMIT = 60
_END = r"(?=\s*(?:[,.;:!?()，。；：！？（）]|\bin\s+(?:\d|spring|summer|autumn|winter|[JFMASOND][a-z]+(?:\s\d|\b))|\b(?:last|this|since|because|as of|for|on|when|so|and|but|due|after|before)\b|$))"
_X = r"(?P<{}>[^,.;:!?()，。；：！？（）\n]+?(?:\.\w+)*?)"
_OLD, _NEW = _X.format("old"), _X.format("new")
_DONE = r"(?:switched|migrated|moved|changed|converted|transitioned|upgraded|ported|went)"
_TO = r"(?:迁移到了?|迁到了?|切换到了?|切换为|切到了?|换成了?|换为|换到了?|换用|改成了?|改为|改用了?|改到了?|改走|改由|升级到了?|升级为|升到了?|转为|转到|转用|替换为|替换成|调整为|调整到)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_DONE}\b(?:\s[^\s,.;]+){{0,5}}?\s+from\s+{_OLD}\s+(?:over\s+)?to\s+{_NEW}{_END}",
        rf"\bfrom\s+{_OLD}\s+to\s+{_NEW}\b\s+(?:was|is|has been)\s+(?:done|finished|completed?){_END}",
        rf"\breplac(?:ed|es|ing|e)\s+{_OLD}\s+(?:with|by)\s+{_NEW}{_END}",
        rf"{_OLD}\s+(?:(?:was|were|is|are|has been|have been|got)\s+)(?:now\s+)?replaced\s+(?:by|with)\s+{_NEW}{_END}",
        rf"\b(?:dropped|abandoned|retired|ditched|deprecated|gave up|given up)\s+{_OLD}\s+(?:in favou?r of|for)\s+{_NEW}{_END}",
        rf"\b{_DONE}\s+(?:over\s+|back\s+)?to\s+{_NEW}\s+(?:from|instead of)\s+{_OLD}{_END}",
        rf"\bnow\s+(?:use|run|have|deploy\w*|write|store|on|in)\s+{_NEW}\s+instead\s+of\s+{_OLD}{_END}",
        rf"\b{_DONE}\s+(?:over\s+|back\s+)?to\s+{_NEW}{_END}",
        rf"\b(?:is|are|do|does|we|has|have)\s+no\s+longer\s+{_OLD}{_END}",
        rf"\bno\s+longer\s+{_OLD}{_END}",
        rf"\b(?:don['’]?t|do not|isn['’]?t|is not|not)\s+{_OLD}\s+any\s?more\b",
        rf"\b(?:dropped|abandoned|retired|ditched|deprecated)\s+{_OLD}{_END}",
        rf"{_OLD}\s+(?:is|are|was|has been|have been)\s+(?:now\s+)?(?:deprecated|retired|abandoned|abolished){_END}",
        rf"\b(?:from now on|as of (?:now|today)|starting (?:now|today))[, ]+{_NEW}{_END}",
        rf"\b(?:we|it|they|tests?|\w+s)\s+now\s+(?:is\s+|are\s+)?{_NEW}{_END}",
        rf"\b(?:is|are)\s+now\s+{_NEW}{_END}",
        rf"(?:从|由)\s*{_OLD}\s*{_TO}\s*{_NEW}{_END}",
        rf"(?:用|以)\s*{_NEW}\s*(?:替换|替代|取代|代替)(?:了|掉)?\s*{_OLD}{_END}",
        rf"{_OLD}\s*被\s*{_NEW}\s*(?:替换|替代|取代|代替){_END}",
        rf"(?:以前|原来|原先|之前|过去|最初|曾经)(?:是|用|使用|采用|在)?\s*{_OLD}[,，;；]\s*(?:现在|后来|目前|如今|今年|已)[^,，。]*?(?:用|使用|采用|是|为|{_TO})\s*{_NEW}{_END}",
        rf"(?:把|将)\s*{_OLD}\s*{_TO}\s*{_NEW}{_END}",
        rf"{_TO}\s*{_NEW}{_END}",
        rf"不再(?:使用|采用|用|支持|走|是|需要)?\s*{_OLD}{_END}",
        rf"(?:弃用|废弃|停用|淘汰)了?\s*{_OLD}{_END}",
        rf"(?:即日起|从现在起|从今天起|从今往后|今后)[,，]?\s*{_NEW}{_END}",
    )
)  # fmt: skip
_NOT_YET = re.compile(
    r"\b(?:plan(?:s|ned|ning)? to|consider\w*|might|could|should we|would|if we|whether|proposal|propose[sd]?|discuss\w*|evaluat\w*|"
    r"want to|wants to|thinking|maybe|perhaps|next (?:year|quarter|month|week|sprint)|todo|to do|going to|will)\b|\?|"
    r"计划|打算|考虑|是否|讨论|评估|可能|也许|将来|未来|明年|下个?(?:月|季度|周|迭代)|准备|待定|能不能|要不要|？|吗",
    re.IGNORECASE,
)
_NEVER = re.compile(r"(?:never|don['’]?t|do not|not|不要|不得|禁止|别)\s*$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|[。！？\n]+")
_ARTICLE = re.compile(
    r"^(?:(?:the|a|an|our|my|using|use|on|to|be|being|with|support|supported|supporting|用|使用|采用|成|了|是)\s+|(?:用|使用|采用|成|了|是)(?=[^\x00-\x7f]|\s))+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Change:
    """What a text says was given up (empty when it doesn't say) and what holds now (likewise)."""

    old: str
    new: str


def announces_change(text: str) -> Change | None:
    """Return the change that a text itself announces as made; None for plans, questions and mere statements."""
    for sentence in _SENTENCE.split(text):
        if not sentence or _NOT_YET.search(sentence):
            continue
        for pattern in _PATTERNS:
            match = pattern.search(sentence)
            if match is None or _NEVER.search(sentence[: match.start()]):
                continue
            parts = match.groupdict()
            change = Change(_phrase(parts.get("old")), _phrase(parts.get("new")))
            if change.old or change.new:
                return change
    return None


def _phrase(text: str | None) -> str:
    phrase = _ARTICLE.sub("", (text or "").strip().strip("`\"'*“”「」")).strip()
    return phrase[:_PHRASE_LIMIT].strip()
