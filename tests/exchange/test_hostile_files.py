"""Whatever a file holds, it is read, or reported with a reason: nothing else ever happens."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from memdeck.exchange.entry_file import FileFacts, read_entry
from memdeck.exchange.file_text import decode, of
from memdeck.exchange.header import read_header, split
from memdeck.exchange.index_file import read_index
from memdeck.exchange.patch import patch_header
from memdeck.exchange.problem import FileFault
from memdeck.memory.rules import checked

FACTS = FileFacts("a.md", "/x/a.md", "a", "a", "", datetime(2026, 1, 1, tzinfo=UTC))
WORDS = """--- name title type metadata tags modified memdeck_id memdeck_type memdeck_status memdeck_extra
memdeck_created memdeck_confidence : - #x " ' [ ] { } , | > &a *a !!str !x ? %YAML ... ~ no user USER TODO
2026-01-01 1e999 nan {} https://a ]( [x]( .md <!-- --> — \\ 数 x 9999-12-31T23:59:59-23:59""".split()  # noqa: SIM905 - a list would fill the page
PIECES = st.sampled_from(
    [
        *WORDS,
        "\n",
        "\r\n",
        "\r",
        ": ",
        "  ",
        "\t",
        "- ",
        "# ",
        " #x",
        ", ",
        "\ufeff",
        "\x85",
        "\u2028",
        "\x1b",
        "\0",
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=25).map("".join))
FILES = st.builds("---\n{}\n---\n{}".format, TEXTS, TEXTS) | TEXTS


@settings(max_examples=400)
@given(FILES)
def test_any_file_is_read_or_reported(text: str) -> None:
    """S01: one odd file never raises anything but its own report, of one line."""
    try:
        entry = read_entry(decode(text.encode()), FACTS)
    except FileFault as fault:
        assert fault.reason and "\n" not in fault.reason
        assert fault.line is None or 1 <= fault.line <= text.count("\n") + text.count("\r") + 3
        return
    assert checked(entry.memory) == entry.memory


@settings(max_examples=400)
@given(FILES, st.sampled_from(["title", "name", ("metadata", "type"), "zebra"]), st.none() | TEXTS)
def test_any_header_is_patched_right_or_refused(text: str, key: str, value: str | None) -> None:
    """S02: the asked value stands there, all others are what they were, and the body is untouched."""
    try:
        patched = patch_header(text, {key: value})
    except FileFault:
        return
    path = (key,) if isinstance(key, str) else key
    before, after = of(text.removeprefix("\ufeff")), of(patched.removeprefix("\ufeff"))
    values = read_header(after, split(after)).values
    for step in path:
        values = values.get(step, None) if isinstance(values, dict) else None
    assert values == value
    assert split(after).body.endswith(split(before).body)
    assert patch_header(patched, {key: value}) == patched


@settings(max_examples=300)
@given(TEXTS)
def test_any_index_is_read_or_reported(text: str) -> None:
    try:
        index = read_index(of(text))
    except FileFault:
        return
    assert all(line.target.endswith((".md", ".MD", ".Md", ".mD")) for line in index.lines)
