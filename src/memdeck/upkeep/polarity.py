"""Whether a piece of text demands, states, allows, excuses or forbids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from memdeck.upkeep.word_files import cues


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
        return self is Polarity.STATED or self is Polarity.REQUIRED or self is Polarity.ALLOWED


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


_GROUPS = (Polarity.NEEDLESS, Polarity.FORBIDDEN, Polarity.DENIED, Polarity.REQUIRED, Polarity.ALLOWED)
"""In the order in which they are looked for: `need not` must not be taken for `need`."""


_SPARED = re.compile(
    r"\b(?:can|may|could|allowed|able)\b[^,;]*?\b(without)\b(?! (?:ask|appr|perm|conf))", re.IGNORECASE
)
"""What can be done without something doesn't need it."""


def cue_in(text: str) -> Cue | None:
    """Return what decides the polarity of a piece of text; None when it simply states.

    Bounds (`no more than`, 不超过) and `not only` are no denial.
    """
    masked = cues("bounds").sub(lambda match: "\0" * len(match.group()), text)
    demanded = cues("demanded").search(masked)
    if demanded is not None:
        return Cue(Polarity.REQUIRED, demanded.start(), demanded.start())
    spared = _SPARED.search(masked)
    if spared is not None:
        return Cue(Polarity.NEEDLESS, spared.start(1), spared.end(1))
    masked = cues("asides").sub(lambda match: "\0" * len(match.group()), masked)
    for polarity in _GROUPS:
        match = cues(polarity.name.lower()).search(masked)
        if match is not None:
            return Cue(polarity, match.start(), match.end())
    return None
