"""A hook fails open: whatever is wrong, code 0, nothing on stdout, one line in the log."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest
from hook_calls import Hooks

from memdeck import Deck
from memdeck.doors.hooks.time_limit import TimeLimit

SECRET = "hunter2-in-an-entry"


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    with Deck.open(home) as deck:
        deck.add("Gradle", f"Build with Gradle. {SECRET}", type="USER")
    return home


@pytest.fixture
def hooks(home):
    return Hooks(home)


def failed_open(answer, hooks, *words):
    assert (answer.code, answer.out, answer.err) == (0, b"", "")
    assert len(hooks.log) == 1, hooks.log
    assert all(word in hooks.log[0] for word in ("memdeck hook", *words)), hooks.log
    assert SECRET not in hooks.log[0]


@pytest.mark.parametrize(
    "data", [b"", b"nonsense", b"[1]", b"{", b"\xff\xfe", b"[" * 100_000, b'"text"', b"null"]
)
def test_what_is_no_event(hooks, data):
    failed_open(hooks.raw("claude-code", "UserPromptSubmit", data=data), hooks, "UserPromptSubmit", "JSON")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("claude-code",),
        ("claude-kode", "SessionStart"),
        ("claude-code", "NoSuchEvent"),
        ("claude-code", "PreToolUse"),
        ("gemini", "UserPromptSubmit"),
    ],
)
def test_a_wrong_call_never_ends_with_two(hooks, words):
    """Code 2 would throw the person's prompt away."""
    failed_open(hooks.raw(*words, data=b"{}"), hooks)


def test_an_event_behind_a_byte_order_mark(hooks):
    """PowerShell puts one before what it pipes."""
    answer = hooks.raw("claude-code", "SessionStart", data=b'\xef\xbb\xbf{"hook_event_name":"SessionStart"}')
    assert "Gradle" in answer.text


def test_unknown_options_are_passed_over(hooks):
    event = b'{"hook_event_name":"SessionStart"}'
    answer = hooks.raw("claude-code", "SessionStart", "--new-option", data=event)
    assert "Gradle" in answer.text


def test_a_damaged_store(hooks, home):
    (home / "memdeck.db").write_bytes(b"not a database" * 1_000)
    failed_open(hooks("claude-code", "UserPromptSubmit", prompt="gradle"), hooks, "damaged")


def test_a_store_of_a_newer_program(hooks, home):
    with closing(sqlite3.connect(home / "memdeck.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    failed_open(hooks("claude-code", "SessionStart"), hooks, "9999")


def test_a_broken_configuration(hooks, home):
    config = home / "config.yaml"
    config.write_text("injection: {no_such_key: 1}\n")
    failed_open(hooks("claude-code", "SessionStart", "--config", str(config)), hooks, "no_such_key")


def test_no_store_yet(tmp_path):
    hooks = Hooks(tmp_path / "nothing")
    assert hooks("claude-code", "SessionStart").out == b""
    assert hooks.log == []


def test_a_home_that_can_not_be_used(tmp_path):
    (tmp_path / "file").write_text("in the way")
    hooks = Hooks(tmp_path / "file" / "home")
    for event in ("SessionStart", "SessionEnd"):
        answer = hooks("claude-code", event, transcript_path="/tmp/t.jsonl")
        assert (answer.code, answer.out, answer.err) == (0, b"", "")


def test_a_client_that_never_ends_its_event_is_not_waited_for(hooks, home):
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "memdeck", "hook", "claude-code", "SessionStart", "--seconds", "0.5"],
        env={**os.environ, "MEMDECK_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.wait(timeout=30) == 0
        assert process.stdout.read() == b""
    finally:
        process.stdin.close()
        process.stdout.close()
    assert time.monotonic() - began < 20  # a busy machine starts slowly
    assert len(hooks.log) == 1
    assert "took too long" in hooks.log[0]


def test_a_store_that_is_being_written_does_not_hold_the_text_back(hooks, home):
    """The block is given; only its record had to be left out, and the log says so."""
    with closing(sqlite3.connect(home / "memdeck.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = hooks("claude-code", "SessionStart", "--seconds", "8")
    assert "Gradle" in answer.text
    assert answer.code == 0
    assert len(hooks.log) == 1


def test_time_is_up_only_between_whole_outputs():
    ended = []
    limit = TimeLimit(3_600, lambda: ended.append("note"), ended.append)
    limit.keep()
    over = threading.Thread(target=limit._expire)
    with limit.whole():
        over.start()
        over.join(0.1)
        assert ended == []
    over.join(10)
    assert ended == ["note", 0]


def test_a_limit_that_was_kept_does_nothing():
    ended = []
    limit = TimeLimit(0.05, lambda: ended.append("note"), ended.append)
    limit.keep()
    limit._timer.join(10)
    assert ended == []


def test_damaged_vectors_are_logged_and_the_words_go_on(home, hooks, tmp_path):
    """S36: the block comes all the same."""
    with Deck.open(home) as deck:
        deck.embed_waiting()
    with closing(sqlite3.connect(home / "memdeck.db")) as connection, connection:
        connection.execute("UPDATE vector SET data = x'00'")
    answer = hooks("claude-code", "UserPromptSubmit", cwd=str(tmp_path), prompt="build it with Gradle")
    assert (answer.code, answer.err) == (0, "")
    assert "Build with Gradle" in answer.text
    assert len(hooks.log) == 1
    assert "memdeck hook claude-code UserPromptSubmit: meaning: failed." in hooks.log[0]
    assert SECRET not in hooks.log[0]
