"""Changing JSON where it stands: the asked value is there, the rest is what it was."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdeck.doors.install.json_parsing import JsonFault, parsed, plain
from memdeck.doors.install.json_text import value_at, with_item, with_value, without

_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)
OBJECTS = st.dictionaries(st.text(max_size=4), VALUES, max_size=4)


@st.composite
def texts(draw):
    """An object as somebody may have written it."""
    value = draw(OBJECTS)
    indent = draw(st.sampled_from([None, 1, 2, 4, "\t"]))
    text = json.dumps(value, indent=indent, ensure_ascii=draw(st.booleans()))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return value, text.replace("\n", newline) + draw(st.sampled_from(["", newline]))


@given(texts(), VALUES)
def test_reading_agrees_with_the_standard_library(made, _):
    value, text = made
    assert plain(parsed(text)) == value


@given(texts(), VALUES, st.sampled_from([("zz new",), ("zz new", "deep"), ("zz new", "deep", "er")]))
def test_put_in_and_taken_out_is_the_same_text(made, new, path):
    value, text = made
    changed = with_value(text, path, new)
    assert value_at(changed, path) == new
    assert {**value, "zz new": None} == {**plain(parsed(changed)), "zz new": None}
    assert with_value(changed, path, new) == changed
    back = without(changed, path[:1])
    assert back == text or value == {}


@given(OBJECTS.filter(bool), VALUES, st.data())
def test_a_value_changed_in_its_place(value, new, data):
    key = data.draw(st.sampled_from(sorted(value)))
    text = json.dumps(value, indent=2)
    changed = with_value(text, (key,), new)
    assert plain(parsed(changed)) == {**value, key: new}
    assert list(plain(parsed(changed))) == list(value)
    gone = without(text, (key,))
    assert plain(parsed(gone)) == {other: item for other, item in value.items() if other != key}


@given(st.lists(VALUES, max_size=4), VALUES)
def test_items(items, new):
    text = json.dumps({"list": items}, indent=2)
    changed = with_item(text, ("list",), new)
    assert value_at(changed, ("list",)) == [*items, new]
    assert value_at(without(changed, ("list", len(items))), ("list",)) == items


def test_comments_stay_with_what_they_are_about():
    text = '{\n  "a": 1, // about a\n  // above b\n  "b": 2 // about b\n  // at the end\n}\n'
    changed = with_value(text, ("c",), 3)
    assert changed == (
        '{\n  "a": 1, // about a\n  // above b\n  "b": 2, // about b\n  "c": 3\n  // at the end\n}\n'
    )
    assert without(changed, ("c",)) == text
    assert without(text, ("a",)) == '{\n  // above b\n  "b": 2 // about b\n  // at the end\n}\n'


def test_a_comma_after_the_last_value_stays():
    text = '{\n  "a": 1,\n}\n'
    changed = with_value(text, ("b",), 2)
    assert changed == '{\n  "a": 1,\n  "b": 2,\n}\n'
    assert without(changed, ("b",)) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("{", 1),
        ('{"a":}', 1),
        ('{\n"a" 1}', 2),
        ("{} {}", 1),
        ('{"a": 1 "b": 2}', 1),
        ("[1\n2]", 2),
        ("[" * 300, 1),
        ('{"a": tru}', 1),
        ('"\x01"', 1),
        ('{"a": "\\x"}', 1),
        ("{'a': 1}", 1),
    ],
)
def test_what_is_no_json_is_told_with_its_line(text, line):
    with pytest.raises(JsonFault) as fault:
        parsed(text)
    assert fault.value.line == line
