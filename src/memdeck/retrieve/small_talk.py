"""Prompts that only steer the conversation: `yes, go on`, `继续`. They ask for nothing that is stored.

Such a prompt holds words all the same ("go" is also a language), so no floor on a score keeps it out.
"""

from __future__ import annotations

import re

from memdeck.memory.searchable import searchable

_WORDS = frozenset(
    {
        "a", "ah", "again", "ahead", "all", "alright", "and", "another", "awesome", "bye", "continue",
        "cool", "correct", "do", "everyone", "exactly", "fine", "for", "go", "good", "goodbye", "great",
        "hello", "hey", "hi", "hmm", "i", "is", "it", "just", "keep", "lgtm", "like", "lot", "me",
        "more", "morning", "much", "nah", "next", "nice", "night", "no", "nope", "not", "now", "of",
        "ok", "okay", "on", "once", "one", "other", "perfect", "please", "proceed", "really", "retry",
        "right", "same", "see", "so", "sounds", "stop", "sure", "thank", "thanks", "that", "that's",
        "the", "there", "this", "thx", "time", "to", "try", "up", "very", "wait", "well", "wonderful",
        "wow", "yeah", "yep", "yes", "you",
    }
)  # fmt: skip
_CJK_PHRASES = (
    "好的好的", "没问题", "再试一次", "再来一次", "继续吧", "请继续", "接着来", "谢谢你", "你好", "您好",
    "谢谢", "多谢", "继续", "好的", "好吧", "可以", "不是", "不用", "是的", "对的", "没错", "不对",
    "嗯嗯", "早上好", "晚上好", "再见", "辛苦了", "太好了", "接着", "重试", "另一个", "下一个", "行吧",
    "好", "对", "是", "嗯", "行", "不", "吧", "了", "啊", "请", "哦",
)  # fmt: skip
_MOST_WORDS = 8
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def is_small_talk(prompt: str) -> bool:
    """Tell whether a prompt consists of nothing but words that steer a conversation."""
    words = _WORD.findall(searchable(prompt))
    return len(words) <= _MOST_WORDS and all(_steers(word.replace("’", "'")) for word in words)


def _steers(word: str) -> bool:
    if word.isascii():
        return word in _WORDS
    for phrase in _CJK_PHRASES:
        word = word.replace(phrase, "")
    return not word
