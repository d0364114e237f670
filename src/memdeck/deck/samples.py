"""The sample store behind `memdeck demo`: where the samples are, and how they get into a deck."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from memdeck.deck.base import DeckBase, index_hooks
from memdeck.deck.drafting import draft_from
from memdeck.deck.sample_events import SampleEvent, SampleUse, sample_events, sample_uses
from memdeck.memory.entry import Memory
from memdeck.memory.errors import ReadOnly, StoreFault
from memdeck.memory.ids import memory_id
from memdeck.memory.revision import Action
from memdeck.memory.rules import checked
from memdeck.store.batch import Batch
from memdeck.store.writer import Writer

_Key = tuple[str, str]
"""Owner and name."""


def samples_folder() -> Path:
    """Return the `fixtures` folder: the wheel's own, or the repository's when it is installed editable.

    The package that is running decides, so a leftover of an older installation is never read.
    Raises StoreFault when neither is there.
    """
    package = Path(__file__).resolve().parents[1]
    packaged, repository = package / "fixtures", package.parent.parent / "fixtures"
    if packaged.is_dir():
        return packaged
    if package.parent.name == "src" and repository.is_dir():
        return repository
    raise StoreFault("The samples are not part of this installation.", "Install Memdeck again.")


def load_samples(deck: DeckBase, anchor: datetime | None = None, folder: Path | None = None) -> int:
    """Fill a deck with the samples, history and all.

    Args:
        deck: an open deck; meant for an empty one.
        anchor: the moment from which ages count back; None is the deck's present.
        folder: files of memories; None is those that come with Memdeck.

    Returns:
        How many entries are in it afterwards (removed ones not counted).
    """
    if deck.read_only:
        raise ReadOnly
    anchor = anchor or deck.parts.clock()
    folder = folder or samples_folder() / "memories"
    telling = _Telling(sample_uses(folder, anchor))
    writer = Writer(deck.parts.database, telling.clock, index_hooks())
    try:
        for event in sample_events(folder, anchor):
            telling.tell(writer, event)
    finally:
        writer.close()
    return sum(memory.deleted_at is None for memory in telling.known.values())


class _Telling:
    """Makes events happen one after the other, each at its own moment."""

    def __init__(self, uses: list[SampleUse]) -> None:
        self.known: dict[_Key, Memory] = {}
        self._uses = {(use.owner, use.name): use for use in uses}
        self._moment: datetime | None = None

    def clock(self) -> datetime:
        """Return the moment of the event being told."""
        assert self._moment is not None  # noqa: S101 - set before each batch
        return self._moment

    def tell(self, writer: Writer, event: SampleEvent) -> None:
        """Make one event happen."""
        self._moment = event.at
        key = (event.owner, event.name)
        with writer.batch(event.author, event.reason) as batch:
            if event.action is Action.ADD:
                self.known[key] = self._added(batch, event, self._uses.get(key))
            elif event.action is Action.EDIT:
                after = replace(self.known[key], updated_at=event.at, **self._changes(event))
                self.known[key] = batch.replace(self.known[key], checked(after), Action.EDIT)
            else:
                gone = replace(self.known[key], deleted_at=event.at)
                self.known[key] = batch.replace(self.known[key], gone, Action.REMOVE)
                batch.bury(self.known[key], purged=False)

    def _added(self, batch: Batch, event: SampleEvent, use: SampleUse | None) -> Memory:
        fields = {key: value for key, value in event.fields.items() if key != "superseded_by"}
        memory = draft_from({**fields, "owner": event.owner}, event.at, event.author.writer)
        memory = replace(memory, id=memory_id(event.at, self._in_order))
        if use is not None:
            memory = replace(memory, access_count=use.count, last_accessed=use.last)
        batch.insert([memory])
        return memory

    def _in_order(self, size: int) -> bytes:
        """Let ids of one moment sort in the order of the files: lists look the same at each start."""
        return len(self.known).to_bytes(2, "big") + os.urandom(size - 2)

    def _changes(self, event: SampleEvent) -> dict[str, Any]:
        changes: dict[str, Any] = {key: value for key, value in event.fields.items() if key != "name"}
        if changes.get("superseded_by"):
            changes["superseded_by"] = self.known[event.owner, str(changes["superseded_by"])].id
        if "tags" in changes:
            changes["tags"] = tuple(changes["tags"])
        return changes
