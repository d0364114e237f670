"""docs/hooks.md: every command works as written."""

from __future__ import annotations

from documented import check_page


def test_the_page_of_hooks(tmp_path):
    assert check_page("hooks.md", tmp_path, MEMDECK_HOME=str(tmp_path / "home")) >= 6
