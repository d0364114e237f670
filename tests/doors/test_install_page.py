"""docs/install.md: every command works as written."""

from __future__ import annotations

from documented import check_page


def test_the_page_of_installing(tmp_path):
    assert check_page("install.md", tmp_path) >= 11
