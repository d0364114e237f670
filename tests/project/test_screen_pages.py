"""Each screen has a page in docs/ that shows it, and every picture that a page shows is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memdeck.tui.screens import SCREENS

DOCS = Path(__file__).parents[2] / "docs"
_PICTURE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")


@pytest.mark.parametrize("name", [*(each.name for each in SCREENS), "editing"])
def test_a_screen_has_a_page_with_its_picture(name: str) -> None:
    shown = _PICTURE.findall((DOCS / f"{name}.md").read_text("utf-8"))
    assert f"pictures/{name}.svg" in shown
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    assert f"(docs/{name}.md)" in readme, "the README leads to it"


def test_every_picture_is_there_and_every_one_is_shown() -> None:
    pages = [*DOCS.rglob("*.md"), DOCS.parent / "README.md"]
    shown = {
        (page.parent / path).resolve() for page in pages for path in _PICTURE.findall(page.read_text("utf-8"))
    }
    made = set((DOCS / "pictures").glob("*.svg"))
    assert shown == made
