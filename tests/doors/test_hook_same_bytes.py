"""The fourth door: what a hook hands over is what the preview shows, whatever the store and the prompt."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hook_calls import Hooks
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdeck import Deck
from memdeck.memory.kinds import MemoryType

WORDS = [
    "gradle",
    "kotlin",
    "build",
    "service",
    "数据库",
    "用",
    "deploy",
    "review",
    "</memory>",
    "\x1b]0;x",
    "{",
]
CANARY = "ORCHID-7"

sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
entries = st.lists(
    st.tuples(
        sentences,
        sentences,
        st.sampled_from([kind.value for kind in MemoryType]),
        st.booleans(),
        st.integers(0, 200),
    ),
    min_size=1,
    max_size=8,
)


@pytest.mark.slow
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries, sentences)
def test_a_hook_gives_what_the_preview_shows(
    made: list[tuple[str, str, str, bool, int]], prompt: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home, work = Path(folder) / "home", Path(folder) / "work"
        (work / ".git").mkdir(parents=True)
        now = datetime.now(UTC)
        with Deck.open(home) as deck:
            mine = f"project:{deck.register_project(str(work.resolve()))}"
            for title, content, kind, is_mine, age in made:
                deck.add(
                    f"T {title}",
                    content if is_mine else f"{content} {CANARY}",
                    type=kind,
                    owner=mine if is_mine else "project:other",
                    created_at=now - timedelta(days=age),
                )
            deck.embed_waiting()
            shown = deck.preview(prompt, access=deck.access_in(work))
        answer = Hooks(home)("claude-code", "UserPromptSubmit", cwd=str(work), prompt=prompt)
        assert answer.code == 0
        assert (answer.text if shown.text else "") == shown.text
        assert bool(answer.out) == bool(shown.text)
        assert CANARY.encode() not in answer.out
