"""Changing one value of a header leaves every other byte alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdeck.exchange.file_text import of
from memdeck.exchange.header import read_header, split
from memdeck.exchange.patch import Change, patch_header
from memdeck.exchange.problem import FileFault
from memdeck.exchange.yaml_text import Path

FILE = """---
# written by hand
name: no-squashed  # keep me
description: "Never: release #212"
metadata:
  node_type: memory
  type: feedback
  originSessionId: 4f1c

unknown: [1, 2]
long: |
  several
  lines

# a comment between
list:
  - x
  - y
---

Body --- with
---
a rule
""".replace("metadata:", "metadata: ")

CASES: list[tuple[dict[str | Path, Change], str, str]] = [
    ({"name": "other"}, "name: no-squashed  # keep me", "name: other  # keep me"),
    ({"name": "Other: x"}, "name: no-squashed  # keep me", 'name: "Other: x"  # keep me'),
    ({"description": 'x "y"'}, '"Never: release #212"', '"x \\"y\\""'),
    ({("metadata", "type"): "user"}, "  type: feedback\n", "  type: user\n"),
    ({("metadata", "type"): None}, "  type: feedback\n", ""),
    (
        {("metadata", "modified"): "2026-10-05"},
        "  originSessionId: 4f1c\n",
        '  originSessionId: 4f1c\n  modified: "2026-10-05"\n',
    ),
    ({"title": "T"}, "  - y\n", '  - y\ntitle: "T"\n'),
    ({"long": "one"}, "long: |\n  several\n  lines\n", 'long: "one"\n'),
    ({"long": None}, "long: |\n  several\n  lines\n", ""),
    ({"list": ["a", "b"]}, "list:\n  - x\n  - y\n", 'list: ["a", "b"]\n'),
    ({"unknown": None}, "unknown: [1, 2]\n", ""),
    ({("new", "key"): "v"}, "  - y\n", '  - y\nnew: \n  key: "v"\n'),
    ({"absent": None}, "", ""),
    ({"name": "no-squashed"}, "", ""),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize(("changes", "old", "new"), CASES)
def test_only_the_asked_line_changes(
    changes: dict[str | Path, Change], old: str, new: str, newline: str, bom: str
) -> None:
    """S02: unknown keys, comments, order, line ends and the BOM stay; twice equals once."""
    text = bom + FILE.replace("\n", newline)
    patched = patch_header(text, changes)
    assert patched == bom + FILE.replace(old, new, 1).replace("\n", newline)
    assert patch_header(patched, changes) == patched


@pytest.mark.parametrize(
    "text",
    [
        "---\ndescription: Fix: use port 5433\n---\nbody\n",
        "---\ntitle: [draft] x\n---\nbody\n",
        "---\nname: never closed\n\nbody\n",
        "---\n{name: a}\n---\nbody\n",
        "---\nmetadata: text\n---\nbody\n",
    ],
)
def test_what_is_not_understood_is_refused(text: str) -> None:
    """S02: never a second header on top of one that can't be read."""
    with pytest.raises(FileFault):
        patch_header(text, {("metadata", "type"): "user"})


def test_a_file_without_a_header_gets_one_once() -> None:
    patched = patch_header("\ufeffbody\r\n", {"title": "T"})
    assert patched == '\ufeff---\r\ntitle: "T"\r\n---\r\n\r\nbody\r\n'
    assert patch_header(patched, {"title": "T"}) == patched
    assert patch_header(patched, {"type": "user"}).count("---") == 2


def test_the_plain_form_stays_plain() -> None:
    text = "---\ntitle: A: b\ntype: USER\n---\n\nx"
    assert patch_header(text, {"title": "C: #d"}) == text.replace("A: b", "C: #d")
    assert patch_header(text, {"description": "z"}) == text.replace("USER\n", "USER\ndescription: z\n")
    with pytest.raises(FileFault):
        patch_header(text, {("metadata", "type"): "user"})


@pytest.mark.parametrize("header", ["", "a:\n", "a:  # note\n", "# only a comment\n", "a: b", "a: ''\n"])
def test_odd_headers_take_a_value(header: str) -> None:
    end = "" if header.endswith("\n") or not header else "\n"
    patched = patch_header(f"---\n{header}{end}---\nx", {"a": "one: two"})
    file = of(patched)
    assert read_header(file, split(file)).values["a"] == "one: two"
    assert patched.endswith("---\nx")
    for comment in ("# note", "# only a comment"):
        assert (comment in patched) == (comment in header)


KEYS = st.sampled_from(["name", "title", "long", "list", "unknown", "zebra"])
VALUES = st.one_of(st.none(), st.text(max_size=40), st.lists(st.text(max_size=10), max_size=3))


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_any_value_can_be_written_and_read_back(changes: dict[str | Path, Change], newline: str) -> None:
    """S02, S04: whatever the text, the header reads it back and the body is untouched."""
    text = FILE.replace("\n", newline)
    patched = patch_header(text, changes)
    file = of(patched)
    values = read_header(file, split(file)).values
    for key, value in changes.items():
        assert values.get(str(key)) == value
    assert patched.endswith(text[text.index(f"{newline}{newline}Body") :])
    assert patch_header(patched, changes) == patched
