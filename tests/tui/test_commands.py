"""The one table of commands: what it names exists, and no two commands of a scope share a key."""

from __future__ import annotations

from collections import Counter

import pytest

from memdeck.tui.app import MemdeckApp
from memdeck.tui.command import key_name
from memdeck.tui.commands import COMMANDS, WIDGET_SCOPES, bindings, command, commands_of, shown_key
from memdeck.tui.keymap import checked_keymap
from memdeck.tui.screens import SCREENS
from memdeck.tui.screens.memories import MemoriesScreen
from memdeck.tui.widgets.filter_panel import FilterPanel
from memdeck.tui.widgets.hint_bar import Hint, fit
from memdeck.tui.widgets.memory_list import MemoryList

OWNERS = {"app": MemdeckApp, "memories": MemoriesScreen, "search": MemoriesScreen, "list": MemoryList}
OWNERS |= {"filters": FilterPanel}


def keys_of(identity: str) -> list[str]:
    return [key for key in command(identity).keys.split(",") if key]


def test_ids_are_unique() -> None:
    assert [name for name, count in Counter(each.id for each in COMMANDS).items() if count > 1] == []


@pytest.mark.parametrize("scope", sorted({each.scope for each in COMMANDS}))
def test_no_key_means_two_things(scope: str) -> None:
    keys = Counter(key for each in commands_of(scope) for key in keys_of(each.id))
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize(
    "each", [each for each in COMMANDS if each.scope in OWNERS], ids=lambda each: each.id
)
def test_every_action_exists(each) -> None:
    name = each.action.partition("(")[0]
    assert hasattr(OWNERS[each.scope], f"action_{name}"), each.action


def test_every_command_says_what_it_does() -> None:
    for each in COMMANDS:
        assert each.label and each.sentence.endswith("."), each.id
        assert each.group, each.id


def test_bindings_go_through_the_funnel() -> None:
    assert all(str(each.action).startswith("command(") for each in bindings("memories"))
    assert not any(str(each.action).startswith("command(") for each in bindings("list"))
    assert "list" in WIDGET_SCOPES


def test_number_keys_open_the_screens() -> None:
    keys = [entry.key for entry in SCREENS]
    assert keys == sorted(keys)
    assert SCREENS[0].name == "memories"


def test_a_key_map_replaces_keys_and_names_its_faults() -> None:
    good, faults = checked_keymap({"memory.delete": "x", "memory.delet": "y", "memory.edit": "a"})
    assert good == {"memory.delete": "x"}
    assert [fault.id for fault in faults] == ["memory.delet", "memory.edit"]
    assert "memory.delete" in faults[0].problem
    assert "memory.add" in faults[1].problem
    assert shown_key(command("memory.delete"), good) == "x"


def test_keys_as_people_read_them() -> None:
    assert [key_name(key) for key in ("ctrl+p", "question_mark", "shift+down", "enter", "e")] == [
        "^P",
        "?",
        "shift+↓",
        "⏎",
        "e",
    ]


def test_hints_leave_from_the_end_but_help_stays() -> None:
    hints = [Hint("a", "e", "Edit"), Hint("b", "d", "Delete"), Hint("app.help", "?", "Help")]
    assert [hint.label for hint in fit(hints, 80)] == ["Edit", "Delete", "Help"]
    assert [hint.label for hint in fit(hints, 16)] == ["Edit", "Help"]
    assert [hint.label for hint in fit(hints, 4)] == ["Help"]
