"""Conversations that hooks hand on: kept whole, once, and without waiting for the database."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hook_calls import Hooks

from memdeck import Deck
from memdeck.deck.conversation_queue import SUMMARY_LIMIT, ConversationQueue, WaitingConversation


@pytest.fixture
def hooks(tmp_path):
    return Hooks(tmp_path / "home")


@pytest.fixture
def queue(hooks):
    return ConversationQueue(hooks.home)


def test_a_summary_and_an_ended_session_wait(hooks, queue):
    told = {"cwd": "/work/parcel", "transcript_path": "/t/s1.jsonl"}
    answer = hooks("claude-code", "PostCompact", **told, trigger="auto", compact_summary="We chose Gradle.")
    assert (answer.code, answer.out, answer.err) == (0, b"", "")
    assert hooks("claude-code", "SessionEnd", **told, reason="clear").out == b""
    first, second = queue.waiting()
    assert (first.client, first.session, first.folder) == ("claude-code", "s1", "/work/parcel")
    assert (first.summary, first.transcript) == ("We chose Gradle.", "/t/s1.jsonl")
    assert (second.summary, second.transcript) == (None, "/t/s1.jsonl")
    for file in (hooks.home / "waiting").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    queue.done(first)
    assert queue.waiting() == [second]


@pytest.mark.parametrize(
    ("client", "event"),
    [("codex", "SessionEnd"), ("codex", "Stop"), ("codex", "PostCompact"), ("gemini", "SessionEnd")],
)
def test_other_clients_hand_their_transcripts_on_once(hooks, queue, client, event):
    for _ in range(2):
        assert hooks(client, event, transcript_path="/t/s1.jsonl").code == 0
    assert [(one.client, one.transcript) for one in queue.waiting()] == [(client, "/t/s1.jsonl")]


def test_nothing_to_read_is_not_kept(hooks, queue):
    assert hooks("claude-code", "SessionEnd", transcript_path=None).code == 0
    assert not queue.waiting()


def test_a_locked_database_does_not_matter(hooks, queue):
    with Deck.open(hooks.home) as deck:
        deck.add("A", "b")
    with closing(sqlite3.connect(hooks.home / "memdeck.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert hooks("claude-code", "SessionEnd", transcript_path="/t/s1.jsonl").code == 0
    assert len(queue.waiting()) == 1
    assert hooks.log == []


def test_files_that_are_no_conversations_are_passed_over(tmp_path):
    queue = ConversationQueue(tmp_path)
    one = WaitingConversation(at=datetime(2026, 11, 1, tzinfo=UTC), client="codex", summary="x")
    queue.put(replace(one, at=datetime(2026, 11, 2, tzinfo=UTC), session="later"))
    queue.put(one)
    for name, text in (("0.json", "{"), ("1.json", "[]"), ("2.json", '{"at": 7}'), ("3.json", "")):
        (tmp_path / "waiting" / name).write_text(text)
    (tmp_path / "waiting" / "4.json").symlink_to("/etc/passwd")
    assert [waiting.session for waiting in queue.waiting()] == [None, "later"]


def test_a_secret_in_a_summary_is_masked(hooks, queue):
    """Issue 4 §7: nothing that comes in without a person keeps a secret."""
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    hooks("claude-code", "PostCompact", compact_summary=f"The token is {key}.")
    assert key not in (queue.waiting()[0].summary or "")
    assert queue.waiting()[0].summary.startswith("The token is ")


def test_a_long_summary_is_bounded(hooks, queue):
    hooks("claude-code", "PostCompact", compact_summary="x" * (SUMMARY_LIMIT + 5))
    assert len(queue.waiting()[0].summary) == SUMMARY_LIMIT
