"""From paths to names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdeck.exchange.file_names import names_for, wanted_name
from memdeck.exchange.safe_file import file_stem
from memdeck.memory.naming import check_name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("user_role.md", "user_role"),
        ("deploy-notes.md", "deploy-notes"),
        ("api/auth.md", "api_auth"),
        ("Q3 Report.md", "q3_report"),
        ("Sales (2026).md", "sales_2026"),
        ("构建.md", "goujian"),
        ("a.b.MD", "a_b"),
        ("x/memory.md", "x_memory"),
        ("memory .md", "memory_note"),
        ("!!!.md", "note"),
        ("%2e%2e.md", "2e_2e"),
        ("..\\x.md", "x"),
    ],
)
def test_a_path_gives_an_allowed_name(path: str, name: str) -> None:
    assert wanted_name(path) == name


def test_different_files_never_share_a_name() -> None:
    """S11: five files that ask for two names get five, the same ones each time."""
    files = [
        "Q3 Report.md",
        "Q3-Report.md",
        "q3 report.md",
        "Sales (2026).md",
        "Sales 2026.md",
        "q3_report.md",
    ]
    names = names_for(files, frozenset())
    assert len(set(names.values())) == len(files)
    assert names["q3_report.md"] == "q3_report"
    assert names == names_for(reversed(files), frozenset())


def test_a_folder_with_an_index_starts_anew() -> None:
    names = names_for(["me/build.md", "team/build.md", "team/api/x.md"], frozenset({"", "team"}))
    assert names == {"me/build.md": "me_build", "team/build.md": "build", "team/api/x.md": "api_x"}


@given(
    st.lists(
        st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1), max_size=8
    )
)
def test_any_names_are_allowed_and_differ(stems: list[str]) -> None:
    paths = {f"{stem}.md" for stem in stems} - {".md"}
    names = names_for(paths, frozenset())
    assert names.keys() == paths
    assert len(set(names.values())) == len(paths)
    for name in names.values():
        check_name(name)


def test_names_that_windows_keeps_for_devices_get_a_file_of_their_own() -> None:
    stems = [file_stem(name) for name in ("con", "con_", "nul", "com1", "console")]
    assert stems == ["con_", "con__", "nul_", "com1_", "console"]
