"""Markdown as blocks of styled text. Nothing in it can act: links are words, HTML and markup stay literal.

Every piece of text passes `printable`, so no escape reaches the terminal and nothing hides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from memdeck.memory.printable import printable
from memdeck.retrieve.headsearch.terms import is_cjk

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MUTED = "$foreground-muted"
CODE = "$primary"
_BULLETS = "•◦▪"
_INLINE_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}
_WIDEST_COLUMN = 28


@dataclass(frozen=True, slots=True)
class Block:
    """Text that is wrapped as one, with what stands before its first and its other lines."""

    text: Content
    first: str = ""
    rest: str = ""
    gap: bool = True
    """True puts an empty line before it."""
    narrow: Content | None = None
    """What to show instead when `text` does not fit on one line (a table's row)."""
    rule: bool = False
    """True draws a line over the whole width instead of text."""


def blocks_of(markdown: str) -> list[Block]:
    """Return the blocks of a text; anything that is no markdown is plain text."""
    return list(_Reader(_parser().parse(markdown)).blocks())


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": 12}).enable(["table", "strikethrough"])


class _Reader:
    """Walks along the tokens, keeping what stands before each line (bullets, quote bars)."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._quotes = 0
        self._lists: list[int | None] = []
        self._bullet = ""
        self._tight = False

    def blocks(self) -> Iterator[Block]:
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            yield from self._block(token)

    def _block(self, token: Token) -> Iterator[Block]:
        match token.type:
            case "heading_open":
                yield self._text(self._inline().stylize("bold" if token.tag != "h1" else "bold underline"))
            case "inline":
                yield self._text(_inline(token.children or []))
            case "fence" | "code_block":
                yield from self._code(token)
            case "hr":
                yield Block(Content(), rule=True)
            case "html_block":
                yield self._text(Content.styled(printable(token.content.rstrip("\n"), one_line=False), MUTED))
            case "table_open":
                yield from self._table()
            case _:
                self._nest(token)

    def _nest(self, token: Token) -> None:
        match token.type:
            case "blockquote_open":
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1
            case "bullet_list_open":
                self._lists.append(None)
            case "ordered_list_open":
                self._lists.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._bullet = self._next_bullet()
            case "list_item_close":
                self._bullet = ""
            case _:
                pass

    def _next_bullet(self) -> str:
        number = self._lists[-1]
        if number is None:
            return f"{_BULLETS[(len(self._lists) - 1) % len(_BULLETS)]} "
        self._lists[-1] = number + 1
        return f"{number}. "

    def _inline(self) -> Content:
        token = self._tokens[self._at]
        self._at += 1
        return _inline(token.children or [])

    def _text(self, text: Content) -> Block:
        quote = "▎ " * self._quotes
        indent = "  " * max(0, len(self._lists) - 1)
        own = self._bullet or ("  " if self._lists else "")
        in_list = bool(self._lists) and bool(self._bullet) and not self._first_item()
        self._bullet = ""
        first = f"{quote}{indent}{own}"
        return Block(text, first, f"{quote}{indent}{' ' * cell_len(own)}", gap=not in_list)

    def _first_item(self) -> bool:
        """Return True for the first item of an outermost list, which stands apart from what is above."""
        opened = [token.type for token in self._tokens[max(0, self._at - 4) : self._at]]
        return len(self._lists) == 1 and any(kind.endswith("_list_open") for kind in opened)

    def _code(self, token: Token) -> Iterator[Block]:
        before = "▎ " * self._quotes + "  " * len(self._lists) + "│ "
        lines = printable(token.content.rstrip("\n"), one_line=False).split("\n")
        for place, line in enumerate(lines):
            yield Block(Content.styled(line, CODE), before, before, gap=place == 0)

    def _table(self) -> Iterator[Block]:
        rows: list[list[Content]] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(_inline(token.children or []))
        columns = max((len(row) for row in rows), default=0)
        widths = [
            min(_WIDEST_COLUMN, max(row[at].cell_length for row in rows if at < len(row)))
            for at in range(columns)
        ]
        for place, row in enumerate(rows):
            cells = [
                cell.truncate(width, ellipsis=True, pad=True)
                for cell, width in zip(row, widths, strict=False)
            ]
            line, narrow = Content("  ").join(cells), Content(" · ").join(row)
            if place == 0:
                line, narrow = line.stylize("bold"), narrow.stylize("bold")
            yield Block(line, rest="  ", gap=place == 0, narrow=narrow)


def _inline(children: Sequence[Token]) -> Content:
    parts: list[Content] = []
    open_styles: list[str] = []
    targets: list[str] = []
    for place, token in enumerate(children):
        name, _, edge = token.type.rpartition("_")
        if token.type == "text":
            parts.append(_styled(token.content, open_styles))
        elif token.type == "code_inline":
            parts.append(_styled(token.content, [*open_styles, CODE]))
        elif token.type == "hardbreak":
            parts.append(Content("\n"))
        elif token.type == "softbreak":
            parts.append(Content(_soft_break(children, place)))
        elif name == "link" and edge == "open":
            targets.append(str(token.attrs.get("href", "")))
            open_styles.append("underline")
        elif name == "link":
            open_styles.remove("underline")
            target = targets.pop()
            if not parts or parts[-1].plain != printable(target):
                parts.append(Content.styled(f" ({printable(target)})", MUTED))
        elif token.type == "image":
            source = printable(str(token.attrs.get("src", "")))
            parts.append(Content.styled(f"[image: {printable(token.content)} {source}]", MUTED))
        elif name in _INLINE_STYLES and edge == "open":
            open_styles.append(_INLINE_STYLES[name])
        elif name in _INLINE_STYLES:
            open_styles.remove(_INLINE_STYLES[name])
        else:
            parts.append(_styled(token.content, open_styles))
    return Content("").join(parts)


def _soft_break(children: Sequence[Token], place: int) -> str:
    """Return what a line end within a paragraph becomes.

    A line that begins in bold (`**Why:** …`) stays a line; Chinese is joined without a blank.
    """
    before = children[place - 1].content[-1:] if place else ""
    following = [token for token in children[place + 1 :] if token.content or token.type != "text"]
    if following and following[0].type == "strong_open":
        return "\n"
    after = following[0].content[:1] if following else ""
    return "" if is_cjk(before) and is_cjk(after) else " "


def _styled(text: str, styles: Sequence[str]) -> Content:
    return Content.styled(printable(text), " ".join(styles))
