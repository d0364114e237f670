"""The rules of the domain."""

from __future__ import annotations

import os
import re
import unicodedata
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdeck.memory.errors import InvalidField
from memdeck.memory.ids import memory_id
from memdeck.memory.naming import check_name, free_name, name_from
from memdeck.memory.owner import Owner, canonical_owner, owner_label
from memdeck.memory.printable import printable
from memdeck.memory.project import project_key
from memdeck.memory.searchable import searchable

_NAME = re.compile(r"[a-z0-9_-]{1,64}")


@given(st.text())
def test_any_text_gives_an_allowed_name(text: str) -> None:
    assert check_name(name_from(text)) == name_from(text)


@given(st.lists(st.sampled_from(["a", "a" * 64, "b_2"]), max_size=30))
def test_free_names_never_repeat(wanted: list[str]) -> None:
    taken: set[str] = set()
    for name in wanted:
        free = free_name(name, taken.__contains__)
        assert free not in taken and _NAME.fullmatch(free)
        taken.add(free)


@pytest.mark.parametrize(
    ("given_", "stored", "label"),
    [
        ("me", "user:me", "me"),
        ("project:demo", "project:demo", "demo"),
        ("deployment:acme@prod", "deployment:acme@PRODUCTION", "acme@PROD"),
        ("acme@PROD", "deployment:acme@PRODUCTION", "acme@PROD"),
        ("a@b@stage", "deployment:a@b@STAGING", "a@b@STAGE"),
        ("deployment:a@b@Staging", "deployment:a@b@STAGING", "a@b@STAGE"),
        ("project:支付网关", "project:支付网关", "支付网关"),
        ("project:e\u0301", "project:\u00e9", "\u00e9"),
        ("integration:m", "integration:m", "m"),
    ],
)
def test_owners_have_one_stored_form(given_: str, stored: str, label: str) -> None:
    assert canonical_owner(given_) == stored == canonical_owner(stored)
    assert owner_label(stored) == label


@pytest.mark.parametrize("text", ["x@moon", "@prod", "note:x@prod", "acme@"])
def test_only_an_environment_makes_a_deployment_of_a_short_form(text: str) -> None:
    with pytest.raises(InvalidField, match="owner"):
        canonical_owner(text)


@pytest.mark.parametrize(
    "text",
    ["", "demo", "project:", "project: ", "deployment:x", "deployment:x@moon", "a\n:b", "project:a\nb"],
)
def test_what_is_no_owner_is_said(text: str) -> None:
    with pytest.raises(InvalidField, match=r"owner|environment"):
        Owner.parse(text)


@settings(max_examples=1000)
@given(st.text())
def test_searchable_is_stable_and_blind_to_case_and_form(text: str) -> None:
    once = searchable(text)
    assert searchable(once) == once
    assert searchable(unicodedata.normalize("NFC", text)) == searchable(unicodedata.normalize("NFD", text))


@given(st.text(st.characters()))
def test_nothing_printable_drives_a_terminal(text: str) -> None:
    """S45: whatever an entry holds, what is shown holds no control, bidi or format character of the lists."""
    for shown in (printable(text), printable(text, one_line=False).replace("\n", "")):
        assert not [char for char in shown if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}]
        assert not re.search("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]", shown)


def test_what_is_hidden_becomes_visible() -> None:
    assert printable("\x1b]52;c;eA==\x07") == "␛]52;c;eA==␇"
    assert printable("a\u202eb\u200b") == "a⟨202E⟩b⟨200B⟩"
    assert printable("\x9d") == "⟨009D⟩"
    assert printable("a\r\nb\tc", one_line=False) == "a\nb    c"
    assert printable("a\nb") == "a⏎b"
    assert printable("日本語 👩‍💻 é [bold]x[/]") == "日本語 👩‍💻 é [bold]x[/]"


def test_ids_sort_by_time_and_do_not_repeat() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    ids = [memory_id(start + timedelta(milliseconds=number)) for number in range(200)]
    assert ids == sorted(ids) and len(set(ids)) == 200
    assert memory_id(start, lambda size: b"\0" * size) < memory_id(start, lambda size: b"\xff" * size)
    assert len({memory_id(start, os.urandom) for _ in range(500)}) == 500


def test_two_folders_of_one_name_get_two_keys() -> None:
    known: dict[str, str] = {}
    for root in ("/home/dana/work/api", "/home/dana/clients/api", "/home/dana/my_app", "/srv/支付 网关"):
        known[root] = project_key(root, known)
    assert len(set(known.values())) == 4
    assert known["/home/dana/work/api"] == "api"
    assert known["/home/dana/clients/api"].startswith("api-")
    assert known["/srv/支付 网关"] == "支付-网关"
    assert project_key("/home/dana/work/api", known) == "api"
