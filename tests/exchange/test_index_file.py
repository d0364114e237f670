"""MEMORY.md in all its forms, and the limits up to which it is read."""

from __future__ import annotations

import pytest

from memdeck.exchange.file_text import of
from memdeck.exchange.index_file import read_index


@pytest.mark.parametrize(
    ("line", "target", "title", "hook"),
    [
        ("- [Review style](user_review.md) — short notes", "user_review.md", "Review style", "short notes"),
        ("- [Review style](user_review.md) – short", "user_review.md", "Review style", "short"),
        ("- [Review style](user_review.md) - short", "user_review.md", "Review style", "short"),
        ("- [Review style](user_review.md): short", "user_review.md", "Review style", "short"),
        ("* [Review style](user_review)", "user_review.md", "Review style", ""),
        ("  + [a-b](./api/auth.md) — x — y", "api/auth.md", "a-b", "x — y"),
        ("- [user_review.md](user_review.md): short", "user_review.md", "", "short"),
        (r"- [\[draft\] x](d.md) — y", "d.md", "[draft] x", "y"),
        ("- [a [b] c](d.md)", "d.md", "a [b] c", ""),
        ("- [x](<two words.md>) — y", "two words.md", "x", "y"),
        ("- [x](two%20words.md#part)", "two words.md", "x", ""),
        ("- [x](../memory-old/y.md)", "../memory-old/y.md", "x", ""),
        ("- build_setup.md — [USER] Build setup — Gradle", "build_setup.md", "Build setup", "Gradle"),
        ("- build_setup.md: Gradle", "build_setup.md", "", "Gradle"),
    ],
)
def test_every_form_of_line_is_understood(line: str, target: str, title: str, hook: str) -> None:
    (found,) = read_index(of(f"# Memory Index\n\nSome prose.\n{line}\n")).lines
    assert (found.line, found.target, found.title, found.hook) == (4, target, title, hook)


def test_prose_headings_and_outside_links_are_passed_over() -> None:
    text = "# Index\n\n## Project\n- see [this](https://example.org/a.md)\n- [site](https://e.org)\n* a\n"
    assert read_index(of(text)).lines == ()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_header_and_comments_are_not_counted(newline: str) -> None:
    text = "---\na: b\n---\n\n<!-- hidden\n- [no](no.md)\n-->\n- [A](a.md) — x\n".replace("\n", newline)
    index = read_index(of(text))
    assert [(line.line, line.target) for line in index.lines] == [(8, "a.md")]
    assert index.line_count == 1


def test_both_ways_of_drifting_are_named() -> None:
    """S15: a line without a file and a file without a line."""
    index = read_index(of("- [A](a.md)\n- [Gone](gone.md)\n"))
    assert [line.target for line in index.dead(["a.md", "b.md"])] == ["gone.md"]
    assert index.missing(["a.md", "b.md"]) == ["b.md"]


def test_lines_past_the_limits_are_named() -> None:
    """S16: 240 lines, and 60 lines of 40 KB; the tail is what nobody reads."""
    many = read_index(of("".join(f"- [T{n}](f{n}.md)\n" for n in range(240))))
    assert many.over_limit
    assert [line.target for line in many.not_loaded()] == [f"f{n}.md" for n in range(200, 240)]
    wide = read_index(of("".join(f"- [T{n}](f{n}.md) — {'x' * 650}\n" for n in range(60))))
    assert wide.over_limit
    assert 20 < len(wide.not_loaded()) < 25
    assert not read_index(of("- [A](a.md)\n" * 200)).over_limit
