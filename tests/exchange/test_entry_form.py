"""An entry's file says everything about it, whatever its text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from memdeck.exchange.entry_file import FileFacts, read_entry
from memdeck.exchange.entry_form import FolderFormat, entry_file, entry_text, folder_format
from memdeck.exchange.file_text import decode
from memdeck.memory.entry import Memory, Source
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import Importance, MemoryType, Status, Writer, default_status
from memdeck.memory.rules import checked

MOMENT = datetime(2026, 11, 12, 9, 30, tzinfo=UTC)


def memory(**fields: object) -> Memory:
    values: dict[str, object] = {
        "id": "mem_01m8pf6a7m8d7mr7jhspgjrzj3",
        "owner": "user:me",
        "name": "some_name",
        "title": "Title",
        "content": "Content",
        "created_at": MOMENT,
        "updated_at": MOMENT,
    }
    made = Memory(**{**values, **fields})  # type: ignore[arg-type]
    return replace(made, status=default_status(made.type)) if "status" not in fields else made


def read_back(entry: Memory, form: FolderFormat = FolderFormat.CLAUDE_CODE) -> Memory:
    file = entry_file(entry)
    facts = FileFacts(file, f"/x/{file}", file[:-3], file[:-3], "", MOMENT)
    return read_entry(decode(entry_text(entry, form).encode()), facts).memory


HARD = [
    "Tyres (cold): front 36, rear 42",
    '- "yes": #1 \\ C:\\tmp',
    "no",
    "2026-08-01",
    "*x*",
    "@me",
    "[draft] x",
    "{a: b}",
    "'single'",
    '"double"',
    "# not a comment",
    "a # b",
    "---",
    "!tag &anchor *alias",
    "| block",
    "> folded",
    "null",
    "~",
    "0x1F",
    "esc \x1b]52;c;x\x07 del \x7f c1 \x9d nul \0",
    "bidi \u202e zero\u200bwidth \ufeff end",
    "emoji 👩‍💻 数据库 é e\u0301",
    "\\",
    "%2e%2e",
    "a\tb",
    "\ue000\uffff\U0001ffff",
]


@pytest.mark.parametrize("text", HARD)
@pytest.mark.parametrize("form", list(FolderFormat))
def test_hard_texts_come_back_exactly(text: str, form: FolderFormat) -> None:
    """S04: colons, quotes, dates, booleans, back slashes and control characters."""
    entry = checked(
        memory(title=text, description=text, content=f"{text}\n---\n{text}\r\n", type=MemoryType.USER)
    )
    found = read_back(entry, form)
    assert (found.title, found.description, found.content) == (entry.title, entry.description, entry.content)


@pytest.mark.parametrize("text", HARD)
def test_any_other_yaml_reader_reads_the_same(text: str) -> None:
    """S04: every value is quoted, so that a full YAML reader gives text too."""
    entry = checked(memory(title=text, description=text, name="no", extra={"k": text, "list": [text]}))
    header = entry_text(entry, FolderFormat.CLAUDE_CODE).split("\n---\n")[0].removeprefix("---\n")
    values = yaml.safe_load(header)
    assert [values[key] for key in ("title", "description", "name")] == [
        entry.title,
        entry.description,
        "no",
    ]
    assert values["k"] == text and values["list"] == [text]
    assert all(isinstance(value, str) for value in values["metadata"].values())


def test_the_header_is_the_one_claude_code_writes() -> None:
    text = entry_text(memory(name="no_squash", type=MemoryType.FEEDBACK), FolderFormat.CLAUDE_CODE)
    assert text.startswith(
        '---\nname: no-squash\ndescription: ""\ntitle: "Title"\nmetadata: \n'
        "  node_type: memory\n  type: feedback\n"
        '  modified: "2026-11-12T09:30:00.000Z"\n'
    )
    assert text.endswith("\n---\n\nContent\n")


def test_the_bytechef_form_is_the_one_of_the_article() -> None:
    entry = memory(
        title="Build setup",
        description="Gradle with the Kotlin DSL, Java 25",
        content="Always use Gradle.",
        type=MemoryType.USER,
    )
    assert entry_text(entry, FolderFormat.BYTECHEF) == (
        "---\ntitle: Build setup\ndescription: Gradle with the Kotlin DSL, Java 25\ntype: USER\n---\n\n"
        "Always use Gradle.\n"
    )


@pytest.mark.parametrize("form", list(FolderFormat))
@pytest.mark.parametrize("kind", list(MemoryType))
def test_the_true_type_survives_a_form_with_four_types(kind: MemoryType, form: FolderFormat) -> None:
    assert read_back(memory(type=kind), form).type is kind


def test_a_type_that_was_changed_outside_counts() -> None:
    text = entry_text(memory(type=MemoryType.TODO), FolderFormat.CLAUDE_CODE)
    changed = text.replace("type: project", "type: feedback")
    facts = FileFacts("a.md", "/x/a.md", "a", "a", "", MOMENT)
    assert read_entry(decode(changed.encode()), facts).memory.type is MemoryType.FEEDBACK


def test_wrong_values_of_our_own_keys_are_reported_with_their_line() -> None:
    """Recover nothing silently: a status nobody knows is not taken for the usual one."""
    from memdeck.exchange.problem import FileFault

    text = entry_text(memory(status=Status.ARCHIVED), FolderFormat.CLAUDE_CODE)
    facts = FileFacts("a.md", "/x/a.md", "a", "a", "", MOMENT)
    with pytest.raises(FileFault, match="memdeck_status") as caught:
        read_entry(decode(text.replace('"archived"', '"lost"').encode()), facts)
    assert text.splitlines()[(caught.value.line or 0) - 1].strip() == 'memdeck_status: "archived"'


def test_a_format_is_read_in_any_spelling() -> None:
    assert folder_format(" Claude_Code ") is FolderFormat.CLAUDE_CODE
    with pytest.raises(InvalidField, match="claude-code or bytechef"):
        folder_format("yaml")


PLAIN = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3),
    max_leaves=6,
)
KEYS = PLAIN | st.sampled_from(["name", "type", "metadata", "title", "tags", "memdeck_id", "no", "node_type"])
TIMES = st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
NAMES = st.from_regex(r"[a-z0-9_-]{1,20}", fullmatch=True) | st.sampled_from(
    ["con", "nul_", "no", "2026-08-01"]
)


@st.composite
def entries(draw: st.DrawFn) -> Memory:
    kind = draw(st.sampled_from(MemoryType))
    times = {key: draw(TIMES) for key in ("created_at", "updated_at")}
    start = draw(st.none() | TIMES)
    try:
        return checked(
            memory(
                name=draw(NAMES),
                owner=draw(st.sampled_from(["user:me", "project:数据", "deployment:a:b@PRODUCTION"])),
                title=draw(PLAIN),
                description=draw(PLAIN),
                content=draw(PLAIN),
                type=kind,
                status=draw(st.sampled_from(Status)),
                importance=draw(st.sampled_from(Importance)),
                confidence=draw(st.floats(0, 1)),
                tags=tuple(draw(st.lists(PLAIN, max_size=3))),
                source=Source(draw(st.sampled_from(Writer)), draw(st.none() | st.just("s 1: #x")), None),
                extra=draw(st.dictionaries(KEYS, JSON, max_size=4)),
                valid_from=start,
                valid_to=start and start + timedelta(days=1),
                superseded_by=draw(st.none() | st.just("mem_01m8pf6a7m4f9xd7q16zk6j292")),
                expires_at=draw(st.none() | TIMES),
                **times,
            )
        )
    except InvalidField:
        assume(False)
        raise


@given(entries())
def test_every_field_survives_the_way_out_and_back(entry: Memory) -> None:
    """S04, S52: title, text, type, status, dates, owner, extra: whatever they hold."""
    entry = checked(entry)
    assert read_back(entry) == entry


@given(entries())
def test_the_bytechef_form_keeps_what_it_can_hold(entry: Memory) -> None:
    found = read_back(entry, FolderFormat.BYTECHEF)
    assert (found.title, found.description, found.content, found.type) == (
        entry.title,
        entry.description,
        entry.content,
        entry.type,
    )
