"""Filters, search, true counts, and text that would like to drive the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine

from memdeck import Deck

HOSTILE = (
    "\x1b]52;c;aGk=\x07", "\x1b]0;owned\x07", "\x1b[2J", "\x1b[6n", "\x9d0;x\x9c", "\x1b", "\x07", "\x08",
    "a\rb", "\x00", "\u202eevil", "\u200bhidden", "\x85", "[@click=app.quit]x[/]", "[/]",
)  # fmt: skip


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


def names(line: CommandLine, *arguments: str) -> list[str]:
    return [row.split("\t")[0] for row in line.done("list", *arguments).out.splitlines()]


def test_filters_can_be_combined_and_repeated(line: CommandLine) -> None:
    line.done("add", "A", "x", "--type", "USER", "--tag", "t")
    line.done("add", "B", "x", "--type", "TODO", "--owner", "project:demo")
    line.done("add", "C", "x", "--type", "REFERENCE", "--owner", "deployment:acme@PROD")
    assert names(line, "--type", "user", "--type", "TODO") == ["b", "a"]
    assert names(line, "--owner", "me") == ["a"]
    assert names(line, "--owner", "me", "--owner", "project:demo") == ["b", "a"]
    assert names(line, "--status", "pending") == ["b"]
    assert names(line, "--tag", "t") == ["a"]
    for environment in ("production", "PROD", "prod"):
        assert names(line, "--env", environment) == ["c"]
    assert names(line, "--owner", "acme@prod") == ["c"]
    assert names(line, "--env", "dev") == []
    assert names(line, "--sort", "title", "--reverse") == ["c", "b", "a"]
    line.done("rm", "a")
    assert names(line, "--deleted") == ["a"]


@pytest.mark.parametrize(
    "text",
    ["pre-edit", "don't", "POL-358", "a/b", "C++", "title:", "100%", '"', "*", "AND", "(", "NEAR(", "_", "["],
)
def test_search_takes_every_character_literally(line: CommandLine, text: str) -> None:
    """S19, S43: words of a query language are ordinary words."""
    line.done("add", f"About {text} here", "x", "--name", "wanted")
    line.done("add", "Other", "nothing")
    assert "wanted" in names(line, "--", text)
    assert "wanted" in names(line, "--", *f"about {text}".split())


@pytest.mark.parametrize(
    ("title", "typed"),
    [("ÄPFEL", "äpfel"), ("Straße", "STRASSE"), ("İstanbul", "istanbul"), ("e\u0301", "é")],
)
def test_search_knows_no_case(line: CommandLine, title: str, typed: str) -> None:
    """S22: the same on every database."""
    line.done("add", title, "x", "--name", "wanted")
    assert names(line, typed) == ["wanted"]


@pytest.mark.parametrize("typed", ["身份", "手順", "회의", "用户身份"])
def test_search_finds_words_without_blanks(line: CommandLine, typed: str) -> None:
    """S23: words of any length."""
    line.done("add", "One", "用户身份验证失败 オンコール手順 오늘 회의")
    assert names(line, typed) == ["one"]


def test_counts_are_true_and_paging_reaches_the_oldest(line: CommandLine) -> None:
    """S27: no hidden cap."""
    with Deck.open(line.home) as deck:
        deck.add("The oldest", "x", type="REFERENCE")
        deck.add_many([{"title": f"Entry {number}", "content": "x"} for number in range(5_000)])
    assert len(names(line)) == 5_001
    assert len(line("list", "--json").json) == 5_001
    assert names(line, "--offset", "5000") == ["the_oldest"]
    assert names(line, "--type", "REFERENCE") == ["the_oldest"]
    page = line.done("list", "--limit", "3")
    assert (page.out.count("\n"), page.err) == (3, "3 of 5,001 memories.\n")
    assert line.done("list", "oldest", "--limit", "1").err == ""


def test_hostile_text_never_reaches_stdout_raw(line: CommandLine) -> None:
    """S43, S44, S45: shown as symbols or escapes by every command; unchanged in the store."""
    with Deck.open(line.home) as deck:
        for number, text in enumerate(HOSTILE):
            title = text.replace("\r", "").replace("\x85", "")
            deck.add(f"t{title}", text + "\ttail", name=f"h{number}", tags=[f"t{title}"], description=title)
    outputs = [
        line.done(*arguments)
        for arguments in (
            ("list",), ("list", "--json"), ("history",), ("history", "--json"), ("rm", "h1"), ("undo",),
            *((("show", f"h{number}")) for number in range(len(HOSTILE))),
            *((("show", f"h{number}", "--json", "--history")) for number in range(len(HOSTILE))),
        )
    ]  # fmt: skip
    for answer in outputs:
        for char in answer.out + answer.err:
            assert char in "\n\t" or char.isprintable() or char == " ", hex(ord(char))
    stored = [line("show", f"h{number}", "--json").json["content"] for number in range(len(HOSTILE))]
    assert stored == [text + "\ttail" for text in HOSTILE]


def test_a_hostile_argument_is_shown_safely(line: CommandLine) -> None:
    """S45: what was typed comes back in messages too."""
    for arguments in (("show", "\x1b[2J"), ("\x1b[2J",), ("list", "--type", "\x1b]0;x\x07")):
        answer = line(*arguments)
        assert answer.code in {2, 4}
        assert "\x1b" not in answer.err


def test_a_long_line_of_a_row_is_whole_for_programs(line: CommandLine) -> None:
    title = "数" * 255
    line.done("add", title, "x", "--name", "long")
    assert line.done("list").out.rstrip("\n").split("\t")[5] == title


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            "moon",
            "'moon' is not an environment. Use DEVELOPMENT (dev), STAGING (stage) or PRODUCTION (prod).",
        ),
        ("acme@prod", "'acme@prod' is not an environment. One deployment is an owner: --owner acme@prod"),
    ],
)
def test_an_environment_that_is_none_is_said(line: CommandLine, given: str, words: str) -> None:
    answer = line("list", "--env", given)
    assert (answer.code, words in answer.err) == (2, True)


@pytest.mark.parametrize("below", ["", "sub/folder"])
@pytest.mark.parametrize(
    "command", [("list",), ("add", "A", "b"), ("history",), ("inject", "a"), ("conflicts",)]
)
def test_a_home_that_can_be_no_folder_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: str, command: tuple[str, ...]
) -> None:
    """What is no folder holds no memories; that is another thing than a folder without any."""
    file = tmp_path / "file"
    file.write_text("mine")
    for place, words in ((file, "is a file"), (Path("/dev/null"), "is no folder")):
        line = CommandLine(place / below)
        if place == file and not below:
            monkeypatch.setenv("MEMDECK_HOME", str(place))
        answer = line(*command)
        assert answer.code in {1, 2} and answer.out == ""
        assert answer.err.count("\n") == 1
        assert words in answer.err
    assert file.read_text() == "mine"
