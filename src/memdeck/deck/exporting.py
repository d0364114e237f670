"""Writing entries out as markdown folders."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdeck.deck.asking import query_from
from memdeck.deck.importing import Importing
from memdeck.memory.entry import Memory
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
            filters: fields of MemoryQuery, as in `list`: `owner="me"`, `type="USER"`.

        Raises:
            MemdeckError: `dest` holds other things, or can't be written.
            InvalidField: a format or filter is unknown.
        """
        from memdeck.exchange.entry_form import folder_format
        from memdeck.exchange.export_folder import layout_by_owner, same_text, write_export
        from memdeck.exchange.export_plan import plan_export

        form = folder_format(format)
        memories = self.list(query_from(query, filters), access=access)
        folder = Path(dest)
        by_owner = layout_by_owner(folder, len({memory.owner for memory in memories}))
        plan = plan_export(memories, form, by_owner=by_owner)

        def absorbed(memory: Memory, found: Memory) -> bool:
            history = self._reader.history(memory.id, limit=1_000)
            return any(change.after is not None and same_text(found, change.after) for change in history)

        return write_export(folder, plan, dry_run=dry_run, absorbed=absorbed)
