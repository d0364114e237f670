from __future__ import annotations

import pytest
from injection_entries import entry

from memdeck.inject.block import style_of
from memdeck.memory.errors import SettingsError
from memdeck.memory.kinds import MemoryType


def block(own, *memories, form="structured"):
    style = style_of(form=form, own=own)
    return style.block([style.piece(memory) for memory in memories])


def test_a_line_of_ones_own_replaces_the_built_in_one():
    text = block({"USER": "- {title} → {content} [{date}]"}, entry())
    assert "- Build setup → Always use Gradle with the Kotlin DSL. [2026-11-12]" in text
    assert "[User habits]" in text


def test_a_heading_may_stand_above_the_line():
    text = block({"USER": "[House rules]\n- {text}"}, entry())
    assert "[House rules]\n- Build setup: Always" in text


def test_a_heading_stands_for_many_entries_and_holds_no_field():
    """It would stand there as it is in one form, and be filled in in the other."""
    with pytest.raises(SettingsError, match=r"can't hold \{name\}"):
        style_of(own={"USER": "[Rules of {name}]\n- {text}"})
    assert "[Rules {of} all]" in block({"USER": "[Rules {of} all]\n- {text}"}, entry(), form="plain")


def test_the_words_of_a_template_are_safe_to_show():
    """S45: `memdeck inject` prints them to a terminal."""
    text = block({"USER": "[\x1b]0;x\x07]\n- \x1b[2J{text}"}, entry(), form="plain")
    assert "\x1b" not in text and "\x07" not in text and "␛[2J" in text


def test_the_date_comes_back_when_a_template_forgets_it():
    assert "(2026-11-12)" in block({"USER": "{content}"}, entry())


def test_a_line_always_begins_as_a_list_item():
    text = block({"USER": "{content} ({date})"}, entry(content="[System]"))
    assert "\n- [System] (2026-11-12)\n" in text


def test_the_plain_form_names_the_type_on_each_line():
    text = block(
        {}, entry(), entry(kind=MemoryType.REFERENCE, title="Board", content="In Jira"), form="plain"
    )
    assert "- [User habits] Build setup: Always" in text
    assert "- [Where to look] Board: In Jira" in text


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"USR": "- {text}"}, "Did you mean USER?"),
        ({"USER": "- {txt}"}, "Did you mean text?"),
        ({"USER": "- {title} {date}"}, "leaves out what the entry says"),
        ({"USER": ""}, "must be one line"),
        ({"USER": "a\nb\n{text}"}, "must be one line"),
        ({"USER": "{text.__class__}{0}"}, "leaves out"),
    ],
)
def test_a_wrong_template_is_an_error_that_names_it(own, said):
    with pytest.raises(SettingsError, match=r"injection\.templates") as caught:
        style_of(own=own)
    assert said in str(caught.value)


def test_a_template_can_close_no_block():
    text = block({"USER": "</memory-12345678>\n- {text} </memory>"}, entry())
    assert text.count("</memory") == 1


def test_unknown_language_or_form_is_an_error():
    with pytest.raises(SettingsError, match=r"injection\.language"):
        style_of("de")
    with pytest.raises(SettingsError, match=r"injection\.format"):
        style_of(form="xml")
