"""The six commands on the store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar, cast

from memdeck.deck import Deck
from memdeck.doors.fault_log import log_fault
from memdeck.doors.memory_tool.answer import Answer, Refused
from memdeck.doors.memory_tool.arguments import read_arguments, tool_for
from memdeck.doors.memory_tool.dialect import SURPRISED, Dialect, Range
from memdeck.doors.memory_tool.dialects import DIALECTS
from memdeck.doors.memory_tool.edits import NotFoundOnce, line_count, replace_once
from memdeck.doors.memory_tool.flat_folder import LISTED, File, FlatFolder
from memdeck.doors.memory_tool.masking import masked
from memdeck.doors.memory_tool.place import INDEX_FILE, Kind, Place
from memdeck.doors.memory_tool.safe_words import encodable
from memdeck.doors.memory_tool.saving import new_entry, save_text
from memdeck.doors.memory_tool.seen import Seen
from memdeck.doors.memory_tool.whose import Whose
from memdeck.doors.memory_tool.written_form import written_text
from memdeck.exchange.problem import FileFault
from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError, MemoryUnavailable, NameTaken, NotFound, VersionConflict

_Result = TypeVar("_Result")
_DEFAULT = DIALECTS["anthropic"]
_PREFIX = "Memory is unavailable: "


class MemoryTool:
    """The memory tools of one client. Nothing is raised: every failure is an answer.

    Args:
        deck: the store, opened with the client as its author.
        whose: what the session may see, and where new entries go.
        dialect: the words of the answers.
        seen: what this client was shown; keep it as long as the client's session.
    """

    def __init__(
        self, deck: Deck, whose: Whose, dialect: Dialect = _DEFAULT, seen: Seen | None = None
    ) -> None:
        self._deck, self._whose, self._words = deck, whose, dialect
        self._folder = FlatFolder(deck, whose)
        self._seen = seen or Seen()

    def call(self, command: str, arguments: Mapping[str, object]) -> Answer:
        """Carry out a call as a model makes it, by the command's or the tool's name."""

        def work() -> str:
            tool = tool_for(self._words, command)
            self._folder.access()  # no word of what is or isn't there for a session without memory
            given = read_arguments(self._words, tool, arguments)
            act = cast("Callable[..., str]", getattr(self, f"_{tool.command}"))
            return act(**given)

        return self._answered(work)

    def _view(self, path: str, view_range: Range = None) -> str:
        place = self._words.place(path)
        match place.kind:
            case Kind.ROOT:
                return self._listing(place)
            case Kind.INDEX:
                return self._words.content(place, self._index(), view_range)
            case _:
                memory = self._found(place, "view")
                text = written_text(memory)
                shown = self._words.content(place, text, view_range)
                self._seen.note(memory.id, text)
                return shown

    def _create(self, path: str, file_text: str) -> str:
        place = self._writable(self._words.place(path), "create")
        if self._folder.find(place) is not None:
            raise Refused(self._words.exists(place))
        text, kinds = masked(self._deck, file_text)
        with _faults_of(self._words, place):
            entry = new_entry(text, place.name)
        owner = self._folder.owner_for(place, entry["type"])
        if owner is None:
            raise Refused(self._words.not_yours(place))
        try:
            made = self._deck.add(**entry, owner=owner)
        except NameTaken:  # by another client, this very moment
            raise Refused(self._words.exists(place)) from None
        self._seen.note(made.id, written_text(made))
        return self._words.created(place, text) + self._noted(kinds)

    def _str_replace(self, path: str, old_str: str, new_str: str = "") -> str:
        place = self._writable(self._words.place(path), "str_replace")
        if not old_str:
            raise Refused(self._words.empty_old())
        memory = self._found(place, "str_replace")
        text = self._current(place, memory)
        try:
            done = replace_once(text, old_str, new_str)
        except NotFoundOnce as found:
            if found.lines:
                raise Refused(self._words.ambiguous(place, old_str, found.lines)) from None
            raise Refused(self._words.not_found(place, old_str)) from None
        stored, kinds = self._save(place, memory, text, done.text)
        length = done.length if stored == done.text else 0  # masking moved what follows
        return self._words.replaced(place, stored, min(done.at, len(stored)), length) + self._noted(kinds)

    def _insert(self, path: str, insert_line: int, insert_text: str) -> str:
        place = self._writable(self._words.place(path), "insert")
        memory = self._found(place, "insert")
        text = self._current(place, memory)
        if not 0 <= insert_line <= line_count(text):
            raise Refused(self._words.bad_line(insert_line, line_count(text)))
        new = self._words.with_inserted(text, insert_line, insert_text)
        _, kinds = self._save(place, memory, text, new)
        return self._words.inserted(place, insert_line) + self._noted(kinds)

    def _delete(self, path: str) -> str:
        place = self._words.place(path)
        self._refuse_special(place, "delete")
        memory = self._found(place, "delete")
        self._current(place, memory)
        self._deck_call(place, "delete", lambda: self._deck.remove(memory.id, version=memory.version))
        self._seen.forget(memory.id)
        return self._words.deleted(place)

    def _rename(self, old_path: str, new_path: str) -> str:
        old, new = self._words.place(old_path), self._words.place(new_path)
        self._refuse_special(old, "rename")
        memory = self._found(old, "rename")
        if new.kind is Kind.ROOT:
            raise Refused(self._words.destination_exists(new))
        self._writable(new, "rename")
        if self._folder.find(new) is not None:
            raise Refused(self._words.destination_exists(new))
        if new.mine and memory.owner != self._folder.owner_for(new, memory.type):
            raise Refused(self._words.not_yours(new))
        self._current(old, memory)
        try:
            renamed = self._deck_call(
                old, "rename", lambda: self._deck.rename(memory.id, new.name, version=memory.version)
            )
        except NameTaken:
            raise Refused(self._words.destination_exists(new)) from None
        self._seen.note(renamed.id, written_text(renamed))
        return self._words.renamed(old, new)

    def _listing(self, place: Place) -> str:
        files = self._folder.files()
        sizes = [(INDEX_FILE, len(self._index(files).encode()))]
        sizes += [(file.name, len(file.text.encode())) for file in files[:LISTED]]
        return self._words.listing(place, sorted(sizes), max(0, len(files) - LISTED))

    def _index(self, files: list[File] | None = None) -> str:
        return self._folder.index(self._words.index_form, files) or self._words.empty_index

    def _found(self, place: Place, command: str) -> Memory:
        memory = self._folder.find(place) if place.kind is Kind.ENTRY else None
        if memory is None:
            raise Refused(self._words.missing(place, command))
        return memory

    def _writable(self, place: Place, command: str) -> Place:
        """Return the place of an entry's file; refuse the folder, the index, and names no file can have."""
        if place.kind is Kind.ROOT:
            raise Refused(self._words.exists(place) if command == "create" else self._words.is_folder(place))
        if place.kind is Kind.INDEX:
            raise Refused(self._words.index_is_kept(command))
        if place.kind is Kind.NOWHERE and command in {"create", "rename"}:
            raise Refused(self._words.nowhere(place))
        return place

    def _refuse_special(self, place: Place, command: str) -> None:
        if place.kind is Kind.ROOT:
            raise Refused(self._words.root_stays(command))
        if place.kind is Kind.INDEX:
            raise Refused(self._words.index_is_kept(command))

    def _current(self, place: Place, memory: Memory) -> str:
        """Return the file's text; refuse when this client was shown another one."""
        text = written_text(memory)
        if self._seen.outdated(memory.id, text):
            raise Refused(self._words.changed(place))
        return text

    def _save(self, place: Place, memory: Memory, old: str, new: str) -> tuple[str, tuple[str, ...]]:
        text, kinds = masked(self._deck, new)
        with _faults_of(self._words, place):
            saved = self._deck_call(place, "str_replace", lambda: save_text(self._deck, memory, old, text))
        stored = written_text(saved)
        self._seen.note(saved.id, stored)
        return stored, kinds

    def _deck_call(self, place: Place, command: str, call: Callable[[], _Result]) -> _Result:
        try:
            return call()
        except VersionConflict:
            raise Refused(self._words.changed(place)) from None
        except NotFound:  # deleted by another client, this very moment
            raise Refused(self._words.missing(place, command)) from None

    def _noted(self, kinds: tuple[str, ...]) -> str:
        return self._words.masked(kinds) if kinds else ""

    def _answered(self, work: Callable[[], str]) -> Answer:
        """The outermost edge of a call: everything becomes an answer."""
        try:
            return Answer(encodable(work()))
        except Refused as refused:
            return Answer(encodable(refused.text), is_error=True)
        except MemoryUnavailable as error:
            reason = str(error).removeprefix(_PREFIX)
            return Answer(self._words.unavailable(reason), is_error=True)
        except MemdeckError as error:
            return Answer(encodable(self._words.error(str(error))), is_error=True)
        except Exception as error:  # noqa: BLE001 - the model gets one sentence, the log the details
            log_fault(self._deck.home, error)
            return Answer(self._words.error(SURPRISED), is_error=True)


@contextmanager
def _faults_of(words: Dialect, place: Place) -> Iterator[None]:
    """Answer with the line when a text can't be an entry's file."""
    try:
        yield
    except FileFault as fault:
        raise Refused(words.broken(place, fault.reason, fault.line)) from None
