"""Writing entries out: as markdown folders, or into one file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.deck.asking import query_from
from memdeck.deck.guarding import Guard, guard_of
from memdeck.deck.importing import Importing
from memdeck.memory.entry import Memory
from memdeck.memory.errors import AmbiguousName, NotFound
from memdeck.memory.kinds import LIVE_STATUSES
from memdeck.memory.query import MemoryQuery
from memdeck.store.listing import Access

if TYPE_CHECKING:
    from memdeck.exchange.reports import ExportReport


class Exporting(Importing):
    """Exports. Exporting the same twice writes nothing the second time."""

    def export_folder(
        self,
        dest: str | os.PathLike[str],
        query: str | MemoryQuery = "",
        *,
        format: str = "claude-code",  # noqa: A002 - the word of the command line
        access: Access = None,
        dry_run: bool = False,
        with_secrets: bool = False,
        **filters: Any,
    ) -> ExportReport:
        """Write entries, each into a file of its own, with a MEMORY.md.

        Entries of one owner go straight into `dest`. Entries of several owners go into one folder for each
        owner, each with its own MEMORY.md, so that no assistant reads another owner's.

        Args:
            dest: a new or empty folder, or one with memories in it.
            query: which entries, as in `list`; without any, all that are not deleted.
            format: `claude-code` holds all of an entry; `bytechef` only title, description, type and text.
            access: owners that may be seen.
            dry_run: only report what would be written.
            with_secrets: write secrets that stand in entries, instead of masking them.
            filters: fields of MemoryQuery, as in `list`: `owner="me"`, `type="USER"`.

        Raises:
            MemdeckError: `dest` holds other things, or can't be written.
            InvalidField: a format or filter is unknown.
        """
        from memdeck.exchange.entry_form import folder_format
        from memdeck.exchange.export_folder import layout_by_owner, same_text, write_export
        from memdeck.exchange.export_plan import plan_export

        form = folder_format(format)
        guard = None if with_secrets else guard_of(self.settings)
        memories, masked = _masked(self.list(query_from(query, filters), access=access), guard)
        folder = Path(dest)
        by_owner = layout_by_owner(folder, len({memory.owner for memory in memories}))
        plan = plan_export(memories, form, by_owner=by_owner)

        def absorbed(memory: Memory, found: Memory) -> bool:
            history = self._reader.history(memory.id, limit=1_000)
            known = [change.after for change in history if change.after is not None]
            if guard is not None:
                known += [guard.entry(after, limited=False) for after in known]
            return any(same_text(found, after) for after in known)

        report = write_export(folder, plan, dry_run=dry_run, absorbed=absorbed)
        return replace(report, masked=masked)

    def export_file(
        self,
        dest: str | os.PathLike[str],
        query: str | MemoryQuery = "",
        *,
        format: str,  # noqa: A002 - the word of the command line
        access: Access = None,
        dry_run: bool = False,
        with_secrets: bool = False,
        **filters: Any,
    ) -> ExportReport:
        """Write entries into one file.

        Args:
            dest: the file; of an AGENTS.md only the block between its marks is changed.
            query: which entries, as in `list`; without any, all that are not deleted.
            format: `agents-md` (only live entries, unless a status is asked for), `memory-jsonl`, or `json`,
                which `import_source` reads back without loss.
            access, dry_run, with_secrets, filters: as in `export_folder`.

        Raises:
            MemdeckError: the file holds what this export does not, or can't be read or written.
            InvalidField: a filter is unknown.
        """
        from memdeck.deck.export_file import FileFormat, file_format, write_file

        form = file_format(format)
        asked = query_from(query, filters)
        if form is FileFormat.AGENTS_MD and not asked.statuses:
            asked = replace(asked, statuses=tuple(LIVE_STATUSES))
        guard = guard_of(self.settings)
        memories, masked = _masked(self.list(asked, access=access), None if with_secrets else guard)

        def once(name: str) -> list[Memory]:
            try:
                known = self.history(name, limit=1_000, access=access)
            except (NotFound, AmbiguousName):
                return []
            versions = [change.after for change in known if change.after is not None]
            masked_ones = [] if guard is None else [guard.entry(each, limited=False) for each in versions]
            return versions + masked_ones

        report = write_file(Path(dest), memories, form, once, dry_run=dry_run)
        return replace(report, masked=masked)


def _masked(memories: Sequence[Memory], guard: Guard | None) -> tuple[list[Memory], tuple[str, ...]]:
    """Return entries as they may leave the store, and the names of those that changed for that."""
    if guard is None:
        return list(memories), ()
    after = [guard.entry(memory, limited=False) for memory in memories]
    names = tuple(old.name for old, new in zip(memories, after, strict=True) if old is not new)
    return after, names
