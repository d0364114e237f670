"""What the list holds of every entry, as columns: a hundred thousand objects would be slow to walk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

_LETTERS = 3
"""So many letters of each title are a key: few titles share three."""


class Headed(Protocol):
    """A row of the list."""

    @property
    def id(self) -> str:
        """The entry's id."""

    @property
    def head(self) -> str:
        """Its searchable title, description and name, one a line."""


@dataclass(slots=True)
class Heads:
    """A list in its order. Filled once by `add`, then never changed: changes make a new one."""

    ids: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    """The first line of each text."""
    _beginnings: dict[str, list[int]] | None = None

    def beginning_with(self, phrase: str) -> Sequence[int]:
        """Return the rows whose title begins with `phrase`, in their order; `phrase` isn't empty."""
        self.prepare()
        assert self._beginnings is not None  # noqa: S101 - just made
        rows = self._beginnings.get(phrase[:_LETTERS], ())
        if len(phrase) <= _LETTERS:
            return rows
        titles = self.titles
        return [row for row in rows if titles[row].startswith(phrase)]

    def prepare(self) -> None:
        """Make what the first search needs, while nobody waits for it: 60 ms for 100,000."""
        if self._beginnings is None:
            found: dict[str, list[int]] = {}
            for letters in range(1, _LETTERS + 1):
                for row, title in enumerate(self.titles):
                    if len(title) >= letters:
                        found.setdefault(title[:letters], []).append(row)
            self._beginnings = found

    @classmethod
    def of(cls, rows: Iterable[Headed]) -> Heads:
        """Make the columns of these rows."""
        heads = cls()
        heads.add(rows)
        return heads

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, rows: Iterable[Headed]) -> None:
        """Append rows while the list is being read."""
        self._beginnings = None
        for row in rows:
            head = row.head
            self.ids.append(row.id)
            self.texts.append(head)
            self.titles.append(_title(head))

    def changed(self, gone: Iterable[str], front: Mapping[str, str], stay: Mapping[str, str]) -> Heads:
        """Return the list after some entries changed.

        Args:
            gone: ids that left it.
            front: id → head of entries that now stand first, the first one first.
            stay: id → head of entries that changed and kept their place.
        """
        out = {*gone, *front}
        places = {id_: place for place, id_ in enumerate(self.ids) if id_ in out or id_ in stay}
        ids, texts, titles = list(self.ids), list(self.texts), list(self.titles)
        for id_, head in stay.items():
            place = places.get(id_)
            if place is not None:
                texts[place], titles[place] = head, _title(head)
        for place in sorted((places[id_] for id_ in out if id_ in places), reverse=True):
            del ids[place], texts[place], titles[place]
        return Heads(
            [*front, *ids],
            [*front.values(), *texts],
            [*(_title(head) for head in front.values()), *titles],
        )


def _title(head: str) -> str:
    return head[: head.find("\n")] if "\n" in head else head
