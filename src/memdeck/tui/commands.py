# ruff: noqa: E501 - a table reads best with one line for each row
"""The one table of commands: key bindings, hint bar, palette, help, docs and the user's key map come from it.

To add a command, add a line to `COMMANDS` and an `action_…` method to the screen (or widget) of its scope.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.binding import Binding, BindingType

from memdeck.tui.command import Command, key_name

COMMANDS: tuple[Command, ...] = (
    # Everywhere
    Command("app.help", "app", "question_mark,f1", "help", "Help", "Show the keys that work here.", 99, group="Program"),
    Command("app.palette", "app", "colon,ctrl+p", "command_palette", "Commands", "Find a command or a memory by typing.", 91, group="Program"),
    Command("app.theme", "app", "", "theme", "Theme", "Choose the colours; the list shows each one as you move.", group="Program"),
    Command("app.import", "app", "i", "import", "Import", "Take in what Claude Code keeps on this machine; looks first, asks before.", writes=True, group="Program"),
    Command("app.assistants", "app", "I", "assistants", "Assistants", "Connect Claude Code, Codex, Cursor, Gemini or VS Code; shows what it would write, asks before.", group="Program"),
    Command("app.quit", "app", "q,ctrl+q", "quit", "Quit", "Leave Memdeck.", group="Program"),
    Command("app.suspend", "app", "ctrl+z", "suspend_process", "Suspend", "Go back to the shell; 'fg' returns.", group="Program"),
    # Memories
    Command("memory.open", "memories", "enter,l,right", "open", "Open", "Read the whole memory.", 9, group="Memory"),
    Command("memory.edit", "memories", "e", "edit", "Edit", "Edit the memory in a form.", 1, writes=True, group="Memory"),
    Command("memory.editor", "memories", "E", "edit_outside", "$EDITOR", "Edit the memory in $VISUAL or $EDITOR.", writes=True, group="Memory"),
    Command("memory.add", "memories", "a,n", "add", "Add", "Write a new memory.", 3, writes=True, group="Memory"),
    Command("memory.rename", "memories", "R", "rename", "Rename", "Give the memory another name.", writes=True, group="Memory"),
    Command("memory.delete", "memories", "d,delete", "delete", "Delete", "Delete the marked memories, or the one under the cursor; u brings them back.", 4, writes=True, group="Memory"),
    Command("memory.purge", "memories", "D", "purge", "Purge", "Delete for good, history included; asks first.", writes=True, group="Memory"),
    Command("memory.restore", "memories", "r", "restore", "Restore", "Bring a deleted memory back.", 2, writes=True, group="Memory"),
    Command("memory.undo", "memories", "u,z", "undo", "Undo", "Take the last change back, whoever made it.", 5, writes=True, group="Memory"),
    Command("memory.redo", "memories", "U,Z", "redo", "Redo", "Make the change again that was undone last.", writes=True, group="Memory"),
    Command("memory.retype", "memories", "t", "retype", "Retype", "Change the type of the marked memories.", 6, writes=True, group="Memory"),
    Command("memory.reown", "memories", "o", "reown", "Owner", "Give the marked memories another owner.", writes=True, group="Memory"),
    Command("memory.status", "memories", "A", "restatus", "Status", "Archive, activate, or tick off the marked memories.", writes=True, group="Memory"),
    Command("memory.importance", "memories", "exclamation_mark", "weigh", "Importance", "Pin the marked memories, or change their weight.", writes=True, group="Memory"),
    Command("memory.tag", "memories", "number_sign", "tag", "Tags", "Add or take away tags.", writes=True, group="Memory"),
    Command("memory.copy", "memories", "y", "copy", "Copy", "Copy title, content, name or all of it.", 12, group="Memory"),
    Command("memory.history", "memories", "h", "history", "History", "Show every change made to this memory.", 10, group="Memory"),
    Command("memory.preflight", "memories", "p", "preflight", "Pre-flight", "Look at what a prompt with its title would bring the assistant.", 8, group="Memory"),
    Command("memory.mark", "memories", "space", "mark", "Mark", "Mark the memory and move on; commands then work on all that are marked.", 11, group="Marking"),
    Command("memory.mark_all", "memories", "ctrl+a", "mark_all", "Mark all", "Mark everything in the list.", group="Marking"),
    Command("memory.invert", "memories", "ctrl+r,asterisk", "invert", "Invert", "Mark what is not marked, and the other way round.", group="Marking"),
    Command("memory.unmark", "memories", "ctrl+backslash", "unmark", "Unmark", "Take all marks away.", group="Marking"),
    Command("search.start", "memories", "slash", "search", "Search", "Search titles and descriptions as you type; small slips are forgiven.", 7, group="Search and filter"),
    Command("search.meaning", "memories", "m,ctrl+t", "meaning", "By meaning", "Search by meaning: begins the search with ?, or goes back to words.", group="Search and filter"),
    Command("memory.back", "memories", "escape", "back", "Back", "Go back one step: search, then marks, then filters.", 2, group="Search and filter"),
    Command("filter.open", "memories", "f", "filters", "Filter", "Filter by type, owner, status and environment.", 13, group="Search and filter"),
    Command("filter.next", "memories", "right_square_bracket", "next_type", "Next type", "Show the next type only.", group="Search and filter"),
    Command("filter.previous", "memories", "left_square_bracket", "previous_type", "Previous type", "Show the type before only.", group="Search and filter"),
    Command("filter.environment", "memories", "at", "environment", "Environment", "Choose whose deployments are listed.", group="Search and filter"),
    Command("filter.clear", "memories", "F", "clear_filters", "Clear filters", "Show everything again.", group="Search and filter"),
    Command("list.sort", "memories", "s", "sort", "Sort", "Choose the order of the list.", 14, group="Search and filter"),
    Command("list.reverse", "memories", "S", "reverse", "Reverse", "Turn the order round.", group="Search and filter"),
    Command("list.compact", "memories", "c", "compact", "Compact", "Switch between full rows and one line each.", 15, group="Search and filter"),
    # The form of an entry
    Command("edit.save", "edit", "ctrl+s", "save", "Save", "Save what the form holds.", 3, group="Form"),
    Command("edit.editor", "edit", "ctrl+o", "editor", "$EDITOR", "Edit the content in $VISUAL or $EDITOR.", 2, group="Form"),
    Command("edit.mask", "edit", "f8", "mask", "Mask", "Mask what looks like a secret, in the form; saving is another step.", group="Form"),
    Command("edit.leave", "edit", "escape", "leave", "Cancel", "Close the form; asks when something was changed.", 1, group="Form"),
    # History
    Command("history.open", "history", "enter,l,right", "open", "Open", "Go to the memory that was changed.", 1, group="Changes"),
    Command("history.undo", "history", "u,z", "undo", "Undo this", "Take this change back; it stays in the history.", 2, writes=True, group="Changes"),
    Command("history.redo", "history", "U,Z", "redo", "Redo", "Make the change again that was undone last.", writes=True, group="Changes"),
    Command("history.restore", "history", "r", "restore", "Restore", "Bring the deleted memory back.", 3, writes=True, group="Changes"),
    Command("history.purge", "history", "D", "purge", "Purge", "Delete the memory for good, history included; asks first.", 4, writes=True, group="Changes"),
    Command("history.entry", "history", "h", "only_entry", "Only this", "Show only the changes to this memory.", 5, group="Search and filter"),
    Command("history.author", "history", "f", "only_author", "By whom", "Show only the changes by one author.", 6, group="Search and filter"),
    Command("history.clear", "history", "F", "clear_filters", "Clear filters", "Show every change again.", group="Search and filter"),
    Command("history.copy", "history", "y", "copy", "Copy", "Copy what an assistant was given, byte for byte.", 6, group="Injections"),
    Command("history.back", "history", "escape", "back", "Back", "Go back one step: differences, then filters.", group="Search and filter"),
    Command("history.next_tab", "history", "right_square_bracket", "next_tab(1)", "Next tab", "Changes, Deleted, Injections.", 7, group="Moving"),
    Command("history.previous_tab", "history", "left_square_bracket", "next_tab(-1)", "Previous tab", "Changes, Deleted, Injections.", group="Moving"),
    # Conflicts
    Command("conflict.newer", "conflicts", "n", "settle('keep_newer')", "Keep newer", "Keep the newer memory; the older one is superseded.", 1, writes=True, group="Settle"),
    Command("conflict.older", "conflicts", "o", "settle('keep_older')", "Keep older", "Keep the older memory; the newer one is superseded.", 2, writes=True, group="Settle"),
    Command("conflict.merge", "conflicts", "m", "merge", "Merge", "Write one text that takes both places; starts from a suggestion.", 3, writes=True, group="Settle"),
    Command("conflict.narrow", "conflicts", "s", "narrow", "Narrow", "Say when one of the two holds, or move it to another owner; both stay.", 4, writes=True, group="Settle"),
    Command("conflict.both", "conflicts", "b", "settle('both_stand')", "Both stand", "Keep both as they are; it is not raised again until a text changes.", 5, writes=True, group="Settle"),
    Command("conflict.undo", "conflicts", "u,z", "undo", "Undo", "Open again what was settled last; on the Settled tab, what is under the cursor.", 6, writes=True, group="Settle"),
    Command("conflict.exact", "conflicts", "X", "exact", "All exact", "Settle all exact duplicates that are shown at once; asks first.", 7, writes=True, group="Settle"),
    Command("conflict.open", "conflicts", "enter,l,right", "open", "Open", "Go to one of the two on the Memories screen.", 8, group="Look"),
    Command("conflict.owner", "conflicts", "f", "only_owner", "Owner", "Show only the findings of one owner.", 9, group="Search and filter"),
    Command("conflict.clear", "conflicts", "F", "clear_filters", "Clear filters", "Show the findings of all owners.", group="Search and filter"),
    Command("conflict.next_tab", "conflicts", "right_square_bracket", "next_tab(1)", "Next tab", "Open, contradictions, duplicates, settled.", 10, group="Search and filter"),
    Command("conflict.previous_tab", "conflicts", "left_square_bracket", "next_tab(-1)", "Previous tab", "Open, contradictions, duplicates, settled.", group="Search and filter"),
    Command("conflict.rescan", "conflicts", "R", "rescan", "Compare again", "Compare every memory with its neighbours again.", writes=True, group="Look"),
    Command("conflict.back", "conflicts", "escape", "back", "Back", "Go back one step: texts, owner, tab.", group="Search and filter"),
    # Pre-flight
    Command("preflight.prompt", "preflight", "slash,i", "prompt", "Prompt", "Go to the prompt and type; Esc comes back to the entries.", 1, group="Look"),
    Command("preflight.pin", "preflight", "p", "pin", "Pin", "Put the entry in first and see what that changes; nothing is stored.", 2, group="Try out"),
    Command("preflight.exclude", "preflight", "x", "exclude", "Exclude", "Leave the entry out and see what that changes; nothing is stored.", 3, group="Try out"),
    Command("preflight.clear", "preflight", "c", "clear", "Clear", "Let go of everything pinned or excluded.", 4, group="Try out"),
    Command("preflight.open", "preflight", "enter,l,right", "open", "Open", "Go to the entry on the Memories screen.", 5, group="Look"),
    Command("preflight.parts", "preflight", "v", "parts", "Score", "Show or hide every part of the entry's score.", 9, group="Look"),
    Command("preflight.block_down", "preflight", "J,shift+down", "scroll_block(0.5)", "Read on", "Scroll the block down.", group="Look"),
    Command("preflight.block_up", "preflight", "K,shift+up", "scroll_block(-0.5)", "Read back", "Scroll the block up.", group="Look"),
    Command("preflight.copy", "preflight", "y", "copy", "Copy", "Copy the block, byte for byte.", 6, group="Look"),
    Command("preflight.compare", "preflight", "equals_sign", "compare", "Compare", "Choose other settings and see both blocks side by side.", 7, group="Try out"),
    Command("preflight.earlier", "preflight", "h", "earlier", "Earlier", "Take a prompt that was tried before.", 8, group="Look"),
    Command("preflight.project", "preflight", "w", "project", "Project", "Choose the project that the session is in.", 9, group="As whom"),
    Command("preflight.whom", "preflight", "o", "whom", "As whom", "Look as yourself, as a deployment, or as an integration.", 10, group="As whom"),
    Command("preflight.environment", "preflight", "at", "environment", "Environment", "Choose the deployment's environment.", group="As whom"),
    Command("preflight.moment", "preflight", "m", "moment", "Moment", "Look as of another day.", 11, group="As whom"),
    Command("preflight.settings", "preflight", "s", "settings", "Settings", "Look with other settings; nothing is stored.", 12, group="Try out"),
    Command("preflight.budget", "preflight", "b", "budget", "Budget", "Look with another token budget.", 13, group="Try out"),
    Command("preflight.back", "preflight", "escape", "back", "Back", "Go back one step: prompt, then comparison, then trials.", group="Look"),
    # The assistants
    Command("assistants.connect", "assistants", "enter,i", "connect", "Connect", "Show what connecting would write, and write it after a yes; an old file is kept beside it.", 1, writes=True, group="Assistants"),
    Command("assistants.remove", "assistants", "d,delete", "remove", "Take out", "Show what would go, and take Memdeck out of its settings after a yes.", 2, writes=True, group="Assistants"),
    Command("assistants.back", "assistants", "escape,q", "back", "Back", "Go back.", 3, group="Assistants"),
    # The search field
    Command("search.keep", "search", "enter", "keep_search", "To the list", "Keep the search and go to the list.", 1, group="Search and filter"),
    Command("search.back", "search", "escape", "back", "Clear", "Empty the search and show everything.", 2, group="Search and filter"),
    Command("search.toggle", "search", "ctrl+t", "meaning", "By meaning", "Search for what was typed by its meaning, or by its words again.", 4, group="Search and filter"),
    Command("search.move", "search", "down,up,pagedown,pageup", "nothing", "Move", "Move the cursor of the list without leaving the search.", 3, group="Search and filter"),
    # The side bar
    Command("filters.down", "filters", "down,j", "cursor_down", "Down", "Move down.", group="Moving"),
    Command("filters.up", "filters", "up,k", "cursor_up", "Up", "Move up.", group="Moving"),
    Command("filters.top", "filters", "g,home", "cursor_top", "Top", "Go to the first line.", group="Moving"),
    Command("filters.bottom", "filters", "G,end", "cursor_bottom", "Bottom", "Go to the last line.", group="Moving"),
    Command("filters.pick", "filters", "enter", "pick", "Only this", "List only this; once more lists all again.", group="Search and filter"),
    Command("filters.more", "filters", "space", "pick_more", "This too", "List this too, or leave it out again.", group="Search and filter"),
    # The list itself
    Command("list.down", "list", "down,j", "cursor_down", "Down", "Move down.", group="Moving"),
    Command("list.up", "list", "up,k", "cursor_up", "Up", "Move up.", group="Moving"),
    Command("list.top", "list", "g,home", "cursor_top", "Top", "Go to the first row.", group="Moving"),
    Command("list.bottom", "list", "G,end", "cursor_bottom", "Bottom", "Go to the last row.", group="Moving"),
    Command("list.half_down", "list", "ctrl+d", "half_down", "Half page down", "Move half a page down.", group="Moving"),
    Command("list.half_up", "list", "ctrl+u", "half_up", "Half page up", "Move half a page up.", group="Moving"),
    Command("list.page_down", "list", "pagedown,ctrl+f", "page_down", "Page down", "Move a page down.", group="Moving"),
    Command("list.page_up", "list", "pageup,ctrl+b", "page_up", "Page up", "Move a page up.", group="Moving"),
    Command("list.range_down", "list", "shift+down,J", "range_down", "Range down", "Mark while moving down.", group="Marking"),
    Command("list.range_up", "list", "shift+up,K", "range_up", "Range up", "Mark while moving up.", group="Marking"),
)  # fmt: skip
"""Every command, in the order in which help lists them."""

_BY_ID = {command.id: command for command in COMMANDS}


def command(identity: str) -> Command:
    """Return the command of that id; KeyError when there is none."""
    return _BY_ID[identity]


def commands_of(*scopes: str) -> list[Command]:
    """Return the commands of these scopes, in table order."""
    return [each for each in COMMANDS if each.scope in scopes]


def bindings(scope: str) -> list[BindingType]:
    """Return Textual bindings for a scope.

    A screen's or the program's go through `action_command`, which can refuse with a reason; a widget's run
    their action directly.
    """
    funnel = scope not in WIDGET_SCOPES
    return [
        Binding(
            each.keys,
            f"command('{each.id}')" if funnel else each.action,
            each.label,
            show=bool(each.hint),
            tooltip=each.sentence,
            id=each.id,
        )
        for each in commands_of(scope)
        if each.keys
    ]


_MARKING = frozenset({"list.range_down", "list.range_up"})


def moving_bindings() -> list[BindingType]:
    """Return the bindings of a list in which nothing can be marked."""
    return [each for each in bindings("list") if getattr(each, "id", "") not in _MARKING]


WIDGET_SCOPES = frozenset({"list", "filters", "search"})
"""Scopes that are widgets, not screens."""


def shown_key(each: Command, keymap: Mapping[str, str]) -> str:
    """Return the key to show for a command: the user's, when the key map has one."""
    first = keymap.get(each.id, each.keys).split(",")[0].strip()
    return key_name(first)


def shown_keys(each: Command, keymap: Mapping[str, str]) -> list[str]:
    """Return all keys of a command as people read them."""
    return [key_name(key.strip()) for key in keymap.get(each.id, each.keys).split(",") if key.strip()]
