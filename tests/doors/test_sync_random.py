"""Whatever happens on both sides: they agree or say where not, and a second sync changes nothing."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sync_folders import contents

from memdeck import Deck
from memdeck.exchange.entry_file import FileFacts, read_entry
from memdeck.exchange.file_text import decode

NAMES = ["alpha", "beta", "gamma"]
TEXTS = st.text(st.sampled_from("ab #:'\"[]{}\n-é🦊"), min_size=1, max_size=20).filter(
    lambda text: text.strip()
)
LINES = st.text(st.sampled_from("ab #:'\"[]{}-é🦊"), min_size=1, max_size=20).filter(
    lambda text: text.strip()
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["add", "edit", "title", "remove", "write", "unlink", "archive", "sync"]),
        st.sampled_from(NAMES),
        TEXTS,
        LINES,
    ),
    min_size=1,
    max_size=9,
)


def do(deck, folder, step, name, text, line):
    file, entry = folder / f"{name}.md", deck.named("me", name)
    if step == "add" and entry is None:
        deck.add(line, text, name=name)
    elif step == "edit" and entry is not None:
        deck.edit(entry.id, content=text)
    elif step == "title" and entry is not None:
        deck.edit(entry.id, title=line, description=line)
    elif step == "archive" and entry is not None:
        deck.edit(entry.id, status="archived")
    elif step == "remove" and entry is not None:
        deck.remove(entry.id)
    elif step == "write":
        head = file.read_text().rpartition("\n---\n")[0] if file.exists() else ""
        file.write_text(f"{head}\n---\n\n{text}\n" if head.startswith("---") else f"{text}\n")
    elif step == "unlink":
        file.unlink(missing_ok=True)
    elif step == "sync":
        deck.sync_folder(folder)


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_both_sides_agree_or_say_where_not(steps):
    with tempfile.TemporaryDirectory() as place:
        moments, folder = [datetime(2026, 11, 12, tzinfo=UTC)], Path(place) / "memory"
        folder.mkdir()
        (folder / "MEMORY.md").write_text("Prose stays.\n")
        with Deck.open(Path(place) / "home", clock=lambda: moments[-1]) as deck:
            for step in steps:
                moments.append(moments[-1] + timedelta(minutes=1))
                do(deck, folder, *step)
            report = deck.sync_folder(folder)
            before, change = contents(folder), deck.last_change()
            again = deck.sync_folder(folder)
            assert again.changes == 0
            assert (contents(folder), deck.last_change()) == (before, change)
            assert "Prose stays.\n" in (folder / "MEMORY.md").read_text()
            told = {one.file for one in (*again.conflicts, *again.problems, *again.skipped)}
            assert {one.file for one in report.conflicts} <= told
            for memory in deck.list():
                file = f"{memory.name}.md"
                if file in told or memory.status == "archived":
                    continue
                facts = FileFacts(file, file, memory.name, memory.name, memory.title, memory.updated_at)
                found = read_entry(decode((folder / file).read_bytes()), facts).memory
                assert (found.title, found.content) == (memory.title, memory.content)
