"""The questions that the program asks, worded once: purge, rename, retype, re-own, status, weight, tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from memdeck.memory.entry import Memory
from memdeck.memory.kinds import TODO_STATUSES, Importance, MemoryType, Status
from memdeck.memory.limits import NAME_LIMIT
from memdeck.memory.naming import check_name
from memdeck.memory.owner import canonical_owner, owner_label
from memdeck.memory.rules import checked_tags
from memdeck.tui.screens.ask import AskText
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.confirm import Confirm

OTHER = "…"
"""What `ask_owner` gives for an owner that is not in the list: ask for it with `ask_other_owner`."""

TYPE_NOTES: Mapping[MemoryType, str] = {
    MemoryType.USER: "role, habits, preferences",
    MemoryType.FEEDBACK: "corrections, confirmed ways of working",
    MemoryType.PROJECT: "decisions and constraints",
    MemoryType.REFERENCE: "where to look",
    MemoryType.TODO: "something to do",
    MemoryType.SNIPPET: "code or configuration",
    MemoryType.SUMMARY: "the gist of a session",
}
"""Each type in a few words."""

_STATUS_NOTES: Mapping[Status, str] = {
    Status.ACTIVE: "may reach the assistant",
    Status.ARCHIVED: "kept, out of the way",
    Status.COLD: "long unread",
    Status.SUPERSEDED: "a newer one holds",
    Status.PENDING: "to do",
    Status.IN_PROGRESS: "being done",
    Status.DONE: "done",
}
_IMPORTANCE_NOTES: Mapping[Importance, str] = {
    Importance.LOW: "gives way to others",
    Importance.NORMAL: "",
    Importance.HIGH: "goes before others",
    Importance.PINNED: "first at every session's start",
}


def confirm_purge(titles: Sequence[str], copies: Sequence[Path] = ()) -> Confirm:
    """Ask before text leaves the store for good. `titles` are the entries concerned, at least one.

    `copies` of the store from before an update are named: they stay, with what they hold.
    """
    one = len(titles) == 1
    kept = "".join(f" {copy.name}, from before an update, may hold it: delete that too." for copy in copies)
    return Confirm(
        "Delete this memory permanently?" if one else f"Delete these {len(titles):,} memories permanently?",
        names=titles,
        detail=f"Text and history are erased. This can't be undone.{kept}",
        yes="Delete" if one else f"Delete {len(titles):,}",
        danger=True,
    )


def confirm_many(verb: str, titles: Sequence[str], detail: str = "u undoes it.") -> Confirm:
    """Ask before a change to many entries; `verb` is what would be done, for example `Archive`."""
    return Confirm(f"{verb} {_these(len(titles))}?", names=titles, detail=detail, yes=verb)


def ask_type(count: int, current: MemoryType | None = None) -> Choose[MemoryType]:
    """Ask for the new type of `count` entries."""
    choices = [Choice(kind, kind.value, TYPE_NOTES[kind], kind is current) for kind in MemoryType]
    return Choose(f"New type for {_these(count)}", choices)


def ask_status(count: int, *, todo: bool, current: Status | None = None) -> Choose[Status]:
    """Ask for the new status of `count` entries; `todo`, when all are that, offers more states."""
    offered = [kind for kind in Status if todo or kind not in TODO_STATUSES]
    choices = [
        Choice(kind, kind.value.replace("_", " "), _STATUS_NOTES[kind], kind is current) for kind in offered
    ]
    return Choose(f"New status for {_these(count)}", choices)


def ask_importance(count: int, current: Importance | None = None) -> Choose[Importance]:
    """Ask for the new importance of `count` entries."""
    choices = [Choice(kind, kind.value, _IMPORTANCE_NOTES[kind], kind is current) for kind in Importance]
    return Choose(f"Importance of {_these(count)}", choices)


def ask_owner(count: int, owners: Mapping[str, int], current: str | None = None) -> Choose[str]:
    """Ask for the new owner of `count` entries; `owners` are the known ones with how much each has.

    The answer is a stored owner, `OTHER` when a new one is to be written, None for no answer.
    """
    choices = [
        Choice(owner, owner_label(owner), f"{owner} · {held:,}", owner == current)
        for owner, held in owners.items()
    ]
    return Choose(f"New owner for {_these(count)}", [*choices, Choice(OTHER, "Another owner…")])


def ask_other_owner() -> AskText:
    """Ask for an owner that has no entry yet; the answer is in its stored form."""
    return AskText(
        "Owner",
        detail="user:me · project:KEY · deployment:KEY@PRODUCTION · integration:KEY",
        placeholder="project:demo",
        check=canonical_owner,
    )


def ask_name(memory: Memory, problem: str = "", suggestion: str = "") -> AskText:
    """Ask for another name of `memory`; the answer keeps the rule of names."""
    return AskText(
        f"Rename {memory.name}",
        value=suggestion or memory.name,
        detail=f"“{memory.title}” · 1 to {NAME_LIMIT} of a-z, 0-9, _ and -",
        check=check_name,
        problem=problem,
        verb="Rename",
    )


def ask_restore_name(title: str, taken: str, suggestion: str) -> AskText:
    """Ask for a new name for a deleted entry, whose own name was used again meanwhile."""
    return AskText(
        "Restore under another name",
        value=suggestion,
        detail=f"“{title}” can't be {taken} again: that name is in use.",
        check=check_name,
        verb="Restore",
    )


def ask_tags(count: int, tags: Sequence[str] = ()) -> AskText:
    """Ask for tags; the answer is a comma-separated list, each changed by `changed_tags`."""
    return AskText(
        f"Tags for {_these(count)}",
        value=", ".join(tags) if count == 1 else "",
        detail="Separated by commas."
        if count == 1
        else "Separated by commas; each is added. A - before a tag takes it away.",
        placeholder="build, java" if count == 1 else "build, -old",
        check=_tags_checker,
        selected=False,
    )


def changed_tags(before: Sequence[str], answer: str) -> tuple[str, ...]:
    """Return an entry's tags after `answer` to a question about many: `build, -old`."""
    words = [word.strip() for word in answer.replace("，", ",").split(",") if word.strip()]
    gone = {word[1:].strip() for word in words if word.startswith("-")}
    come = [word for word in words if not word.startswith("-")]
    return tuple(dict.fromkeys(tag for tag in (*before, *come) if tag not in gone))


def _tags_checker(answer: str) -> str:
    checked_tags(word for word in answer.replace("，", ",").split(","))
    return answer


def _these(count: int) -> str:
    return "this memory" if count == 1 else f"{count:,} memories"
