"""Whether a piece of text demands, states, allows, excuses or forbids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Polarity(Enum):
    """What a piece of text does with what it speaks of. The value is how it is named in evidence."""

    REQUIRED = "must"
    STATED = "yes"
    ALLOWED = "may"
    NEEDLESS = "need not"
    DENIED = "no"
    FORBIDDEN = "must not"

    @property
    def positive(self) -> bool:
        """True when it speaks for the thing."""
        return self in _POSITIVE


_POSITIVE = frozenset({Polarity.REQUIRED, Polarity.STATED, Polarity.ALLOWED})


def opposed(left: Polarity, right: Polarity) -> bool:
    """Tell whether both can't hold for the same thing at once."""
    if left.positive == right.positive:
        return False
    return {left, right} != {Polarity.ALLOWED, Polarity.NEEDLESS}


@dataclass(frozen=True, slots=True)
class Cue:
    """The words that decide the polarity, and where they end in the text."""

    polarity: Polarity
    start: int
    end: int


_BOUNDS = r"no (?:more|less|fewer|later|longer than|earlier) than|not? exceed\w*|不(?:得|能|可)?(?:超过|少于|低于|高于|大于|小于|多于)|not only|不仅|不只|不同|不少|不错|no one|whether or not"
_CUES = (
    (Polarity.NEEDLESS,
     r"need not|needn['’]t|not (?:strictly |really )?(?:necessary|required|needed|mandatory|compulsory)|optional(?!\s+(?:type|chaining|param))|"
     r"(?:don['’]t|do not|doesn['’]t|does not) (?:have|need) to|no need|unnecessary|(?:isn['’]t|aren['’]t) (?:necessary|required|needed|mandatory)|"
     r"不用(?=跑|写|做|再|每|先|走|等|经|加|提|测|评|审|补|更|通|运|执|检|开|过|管|改|手)|不必|无需|无须|不需要?|可选|不强制|不要求|可有可无|免(?:于|去)"),
    (Polarity.FORBIDDEN,
     r"never|must ?n['’]?o?t|may not|can ?not|can['’]t|should ?n['’]?o?t|shall not|(?:do not|don['’]t)|"
     r"(?:is|are|be|not|strictly) ?(?:forbidden|prohibited|disallowed|banned|verboten)|forbidden|prohibited|"
     r"not (?:allowed|permitted|acceptable|ok|okay|welcome)|(?:isn['’]t|aren['’]t) (?:allowed|permitted|ok|welcome)|forbid|avoid|refrain from|stop (?=\w+ing)|off limits|"
     r"不要|不得|不能|不可(?!用)|不准|不许|不允许|禁止|严禁|禁用|切勿|勿|避免|杜绝|请勿|(?<![个特区级分类识判])别(?=[用再把在写给直忘乱擅])"),
    (Polarity.DENIED,
     r"no longer|not any ?more|(?:is|are|was|were|do|does|did|has|have|will|would)(?: not|n['’]t)|\bnot\b|^no\b|(?<=[,;:.] )no\b|\bno(?= \w)|without|"
     r"disabled?|turned off|switched off|deactivated|dropped|abolished|skip(?:ped|s)?|omit(?:ted|s)?|instead of|rather than|"
     r"不再|而不是|而非|不是|没有|停用|关闭|取消|不使用|不采用|不用|不写|不加|不做|不带|不走|不开|不支持|不启用|不需|不(?=打|留|存|提|发|放|引|跑|测|记|暴|缓|合|推|删|保|mock)|弃用|废弃|省略|去掉"),
    (Polarity.REQUIRED,
     r"must|always|(?:is|are) (?:required|mandatory|compulsory|obligatory)|mandatory|required|ha(?:ve|s) to|needs? to|need(?:s|ed)?(?= \w)|requires?|"
     r"必须|务必|一定要|强制|应当|应该|需要|要求|都要|必需|总是|始终"),
    (Polarity.ALLOWED,
     r"may|can|allow(?:ed|s)?|permit(?:ted|s)?|(?:is|are) (?:fine|ok|okay|acceptable|welcome)|fine|okay|welcome|encouraged|free to|enabled?|"
     r"可以|允许|可(?=[用以直在])|能够"),
)  # fmt: skip
_DEMANDED = re.compile(
    r"(never|do not|don['’]t|must ?n['’]?o?t|can ?not|can['’]t|no|不要|不得|不能|禁止)\b.*\b(?:without|unless|before|until)\b|((?:未经|没有|未).*(?:不得|不能|不准|不要|禁止))",
    re.IGNORECASE,
)
"""`Never merge without a review` demands the review."""
_BOUND = re.compile(_BOUNDS, re.IGNORECASE)
_PATTERNS = tuple(
    (polarity, re.compile(rf"(?<![a-z])(?:{pattern})(?![a-z])", re.IGNORECASE)) for polarity, pattern in _CUES
)


def cue_in(text: str) -> Cue | None:
    """Return what decides the polarity of a piece of text; None when it simply states.

    Bounds (`no more than`, 不超过) and `not only` are no denial.
    """
    masked = _BOUND.sub(lambda match: "\0" * len(match.group()), text)
    demanded = _DEMANDED.search(masked)
    if demanded is not None:
        return Cue(Polarity.REQUIRED, demanded.start(), demanded.start() + len(demanded[1]))
    for polarity, pattern in _PATTERNS:
        match = pattern.search(masked)
        if match is not None:
            return Cue(polarity, match.start(), match.end())
    return None
