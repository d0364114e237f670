from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdeck.memory.printable import printable
from memdeck.tui.visible import VisibleText, visible

HOSTILE = st.text(
    alphabet=st.sampled_from("ab 数\n\r\t\x1b\x07\x00\x9d\u202e\u200b\u2028"), max_size=40
) | st.text(max_size=40)


@given(HOSTILE, st.booleans())
def test_an_untouched_text_is_kept_exactly(raw: str, one_line: bool) -> None:
    text = VisibleText(raw, one_line=one_line)
    assert text.restored(text.shown) == raw


@given(HOSTILE, st.booleans())
def test_what_a_field_holds_drives_no_terminal(raw: str, one_line: bool) -> None:
    """S45: no escape from an entry's text reaches the terminal, from an editable field neither."""
    shown = visible(raw, one_line=one_line)
    assert printable(shown.replace("\t", " "), one_line=one_line) == shown.replace("\t", " ")
    if one_line:
        assert "\n" not in shown


@given(HOSTILE, HOSTILE)
def test_text_typed_in_front_or_behind_leaves_the_rest_as_it_was(raw: str, typed: str) -> None:
    text = VisibleText(raw, one_line=True)
    clean = visible(typed, one_line=True)
    front = text.restored(f"{clean}\u2063".replace("\u2063", "|") + text.shown)
    assert visible(front, one_line=True) == f"{clean}|{text.shown}"


def test_a_changed_word_leaves_the_escape_beside_it() -> None:
    text = VisibleText("clear \x1b[2J now\r\nand \u202eback\r\n", one_line=False)
    assert text.shown == "clear \u241b[2J now\nand \ufffdback\n"
    assert (
        text.restored("clear \u241b[2J later\nand \ufffdback\n")
        == "clear \x1b[2J later\r\nand \u202eback\r\n"
    )
    assert text.hidden == 2
