"""Text made safe to show: what drives a terminal or hides becomes a visible symbol.

Entry text is hostile. Terminal escapes could write the clipboard or the title, bidi controls could make
a line read backwards, invisible characters could hide an instruction. The store keeps the text as it is;
everything that shows it passes here.
"""

from __future__ import annotations

import re

_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_UNSAFE = re.compile(f"[\x00-\x1f\x7f-\x9f\ud800-\udfff{_HIDDEN}]")


def printable(text: str, *, one_line: bool = True, tab: int = 4) -> str:
    """Return `text` with every control, escape, bidi and invisible character made visible.

    Args:
        text: anything; hostile.
        one_line: True turns line ends into `⏎` too; False keeps `\\n` as the only control character
            (CR LF counts as one line end).
        tab: how many blanks stand for a tab.
    """
    if text.isascii() and text.isprintable():
        return text
    if not one_line:
        text = text.replace("\r\n", "\n")
    text = text.replace("\t", " " * tab)

    def show(match: re.Match[str]) -> str:
        char = match.group()
        if char == "\n":
            return "⏎" if one_line else "\n"
        code = ord(char)
        if code in _PICTURES:
            return chr(_PICTURES[code])
        return f"⟨{code:04X}⟩"

    return _UNSAFE.sub(show, text)
