"""Every expected failure, as one small tree.

    MemdeckError            exit 1   says what happened and what to do
    ├── InvalidField        exit 2   a field breaks its rule
    ├── AmbiguousName       exit 2   a name or prefix fits several entries
    ├── SettingsError       exit 2   a configuration file or variable is wrong
    ├── NotFound            exit 4   no such entry, for this reader
    ├── NameTaken           exit 5   the owner already has an entry of that name
    ├── VersionConflict     exit 5   somebody changed the entry meanwhile
    ├── MemoryUnavailable   exit 6   no owner, or the store can't be used
    ├── ReadOnly            exit 1   writing was switched off
    └── StoreFault          exit 1   the database can't be read or written

A message is one line, names the field, entry or file, and never holds the text of an entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdeck.memory.entry import Memory


class MemdeckError(Exception):
    """An expected failure: `message` says what happened, `hint` what to do next."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()


class InvalidField(MemdeckError):
    """A value breaks the rule of the field it was given for."""

    exit_code = 2

    def __init__(self, field: str, problem: str, hint: str = "") -> None:
        super().__init__(f"{field}: {problem}", hint)
        self.field = field
        self.problem = problem


class AmbiguousName(MemdeckError):
    """A reference fits more than one entry; `matches` holds their ids."""

    exit_code = 2

    def __init__(self, ref: str, matches: tuple[str, ...]) -> None:
        shown = ", ".join(matches[:5]) + (", …" if len(matches) > 5 else "")
        super().__init__(f"{ref!r} fits {len(matches)} entries: {shown}.", "Give an id or add --owner.")
        self.matches = matches


class SettingsError(MemdeckError):
    """A configuration value is unknown or wrong."""

    exit_code = 2


class NotFound(MemdeckError):
    """No entry of that name, id or prefix is visible to this reader."""

    exit_code = 4

    def __init__(self, ref: str, hint: str = "'memdeck list' shows what there is.") -> None:
        super().__init__(f"No memory {ref!r}.", hint)
        self.ref = ref


class NoChange(NotFound):
    """There is no such change in the history, or none to undo or redo."""

    def __init__(self, message: str, hint: str = "'memdeck history' shows what there is.") -> None:
        MemdeckError.__init__(self, message, hint)
        self.ref = ""


class NameTaken(MemdeckError):
    """The owner already has a live entry of this name."""

    exit_code = 5

    def __init__(self, name: str, owner: str) -> None:
        super().__init__(
            f"{owner} already has a memory named {name!r}.", "Nothing was changed. Give another name."
        )
        self.name = name
        self.owner = owner


class VersionConflict(MemdeckError):
    """The entry changed since the caller read it. Nothing was written; `current` is what stands now."""

    exit_code = 5

    def __init__(self, current: Memory, expected: int) -> None:
        super().__init__(
            f"{current.name!r} was changed meanwhile (version {expected} → {current.version}).",
            "Nothing was overwritten. Read it again and decide.",
        )
        self.current = current
        self.expected = expected


class MemoryUnavailable(MemdeckError):
    """There is no memory for this request; the message gives the reason."""

    exit_code = 6


class ReadOnly(MemdeckError):
    """A change was asked for while writing is switched off, or where nothing can be written."""

    def __init__(self, why: str = "") -> None:
        super().__init__(
            "Read-only: nothing was changed.", why or "Start without --read-only to change memories."
        )


class StoreFault(MemdeckError):
    """The database can't be opened, read or written."""
