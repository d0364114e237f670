"""Cells, ages, and text laid out for a width."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content

from memdeck.memory.printable import printable
from memdeck.tui.ages import age, short_age
from memdeck.tui.cells import fit, wrap
from memdeck.tui.laying import laid_out, wrapped
from memdeck.tui.markdown_blocks import blocks_of

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@given(texts.map(printable), st.integers(0, 30))
def test_fit_is_exact(text: str, width: int) -> None:
    assert cell_len(fit(text, width)) == width


@given(texts.map(printable), st.integers(2, 30), st.integers(1, 3))
def test_wrap_never_overflows(text: str, width: int, lines: int) -> None:
    wrapped_lines = wrap(text, width, lines)
    assert len(wrapped_lines) <= lines
    assert all(cell_len(line) <= width for line in wrapped_lines)


def test_wrap_keeps_words_and_cuts_cjk_anywhere() -> None:
    assert wrap("Gradle with the Kotlin DSL", 14, 2) == ["Gradle with", "the Kotlin DSL"]
    assert wrap("连接池最大二十个连接", 8, 2) == ["连接池最", "大二十…"]


@pytest.mark.parametrize(
    ("ago", "words", "short"),
    [
        (timedelta(seconds=5), "just now", "now"),
        (timedelta(seconds=61), "1 min ago", "1m"),
        (timedelta(minutes=59), "59 min ago", "59m"),
        (timedelta(hours=1), "1 hour ago", "1h"),
        (timedelta(hours=25), "yesterday", "1d"),
        (timedelta(days=3), "3 days ago", "3d"),
        (timedelta(days=15), "2 weeks ago", "2w"),
        (timedelta(days=40), "1 month ago", "1mo"),
        (timedelta(days=800), "2 years ago", "2y"),
        (-timedelta(days=9), "2026-12-09", "26-12-09"),
    ],
)
def test_ages(ago: timedelta, words: str, short: str) -> None:
    assert age(NOW - ago, NOW) == words
    assert short_age(NOW - ago, NOW) == short


@given(st.integers(0, 40_000))
def test_ages_fit_their_columns(hours: int) -> None:
    assert cell_len(age(NOW - timedelta(hours=hours), NOW)) <= 13
    assert cell_len(short_age(NOW - timedelta(hours=hours), NOW)) <= 4


@given(texts, st.integers(8, 40))
def test_wrapped_lines_fit(text: str, width: int) -> None:
    assert all(line.cell_length <= width for line in wrapped(Content(printable(text)), width))


def plain(markdown: str, width: int = 40) -> list[str]:
    return laid_out(blocks_of(markdown), width).plain.split("\n")


def test_markdown_is_laid_out() -> None:
    lines = plain(
        "# Head\n\nSome *words*.\n\n- one\n- two\n  - deeper\n\n1. first\n\n> said\n\n```\ncode\n```\n"
    )
    assert lines == [
        "Head", "", "Some words.", "", "• one", "• two", "  ◦ deeper", "", "1. first", "", "▎ said", "",
        "│ code",
    ]  # fmt: skip


def test_hanging_indent() -> None:
    assert plain("- a longer line that wraps", 14) == ["• a longer", "  line that", "  wraps"]


def test_nothing_in_markdown_can_act() -> None:
    """S43, S44, S45: markup, action links, HTML and escapes are words."""
    hostile = "[@click=app.quit]read me[/] [/] <b>x</b> [go](javascript:x) \x1b]52;c;aGk=\x07 `\x1b[2J`\u202e"
    content = laid_out(blocks_of(hostile), 200)
    shown = content.plain
    assert "[@click=app.quit]read me[/] [/]" in shown
    assert "<b>x</b>" in shown
    assert "go" in shown
    assert "javascript:x" in shown
    assert not set(shown) & {"\x1b", "\x07", "\u202e"}
    assert all("@click" not in str(span.style) for span in content.spans)


@given(texts)
def test_markdown_never_fails(text: str) -> None:
    shown = laid_out(blocks_of(text), 30).plain
    assert "\x1b" not in shown


def test_deep_nesting_and_long_lines_do_no_harm() -> None:
    assert plain(">" * 300 + " x")
    assert plain("- " * 200 + "x")
    assert max(cell_len(line) for line in plain("x" * 5_000)) <= 40
