from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from memdeck.tui.difference import blocks, lines_of
from memdeck.tui.merge import MIDDLE_MARK, MINE_MARK, THEIRS_MARK, merged

LINES = st.lists(st.sampled_from(["a", "b", "c", "数据", "x y"]), max_size=8)
TEXT = st.builds(lambda lines, end: "\n".join(lines) + end, LINES, st.sampled_from(["", "\n"]))


def bare(text: str) -> Counter[str]:
    return Counter(line.removesuffix("\n") for line in lines_of(text))


def added(base: str, text: str) -> Counter[str]:
    old, new = lines_of(base), lines_of(text)
    found: Counter[str] = Counter()
    for block in blocks(old, new):
        if not block.equal:
            found.update(line.removesuffix("\n") for line in new[block.b0 : block.b1])
    return found


@given(TEXT, TEXT)
def test_a_side_without_changes_gives_way(base: str, text: str) -> None:
    assert merged(base, text, base).text == text
    assert merged(base, base, text).text == text
    assert merged(base, text, text).text == text


@given(TEXT, TEXT, TEXT)
def test_no_line_that_anyone_wrote_is_lost(base: str, mine: str, theirs: str) -> None:
    outcome = merged(base, mine, theirs)
    result = bare(outcome.text)
    for wanted in (added(base, mine), added(base, theirs)):
        assert all(result[line] >= 1 for line in wanted)
    if not outcome.clean and mine != theirs:
        assert outcome.text.count(MINE_MARK) == outcome.text.count(THEIRS_MARK) == outcome.clashes


@given(TEXT, TEXT, TEXT)
def test_marks_stand_on_lines_of_their_own(base: str, mine: str, theirs: str) -> None:
    lines = merged(base, mine, theirs).text.split("\n")
    for mark in (MINE_MARK, MIDDLE_MARK, THEIRS_MARK):
        assert all(line == mark for line in lines if mark in line)


@given(TEXT, TEXT, TEXT)
def test_a_clean_merge_does_not_depend_on_the_side(base: str, mine: str, theirs: str) -> None:
    one, other = merged(base, mine, theirs), merged(base, theirs, mine)
    assert one.clashes == other.clashes
    if one.clean:
        assert one.text == other.text


def test_changes_to_different_lines_are_both_taken() -> None:
    base = "one\ntwo\nthree\nfour\n"
    outcome = merged(base, "ONE\ntwo\nthree\nfour\n", "one\ntwo\nthree\nFOUR\nfive\n")
    assert outcome.text == "ONE\ntwo\nthree\nFOUR\nfive\n"
    assert outcome.clean


def test_changes_to_one_line_stand_both() -> None:
    outcome = merged("use Maven\n", "use Gradle\n", "use Bazel\n")
    assert outcome.clashes == 1
    assert outcome.text == f"{MINE_MARK}\nuse Gradle\n{MIDDLE_MARK}\nuse Bazel\n{THEIRS_MARK}\n"
