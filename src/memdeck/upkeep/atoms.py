"""The smallest pieces of a text: words, Chinese characters, numbers, paths, dates, marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from memdeck.upkeep.stem import stem


class AtomKind(Enum):
    """What an atom is made of."""

    WORD = auto()
    HAN = auto()
    NUMBER = auto()
    CLOCK = auto()
    DATE = auto()
    PATH = auto()
    MAIL = auto()
    CHANNEL = auto()
    MARK = auto()


@dataclass(frozen=True, slots=True)
class Atom:
    """One piece. `key` is what is compared, `text` what is shown."""

    kind: AtomKind
    key: str
    text: str
    first: bool
    """True at the beginning of a sentence, where a capital means nothing."""
    start: int
    """Where it begins in the text."""

    @property
    def capital(self) -> bool:
        """True when the word begins with a capital letter."""
        return self.text[:1].isupper()


_HAN = "\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff"
_FILE_ENDS = (
    "ya?ml|toml|json|md|txt|ini|cfg|conf|xml|sql|sh|py|kt|kts|java|ts|tsx|js|go|rs|env|lock|csv|html|css"
)
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_PARTS_OF_DAY = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|晚|早"
_DOMAINS = "com|org|net|io|dev|cn|de|eu|ai|app|cloud|internal|intranet|local|lan|corp|home|example|test"
_ATOM = re.compile(
    rf"""
    (?P<url>https?://[^\s，。、；）)]+
      |(?:[a-z0-9-]+\.){{2,4}}(?:{_DOMAINS})(?::\d+)?(?:/[\w./-]*)?(?![\w-])
      |\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?:[:/]\d+)?(?![\w.]))
  | (?P<mail>[\w.+-]+@[\w-]+\.[\w.-]+)
  | (?P<date>\d{{4}}-\d{{2}}-\d{{2}}|\d{{4}}年\d{{1,2}}月(?:\d{{1,2}}[日号])?
      |\d{{1,2}}\s?月\s?\d{{1,2}}\s?[日号]|\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?(?:{_MONTHS})(?![a-z])
      |(?:{_MONTHS}),?\s\d{{4}}(?!\d)|(?:{_MONTHS})\s\d{{1,2}}(?!\d)
      |(?:the\s)?(?:end|beginning|start|middle)\sof\s(?:{_MONTHS})(?![a-z])
      |(?<=on\s)the\s\d{{1,2}}(?:st|nd|rd|th)(?:\sof\s(?:each|every|the)\smonth)?(?=$|[.,;]|\sof\se)
      |每月\s?\d{{1,2}}\s?[日号]
      |\d{{1,2}}\s?月(?:底|初|中旬|上旬|下旬|末)|q[1-4]\s\d{{4}}(?!\d)|\d{{4}}\sq[1-4](?!\d))
  | (?P<clock>(?:{_PARTS_OF_DAY})\s?\d{{1,2}}\s?(?::\d{{2}}|[点时](?:半|整|\s?\d{{1,2}}\s?分)?)
      |\d{{1,2}}\s?点(?:半|整|\s?\d{{1,2}}\s?分|(?=$|[，。,、；;前后之到至开发跑执运更部备同停上下重站例推清对做起收关打]))
      |\d{{1,2}}:\d{{2}}(?:\s?(?:am|pm|a\.m\.|p\.m\.)(?![a-z]))?(?!\d)
      |\d{{1,2}}\s?(?:am|pm|a\.m\.|p\.m\.|o['’]clock)(?![a-z])|midnight(?![a-z])|零点|午夜)
  | (?P<path>(?:~|\.{{1,2}})?/[\w.@*<>-]+(?:/[\w.@*<>-]+)*/?|[\w.@*-]+(?:/[\w.@*<>-]+)+/?
      |[\w-]+/(?=\s|$|[{_HAN}])
      |[\w-]+(?:\.[\w-]+)*\.(?:{_FILE_ENDS})(?![\w-]))
  | (?P<channel>\#[\w{_HAN}-]*[A-Za-z{_HAN}][\w{_HAN}-]*)
  | (?P<number>[vV]?\d+(?:[.,]\d+)*(?![A-Za-z0-9])|\d+(?:[.,]\d+)*(?=(?:[a-zA-Zµ]{{1,5}}|%)(?![A-Za-z0-9])))
  | (?P<word>c\+\+|[cf]\#|\.?[A-Za-zÀ-ɏµ][A-Za-z0-9À-ɏ_]*(?:[.'’][A-Za-z0-9_]+)*)
  | (?P<han>[{_HAN}])
  | (?P<loose>\d+[A-Za-z0-9]*)
  | (?P<mark>[^\s\w])
    """,
    re.VERBOSE | re.IGNORECASE,
)  # fmt: skip
_KINDS = {
    "url": AtomKind.PATH, "mail": AtomKind.MAIL, "date": AtomKind.DATE, "clock": AtomKind.CLOCK,
    "path": AtomKind.PATH, "channel": AtomKind.CHANNEL, "number": AtomKind.NUMBER, "word": AtomKind.WORD,
    "han": AtomKind.HAN, "loose": AtomKind.WORD, "mark": AtomKind.MARK,
}  # fmt: skip


_PARTS = {
    " end": ("end", "底", "末", "下旬"),
    " begin": ("begin", "start", "初", "上旬"),
    " middle": ("mid", "中旬"),
}


def cleaned(text: str) -> str:
    """Return a text in one form of each character, without what Markdown adds."""
    return unicodedata.normalize("NFKC", text.replace("`", " ").replace("**", " "))


def atoms_of(text: str) -> list[Atom]:
    """Cut a cleaned text into atoms. Blanks and hyphens between words are left out."""
    found: list[Atom] = []
    for match in _ATOM.finditer(text):
        group = match.lastgroup or "mark"
        raw = match.group()
        if group in {"path", "url", "mail"}:
            raw = raw.rstrip(".")
        if group == "mark" and raw in "-_*'’\"“”「」‘":
            continue
        first = not found or (found[-1].kind is AtomKind.MARK and found[-1].key in ".!?。!?:")
        if group == "path" and not _looks_like_path(raw):
            found.extend(_parted(raw, first, match.start()))
            continue
        key = _KEYS.get(group, str.lower)(raw)
        found.append(Atom(_KINDS[group], key, raw, first, match.start()))
    return found


def _date_key(raw: str) -> str:
    """Return a date as `2026-03-12`, `2026-03`, `03-12` or `03 end`: as much as it names."""
    text = raw.lower()
    month = next((n for n, name in enumerate(_MONTHS.split("|"), 1) if name in text), 0)
    parts = [int(part) for part in re.findall(r"\d+", text)]
    part_of_month = next((name for name, forms in _PARTS.items() if any(form in text for form in forms)), "")
    if text[0] in "每t" and len(parts) == 1 and not month and "月" not in text[2:]:
        return f"{parts[0]:02} day"
    if text[0] == "q" or " q" in text:
        return " ".join(f"{part:02}" for part in sorted(parts, reverse=True)) + " quarter"
    if month:
        parts = [parts[0], month] if parts and parts[0] > 31 else [month, *parts[:1]]
    return "-".join(f"{part:02}" for part in parts) + part_of_month


def _clock_key(raw: str) -> str:
    """Return a time of day as `HH:MM`, whatever way it was written in."""
    text = raw.lower()
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    hour, minute = (*numbers, 0, 0)[:2]
    if "半" in text:
        minute = 30
    if ("p" in text or text[0] in "下傍晚" or (text[0] == "中" and hour < 3)) and hour < 12:
        hour += 12
    elif hour == 12 and ("a" in text or text[0] == "凌"):
        hour = 0
    return f"{hour:02}:{minute:02}"


def _word_key(raw: str) -> str:
    return stem(raw.lower())


_KEYS: dict[str, Callable[[str], str]] = {"date": _date_key, "clock": _clock_key, "word": _word_key}
"""How the key of an atom is made where it isn't merely in lower case."""


def _looks_like_path(raw: str) -> bool:
    """`CI/CD`, `and/or` and `REST/JSON` are words, `src/app` and `feature/` are paths."""
    if raw[0] in "~./" or "." in raw or raw.endswith("/") or "*" in raw or raw.count("/") > 1:
        return True
    return raw.islower() and raw not in {"and/or", "ci/cd", "i/o", "tcp/ip", "client/server", "shadcn/ui"}


def _parted(raw: str, first: bool, start: int) -> list[Atom]:
    pieces = [piece for piece in re.split(r"[/-]", raw) if piece]
    return [
        Atom(AtomKind.WORD, stem(piece.lower()), piece, first and not number, start + raw.index(piece))
        for number, piece in enumerate(pieces)
    ]
