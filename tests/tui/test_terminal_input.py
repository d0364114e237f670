"""What a terminal sends, however it is cut into pieces, becomes keys and pasted text and nothing else."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver

from memdeck.tui.terminal_input import TerminalInput, make_input_safe

BEGIN, END = b"\x1b[200~", b"\x1b[201~"


def decoded(pieces: Sequence[bytes]) -> str:
    decode = TerminalInput().decode
    return "".join(decode(piece) for piece in pieces if piece) + decode(b"", final=True)


def test_keys_pass_as_they_are() -> None:
    sent = "ä数\x1b[A\x1b\x1b[<0;3;4M\r".encode()
    assert decoded([bytes([byte]) for byte in sent]) == sent.decode()


def test_an_escape_key_is_not_held_back() -> None:
    assert TerminalInput().decode(b"\x1b") == "\x1b"


def test_bytes_that_are_no_text_end_nothing() -> None:
    assert decoded([b"gr\xe4dle\xff"]) == "gr\ufffddle\ufffd"


@given(
    text=st.text(alphabet="d\x1b[201~\r\n数ä"),
    cuts=st.lists(st.integers(0, 60), max_size=6),
)
def test_a_paste_has_no_escape_inside_however_it_comes(text: str, cuts: list[int]) -> None:
    text = text.replace(END.decode(), "")
    sent = b"a" + BEGIN + text.encode() + END + b"\x1b[Az"
    places = [0, *sorted(min(cut, len(sent)) for cut in cuts), len(sent)]
    pieces = [sent[start:end] for start, end in pairwise(places)]
    shown = text.replace("\x1b", "␛")
    assert decoded(pieces) == f"a{BEGIN.decode()}{shown}{END.decode()}\x1b[Az"


def test_pasted_letters_behind_an_escape_are_no_keys() -> None:
    parser = XTermParser()
    found = list(parser.feed(TerminalInput().decode(BEGIN + b"x\x1b[31md\rD" + END)))
    assert [event.text for event in found if isinstance(event, events.Paste)] == ["x␛[31md\rD"]
    assert not [event for event in found if isinstance(event, events.Key)]


def test_nothing_at_all_means_that_the_terminal_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr("memdeck.tui.terminal_input.os.kill", lambda *what: told.append(what))
    decoder = TerminalInput()
    decoder.decode(b"", final=True)
    assert not told
    decoder.decode(b"")
    assert told == [(os.getpid(), signal.SIGHUP)]


def test_textual_reads_through_it() -> None:
    """The name that is replaced there is the one that Textual asks."""
    make_input_safe()
    assert "getincrementaldecoder" in linux_driver.LinuxDriver.run_input_thread.__code__.co_names
    assert linux_driver.getincrementaldecoder("utf-8") is TerminalInput
