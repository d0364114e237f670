"""A title that changes only its case stays one file on every disk."""

from __future__ import annotations

from pathlib import Path

from memdeck import Deck


def test_another_case_of_a_title_is_the_same_file(deck: Deck, tmp_path: Path) -> None:
    """S13: names are lower case, so no file is renamed by case, and the content stays."""
    memory = deck.add("activity", "What we did.")
    deck.export_folder(tmp_path / "out")
    deck.edit(memory.id, title="Activity")
    deck.export_folder(tmp_path / "out")
    files = sorted(path.name for path in (tmp_path / "out").glob("*.md"))
    assert files == ["MEMORY.md", "activity.md"]
    text = (tmp_path / "out" / "activity.md").read_text(encoding="utf-8")
    assert "Activity" in text
    assert "What we did." in text
