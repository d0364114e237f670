"""A text file as it lies on the disk: its byte order mark and line ends are kept apart from its text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memdeck.exchange.problem import FileFault

BOM = "\ufeff"
LINE_END = re.compile(r"\r\n|\r|\n")
"""Any line end that a file can have."""


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file. `text` is exactly what the file holds, without a byte order mark."""

    text: str
    bom: bool
    newline: str
    """The file's own line end: the first one in it (`\\n` when it has none)."""

    def unified(self, part: str) -> str:
        """Return a part of the text with the file's own line ends as `\\n`.

        Only the file's own kind is changed: in a file with `\\n` ends every other control character is
        text, so that what was written exactly is read exactly.
        """
        return part if self.newline == "\n" else part.replace(self.newline, "\n")


def decode(data: bytes) -> FileText:
    """Read UTF-8 bytes; raise FileFault with the line of the first byte that is not text."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise FileFault("is UTF-16, not UTF-8. Save it as UTF-8.", 1)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = len(LINE_END.findall(data[: error.start].decode("utf-8", "replace"))) + 1
        raise FileFault("is not UTF-8 text here. Save it as UTF-8.", line) from None
    bom = text.startswith(BOM)
    return of(text[1:] if bom else text, bom=bom)


def of(text: str, *, bom: bool = False) -> FileText:
    """Return a text that is already decoded, with its line ends recognised."""
    first = LINE_END.search(text)
    return FileText(text, bom, first.group() if first else "\n")
