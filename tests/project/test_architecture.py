"""The architecture page names every folder, and no more than there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST_FILE = 400
"""Lines. A file that needs a table of contents wants to be two."""


def test_every_folder_stands_on_the_architecture_page() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"`(\w+)/`", page.split("\n## ")[0])) - {"styles", "fixtures", "docs"}
    folders = {path.parent.name for path in (ROOT / "src" / "memdeck").glob("*/__init__.py")}
    assert named == folders


def test_files_named_on_the_page_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for file in re.findall(r"`([\w/]+\.py)`", page):
        assert (ROOT / "src" / "memdeck" / file).is_file(), file


def test_no_file_has_outgrown_its_job() -> None:
    too_long = {
        str(path.relative_to(ROOT)): lines
        for path in (ROOT / "src").rglob("*.py")
        if (lines := path.read_text("utf-8").count("\n")) > LONGEST_FILE and "_table" not in path.name
    }
    assert too_long == {}
