"""The block as the assistant would get it: exact text, its size, and what a trial changed in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from memdeck.memory.block import MARK
from memdeck.memory.injection import Injection
from memdeck.tui.counts import counted
from memdeck.tui.difference import blocks
from memdeck.tui.literal import literal
from memdeck.tui.wrapping import wrapped_rows

_GUTTER = 2
_GAUGE = 10
_MARKS = (f"<{MARK}-", f"</{MARK}-")
_EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the text and the sign that stands before it."""

    text: str
    sign: str = " "
    """`+` came, `-` went, a blank stayed."""
    number: int | None = None
    """Its place in the text, None for a line that is not in it."""


def compared_lines(made: Injection, base: Injection | None, *, gone: bool = True) -> list[Line]:
    """Return the lines of a block; with `gone` those of `base` that it lacks in between, entry by entry."""
    if base is None or base.text == made.text:
        return [Line(text, number=number) for number, text in enumerate(made.text.split("\n")) if made.text]
    before, now = _units(base), _units(made)
    found: list[Line] = []
    for block in blocks([_key(unit) for unit in before], [_key(unit) for unit in now]):
        if not block.equal and gone:
            found += [Line(line.text, "-") for unit in before[block.a0 : block.a1] for line in unit]
        sign = " " if block.equal else "+"
        found += [replace(line, sign=sign) for unit in now[block.b0 : block.b1] for line in unit]
    return found


def _units(made: Injection) -> list[list[Line]]:
    """Return the lines of a block, those of one entry together."""
    if not made.text:
        return []
    first = {line: item.lines.start for item in made.items for line in item.lines}
    units: dict[int, list[Line]] = {}
    for number, text in enumerate(made.text.split("\n")):
        units.setdefault(first.get(number, number), []).append(Line(text, number=number))
    return list(units.values())


def _key(unit: Sequence[Line]) -> str:
    # The marks around a block differ whenever anything in it does: that is no difference of its own.
    text = "\n".join(line.text for line in unit)
    return text[:-9] if text.startswith(_MARKS) else text


class BlockView(Vertical):
    """Shows one injection; `base` is another one that it is compared with."""

    DEFAULT_CSS = """
    BlockView > .block-head { height: auto; }
    BlockView > VerticalScroll { height: 1fr; scrollbar-gutter: stable; }
    BlockView .block-text { height: auto; }
    """

    def __init__(self, title: str, *, view_id: str) -> None:
        super().__init__(id=view_id)
        self._title = title
        self._note = ""
        self._injection: Injection | None = None
        self._lines: Sequence[Line] = ()
        self._marked = range(0)
        self._words = Content("")

    def compose(self) -> ComposeResult:
        """Head and text."""
        yield Static(classes="block-head", markup=False)
        with VerticalScroll():
            yield Static(classes="block-text", markup=False)

    def show(
        self,
        injection: Injection,
        *,
        title: str,
        note: str = "",
        base: Injection | None = None,
        gone: bool = True,
    ) -> None:
        """Show an injection.

        Args:
            injection: what would be given.
            title: what the head says it is.
            note: words behind the figures, safe to show.
            base: the block to compare with.
            gone: show what only `base` has, too.
        """
        self._title, self._note, self._injection = title, note, injection
        self._lines = compared_lines(injection, base, gone=gone)
        self._marked = range(0)
        self._draw()

    def say(self, title: str, words: Content) -> None:
        """Show words in place of a block: there is none, and why."""
        self._title, self._note, self._injection = title, "", None
        self._lines, self._words = (), words
        self._draw()

    def mark(self, lines: range) -> None:
        """Point at the lines of one entry and bring them into view."""
        if lines == self._marked:
            return
        self._marked = lines
        row = self._draw()
        scroll = self.query_one(VerticalScroll)
        if row is not None and not scroll.scroll_y <= row < scroll.scroll_y + scroll.size.height - 1:
            scroll.scroll_to(y=max(0, row - 1), animate=False)

    def scroll_text(self, share: float) -> None:
        """Move the text by a share of what is seen, downwards when positive."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=round(scroll.size.height * share), animate=False)

    def on_resize(self, event: events.Resize) -> None:
        """Lines break elsewhere in another width."""
        self._draw()

    def _draw(self) -> int | None:
        """Fill head and text; return the row of the first marked line."""
        if not self.is_mounted:
            return None
        head, body = self.query(Static)
        head.update(self._head(self.content_region.width))
        if not self._lines:
            body.update(self._words)
            return None
        width = self.query_one(VerticalScroll).scrollable_content_region.width
        rows: list[Content] = []
        first_marked = None
        for line in self._lines:
            marked = line.number is not None and line.number in self._marked
            if marked and first_marked is None:
                first_marked = len(rows)
            rows += _rows(line, max(8, width - _GUTTER), marked)
        body.update(Content("\n").join(rows))
        return first_marked

    def _head(self, width: int) -> Content:
        title = Content.styled(self._title, "bold $foreground")
        if self._injection is None:
            return title
        made = self._injection
        entries = counted(len(made.items), "entry", "entries")
        figures = f"{entries} · ≈{made.tokens:,} of {made.budget:,} tokens · {made.bytes:,} bytes"
        said = Content.styled(figures, "$foreground-muted")
        beside = title.cell_length + 2 + said.cell_length <= width
        room = width - said.cell_length - (title.cell_length + 2 if beside else 0)
        if room > _GAUGE:
            said = said + Content(" ") + _gauge(made)
            room -= _GAUGE + 1
        if self._note and room > len(self._note) + 1:
            said = said + Content.styled(f" {self._note}", "$foreground-muted")
        return Content.assemble(title, "  " if beside else "\n", said)


def _gauge(made: Injection) -> Content:
    share = min(1.0, made.tokens / made.budget) if made.budget else 0.0
    return Content.styled(bar(share, _GAUGE), "$primary on $panel")


def bar(share: float, width: int) -> str:
    """Return a bar of `width` cells, filled by `share` (0 to 1) in steps of an eighth of a cell."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[part] if part else "")).ljust(width)


def _rows(line: Line, width: int, marked: bool) -> list[Content]:
    style = _style(line)
    sign = (
        ("▌ ", "$accent")
        if marked and line.sign == " "
        else (f"{line.sign} ", _sign_style(line.sign, marked))
    )
    return [
        Content.assemble(sign if place == 0 or marked else "  ", literal(row, style))
        for place, row in enumerate(wrapped_rows(line.text, width))
    ]


def _sign_style(sign: str, marked: bool) -> str:
    if marked:
        return "bold $accent"
    return {"+": "bold $text-success", "-": "bold $text-error"}.get(sign, "")


def _style(line: Line) -> str:
    if line.sign == "-":
        return "$foreground-muted strike"
    if line.text.startswith(_MARKS):
        return "$foreground-muted"
    if line.number == 1:
        return "$foreground-muted"
    if line.text.startswith("[") and line.text.endswith("]"):
        return "bold $foreground"
    return "$text-success" if line.sign == "+" else "$foreground"
