"""Headers of every form and line end, and those that can't be understood."""

from __future__ import annotations

import pytest

from memdeck.exchange.file_text import decode, of
from memdeck.exchange.header import HEADER_LIMIT, Header, read_header, split
from memdeck.exchange.problem import FileFault

NOTE = "---\nname: Review style\ndescription: short notes\ntype: user\n---\n\nBody line\nlast"


def header_of(text: str) -> Header:
    file = of(text)
    return read_header(file, split(file))


@pytest.mark.parametrize(
    "data",
    [
        NOTE.encode(),
        NOTE.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + NOTE.replace("\n", "\r\n").encode(),
        NOTE.replace("\n", "\r").encode(),
        NOTE.replace("---\n", "--- \t\n").encode(),
        NOTE.replace("user\n---\n", "user\r\n---\r\n").encode(),
    ],
    ids=["lf", "crlf", "bom-crlf", "cr", "blanks-after-fences", "mixed"],
)
def test_the_same_fields_come_from_every_line_end(data: bytes) -> None:
    """S05: CRLF, a BOM or CR alone never hide the header."""
    file = decode(data)
    parts = split(file)
    assert read_header(file, parts).values == {
        "name": "Review style",
        "description": "short notes",
        "type": "user",
    }
    assert file.unified(parts.body) == "\nBody line\nlast"


def test_a_closing_fence_at_the_end_of_the_file_closes() -> None:
    """S05: no line end after the last fence."""
    file = of("---\nname: a\ntype: user\n---")
    parts = split(file)
    assert read_header(file, parts).values == {"name": "a", "type": "user"}
    assert parts.body == ""


def test_every_value_is_text() -> None:
    """S04: no, dates, numbers, null and hexadecimal stay as they are written."""
    header = header_of(
        "---\ntitle: no\nname: 2026-08-01\na: 1_000\nb: null\nc: 0x1F\nd: ~\ne:\nf: [yes, 1.0]\n---\n"
    )
    assert header.values == {
        "title": "no",
        "name": "2026-08-01",
        "a": "1_000",
        "b": "null",
        "c": "0x1F",
        "d": "~",
        "e": "",
        "f": ["yes", "1.0"],
    }


def test_the_nested_form_keeps_its_lines() -> None:
    header = header_of("---\nname: a-b\nmetadata: \n  node_type: memory\n  type: feedback\n---\nx")
    assert header.values["metadata"] == {"node_type": "memory", "type": "feedback"}
    assert header.lines[("metadata", "type")] == 5


@pytest.mark.parametrize(
    "text", ["", "plain text", "# Title\n\n---\n\nrule above", " ---\na: b\n---\n", "----\n"]
)
def test_a_file_without_a_header_is_all_body(text: str) -> None:
    parts = split(of(text))
    assert parts.header is None
    assert parts.body == text


@pytest.mark.parametrize(
    ("header", "line", "word"),
    [
        ("name: bad\ndescription: Fix: use port 5433\ntype: user", 3, "second ': '"),
        ("name: x\ntitle: *x*", 3, "* or &"),
        ("name: x\ntitle: @me", 3, "reserves"),
        ("name: x\ntitle: [draft] x", 3, "goes on after its end"),
        ("name: x\ntags: [a, b\ntype: user", 3, "list"),
        ("name: x\nmap: {a: b\ntype: user", 3, "mapping"),
        ('name: x\ntitle: "never closed\ntype: user', 3, "never closed"),
        ("name: x\ntitle: a\x1b[2J", 3, "U+001B"),
        ("name: x\n\tb: 1", 3, "reserves"),
        ("name: x\nname: y", 3, "twice"),
        ("name: &n x\nother: *n", 3, "alias"),
        ("name: !!python/object:os.system x", 2, "tag"),
        ("just prose", 2, "not a list of 'key: value'"),
        ("- a\n- b", 2, "not a list of 'key: value'"),
        ("? [a]\n: b", 2, "list or a mapping"),
        ('a: "C:\\yz"', 2, "escape"),
        ("x: " + "[" * 3_000, 2, "nested too deeply"),
        ("x: 1\n" * HEADER_LIMIT, 1, "limit"),
    ],
)
def test_a_broken_header_is_reported_with_its_line(header: str, line: int, word: str) -> None:
    """S01: the line to blame and a reason, for each kind of broken YAML."""
    with pytest.raises(FileFault) as caught:
        header_of(f"---\n{header}\n---\nbody")
    assert caught.value.line == line
    assert word in caught.value.reason
    assert "\n" not in caught.value.reason


def test_an_unclosed_header_is_reported() -> None:
    with pytest.raises(FileFault, match="never closed"):
        split(of("---\nname: a\n\nbody"))


def test_the_plain_form_is_split_at_the_first_colon() -> None:
    """ByteChef's lines hold colons, quotes and number signs as ordinary text."""
    header = header_of('---\ntitle: Fix: use #5433 "now"\ndescription: *all* [x] # y: z\ntype: USER\n---\nb')
    assert header.plain
    assert header.values == {
        "title": 'Fix: use #5433 "now"',
        "description": "*all* [x] # y: z",
        "type": "USER",
    }


def test_the_plain_form_takes_quoted_values_for_quoted() -> None:
    header = header_of("---\ntitle: \"a: \\\"b\\\"\"\ndescription: 'it''s'\ntype: USER\n---\nb")
    assert header.values["title"] == 'a: "b"'
    assert header.values["description"] == "it's"


def test_a_number_sign_in_an_unquoted_text_is_kept_and_remarked() -> None:
    """YAML would end `fixed in release #212 now` after `release`; nothing is dropped in silence."""
    header = header_of("---\nname: x\ndescription: fixed in release #212 now\ntype: user # a comment\n---\n")
    assert header.values["description"] == "fixed in release #212 now"
    assert header.values["type"] == "user"
    assert [line for line, _ in header.notes] == [3]


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"a\nb\xff\n", 2), (b"a\r\nb\r\nc\xe4", 3), (b"\xff\xfea\x00", 1), (b"\x80", 1)],
)
def test_bytes_that_are_no_utf8_are_reported_with_their_line(data: bytes, line: int) -> None:
    with pytest.raises(FileFault) as caught:
        decode(data)
    assert caught.value.line == line
