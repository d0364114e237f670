from __future__ import annotations

import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memdeck.tui.difference import Kind, Segment, difference, hunks, lines_of, tokens_of

TEXT = st.text(alphabet=st.sampled_from("ab \n.数据库15\u0301\r\x1b\U0001f600"), max_size=60) | st.text(
    max_size=60
)


@given(TEXT)
def test_lines_and_tokens_lose_nothing(text: str) -> None:
    assert "".join(lines_of(text)) == text
    assert "".join(tokens_of(text)) == text


@given(TEXT, TEXT)
def test_the_segments_rebuild_both_sides(before: str, after: str) -> None:
    parts = difference(before, after)
    assert "".join(part.text for part in parts if part.kind is not Kind.ADDED) == before
    assert "".join(part.text for part in parts if part.kind is not Kind.REMOVED) == after
    assert all(part.text for part in parts)


@given(TEXT, TEXT)
def test_the_hunks_rebuild_both_sides_and_alternate(before: str, after: str) -> None:
    found = hunks(before, after)
    assert "".join(hunk.before for hunk in found) == before
    assert "".join(hunk.after for hunk in found) == after
    assert all(a.changed != b.changed for a, b in pairwise(found))


@given(TEXT)
def test_equal_texts_have_no_change(text: str) -> None:
    assert all(part.kind is Kind.SAME for part in difference(text, text))


def test_a_changed_word_is_marked_alone() -> None:
    assert difference("Use Maven to build.", "Use Gradle to build.") == [
        Segment(Kind.SAME, "Use "),
        Segment(Kind.REMOVED, "Maven"),
        Segment(Kind.ADDED, "Gradle"),
        Segment(Kind.SAME, " to build."),
    ]


def test_chinese_is_compared_sign_by_sign() -> None:
    assert difference("连接池最大 20", "连接池最小 20") == [
        Segment(Kind.SAME, "连接池最"),
        Segment(Kind.REMOVED, "大"),
        Segment(Kind.ADDED, "小"),
        Segment(Kind.SAME, " 20"),
    ]


def test_texts_with_little_in_common_are_shown_as_replaced() -> None:
    parts = difference("Alpha beta gamma", "Nothing of this stays here, a")
    assert [part.kind for part in parts] == [Kind.REMOVED, Kind.ADDED]


def test_very_large_texts_are_compared_in_time() -> None:
    """S10: a 200,000-character line and 65,000 different lines must not freeze the screen."""
    started = time.perf_counter()
    difference("a b " * 50_000, "a c " * 50_000)
    difference("\n".join(map(str, range(65_000))), "\n".join(map(str, range(65_000, 130_000))))
    assert time.perf_counter() - started < 5
