"""What runs before every prompt: the same code as the whole deck, and nothing heavy."""

from __future__ import annotations

import subprocess
import sys

from memdeck import Deck
from memdeck.deck.giving import Giving


def test_the_part_that_a_hook_loads_decides_as_the_whole_deck_does():
    for name in ("preview", "inject", "_ranking_for", "_losers", "access_in"):
        assert getattr(Giving, name) is getattr(Deck, name), f"{name} must come from a base of Giving"


HEAVY = ("sqlmodel", "sqlalchemy", "alembic", "chromadb", "textual", "rich", "onnxruntime", "mcp", "pydantic")


def test_the_command_before_every_prompt_loads_nothing_heavy(tmp_path):
    """Issue 3 §6: neither SQLModel nor Chroma nor Textual, recording included."""
    home = tmp_path / "home"
    with Deck.open(home) as deck:
        deck.add("Build setup", "Always build with Gradle and the Kotlin DSL.", type="USER")
        deck.embed_waiting()
    code = (
        "import sys; from memdeck.cli.run import run; "
        f"code = run(['inject', 'build with Gradle', '--owner', 'me', '--home', {str(home)!r}]); "
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)), code, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert "Gradle" in done.stdout
    assert done.stderr == "[] 0\n"
    with Deck.open(home) as deck:
        assert [record.text for record in deck.injections()] == [done.stdout]
