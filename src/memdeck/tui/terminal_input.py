"""What comes from the terminal, made harmless before Textual reads it as keys.

Textual decodes it strictly, so that one byte that is not UTF-8 (a Latin-1 terminal, noise on a line) ends the
program; and it takes an escape in pasted text for the beginning of a key, so that the letters behind it are
keys: a `d` would delete. Terminals take escapes out of what they paste; tmux does not. And where the terminal
has gone, Textual reads its nothing for ever, with a whole processor: the system tells only the first
process of a terminal that it was hung up, which under `make` is not this one.
"""

from __future__ import annotations

import os
import signal
import sys
from codecs import getincrementaldecoder

_BEGIN, _END = "\x1b[200~", "\x1b[201~"
_ESCAPE = "\u241b"
"""What an escape looks like everywhere else in the program."""
_DRIVER = "textual.drivers.linux_driver"


def make_input_safe() -> None:
    """Let Textual's driver, which must be loaded, decode with `TerminalInput`."""
    driver = sys.modules.get(_DRIVER)
    if driver is not None:
        # The driver asks for a decoder by this name and has no other place to say how it reads.
        vars(driver)["getincrementaldecoder"] = lambda _encoding: TerminalInput


class TerminalInput:
    """Decodes what a terminal sends; in pasted text no escape is left."""

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")(errors="replace")
        self._pasting = False
        self._before = ""
        """The last characters outside of a paste: the mark of its beginning can come in two parts."""
        self._held = ""
        """What may be the first part of the mark of its end."""

    def decode(self, data: bytes, final: bool = False) -> str:
        """Return the text of the next bytes; none at all mean that the terminal is gone, which ends us."""
        if not data and not final:
            os.kill(os.getpid(), signal.SIGHUP)
        rest, self._held = self._held + self._decoder.decode(data, final), ""
        out = ""
        while rest:
            part, rest = self._pasted(rest) if self._pasting else self._typed(rest)
            out += part
        return out

    def _typed(self, text: str) -> tuple[str, str]:
        seen = self._before + text
        place = seen.find(_BEGIN)
        if place < 0:
            self._before = seen[1 - len(_BEGIN) :]
            return text, ""
        self._pasting, self._before = True, ""
        split = place + len(_BEGIN) - (len(seen) - len(text))
        return text[:split], text[split:]

    def _pasted(self, text: str) -> tuple[str, str]:
        inside, mark, rest = text.partition(_END)
        if mark:
            self._pasting = False
        else:
            start = inside.rfind("\x1b")
            if start >= 0 and _END.startswith(inside[start:]):
                inside, self._held = inside[:start], inside[start:]
        return inside.replace("\x1b", _ESCAPE) + mark, rest
