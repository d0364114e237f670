"""JSON for stdout: UTF-8, with everything that could drive or fool a terminal escaped."""

from __future__ import annotations

import json

import click

from memdeck.memory.printable import printable


def json_text(data: object) -> str:
    """Return `data` as JSON that any terminal may show and any parser reads back unchanged.

    JSON escapes only the controls below a blank; the others, bidi marks, invisible characters and half
    surrogate pairs become `\\uXXXX` here.
    """
    text = json.dumps(data, ensure_ascii=False, indent=2)
    unsafe = {char for char in set(text) if not char.isascii() or char == "\x7f"}
    table = {ord(char): _escaped(char) for char in unsafe if printable(char) != char}
    return text.translate(table) if table else text


def print_json(data: object) -> None:
    """Write `data` to stdout as UTF-8, whatever the terminal's encoding is."""
    click.echo(json_text(data).encode() + b"\n", nl=False)


def _escaped(char: str) -> str:
    return json.dumps(char)[1:-1] if char != "\x7f" else "\\u007f"
