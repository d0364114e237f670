from __future__ import annotations

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdeck.tui.drafts import NEW, Drafts
from memdeck.tui.form_values import FormValues, split_tags, three_way

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def drafts(tmp_path: Path) -> Drafts:
    return Drafts(tmp_path / "home" / "drafts", lambda: NOW)


def test_a_draft_comes_back_as_it_was_typed(drafts: Drafts) -> None:
    values = FormValues(title="\x1b[2J数据\ud800", content="a\r\nb")
    kept = drafts.keep("mem_1", 3, FormValues(title="old"), values)
    assert drafts.get("mem_1") == kept
    assert kept.values == values
    assert kept.saved_at == NOW
    assert drafts.get(NEW) is None


def test_drafts_are_private_and_whole(drafts: Drafts, tmp_path: Path) -> None:
    drafts.keep(NEW, 0, FormValues(), FormValues(title="one"))
    drafts.keep(NEW, 0, FormValues(), FormValues(title="two"))
    folder = tmp_path / "home" / "drafts"
    assert [path.name for path in folder.iterdir()] == ["new.json"]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "new.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1, "base": 3, "values": {}}', "\x00"])
def test_a_damaged_draft_is_set_aside(drafts: Drafts, tmp_path: Path, text: str) -> None:
    folder = tmp_path / "home" / "drafts"
    folder.mkdir(parents=True)
    (folder / "mem_1.json").write_text(text)
    assert drafts.get("mem_1") is None
    assert (folder / "mem_1.unreadable").read_text() == text


def test_discarding_and_setting_aside(drafts: Drafts) -> None:
    drafts.discard("mem_1")
    assert drafts.set_aside("mem_1") is None
    drafts.keep("mem_1", 1, FormValues(), FormValues(title="x"))
    first = drafts.set_aside("mem_1")
    drafts.keep("mem_1", 1, FormValues(), FormValues(title="y"))
    second = drafts.set_aside("mem_1")
    assert first != second
    assert first is not None and first.exists()
    assert drafts.get("mem_1") is None


def test_a_key_can_leave_no_folder(drafts: Drafts) -> None:
    with pytest.raises(ValueError, match="key"):
        drafts.keep("../x", 1, FormValues(), FormValues())


@given(st.builds(FormValues, title=st.text(), content=st.text()))
def test_values_survive_the_mapping(values: FormValues) -> None:
    assert FormValues.from_mapping(values.as_mapping()) == values


def test_changes_name_only_what_differs() -> None:
    base = FormValues(title="a", tags="x, y", name="n")
    assert FormValues(title="b", tags="x，z", name="n").changes(base) == {"title": "b", "tags": ("x", "z")}
    assert split_tags(" , a,，b c ") == ("a", "b c")


def test_three_way_takes_both_sides_and_names_clashes() -> None:
    base = FormValues(title="t", description="d", content="one\ntwo\nthree\n")
    mine = FormValues(title="mine", description="d", content="ONE\ntwo\nthree\n")
    theirs = FormValues(title="theirs", description="new", content="one\ntwo\nTHREE\n")
    suggestion = three_way(base, mine, theirs)
    assert suggestion.clashing == ("title",)
    assert suggestion.values.title == "mine"
    assert suggestion.values.description == "new"
    assert suggestion.values.content == "ONE\ntwo\nTHREE\n"
