"""Finding what answers a prompt, and keeping the vectors that this needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from memdeck.deck.injecting import Injecting
from memdeck.memory.access import checked_access
from memdeck.memory.clock import as_utc
from memdeck.memory.errors import InvalidField

if TYPE_CHECKING:
    from memdeck.deck.search_parts import SearchParts
    from memdeck.memory.ranking import Hit, Ranking
    from memdeck.settings import Settings
    from memdeck.store.embedder.port import Matrix
    from memdeck.store.vectors.catching_up import CatchingUp, Progress

Hits: TypeAlias = "list[Hit]"


class Retrieving(Injecting):
    """Retrieval."""

    def retrieve(
        self,
        prompt: str,
        *,
        access: Iterable[str] | None = None,
        as_of: datetime | None = None,
        limit: int = 10,
        settings: Settings | None = None,
    ) -> Hits:
        """Return the entries that answer `prompt`, best first, before floor and diversity.

        Entries that wait to be embedded are embedded first. The result depends only on the store, the
        settings, the access, the prompt and `as_of`.

        Args:
            prompt: anything; no sign has a meaning of its own.
            access: the owners that may be seen; None is the person alone, never everything.
            as_of: the moment to judge by; None is now.
            limit: most entries.
            settings: other settings than those in force, to compare.

        Raises:
            MemoryUnavailable: the request belongs to no owner.
            InvalidField: `limit` is below zero.
        """
        if limit < 0:
            raise InvalidField("limit", f"is {limit}, but must be zero or more.")
        chosen = settings or self.settings
        moment = as_utc(as_of, "as_of") if as_of is not None else self.parts.clock()
        owners = checked_access(access)
        return self._search_parts.ranked(prompt, owners, moment, chosen, limit)

    def make_ready(self, *, seconds: float) -> None:
        """Load the model, and embed what waits for at most about `seconds`.

        For a person who wants the true answer and can wait: on a new machine the model's tables are made
        first, which takes some seconds. A hook does not call this.

        Raises:
            EmbedderFault: the model doesn't work. Search by words goes on without it.
        """
        if self.parts.database.exists:
            self._vectors.embedder.prepare()
            self.embed_waiting(seconds=seconds)

    def make_ready_beside(self) -> None:
        """Have what the model needs made by another process, if it is missing; return at once."""
        from memdeck.deck.search_parts import load_beside

        load_beside(self.settings)

    def embed_waiting(self, *, seconds: float | None = None, progress: Progress | None = None) -> int:
        """Embed entries that wait, for at most about `seconds`; return how many changes wait after it.

        Raises:
            EmbedderFault: the model doesn't work. Search by words goes on without it.
            ReadOnly: nothing may be written.
        """
        if self.read_only:
            return self._waiting()
        if not self.parts.database.exists:
            return 0
        standing = self._vectors.run(seconds, progress)
        return standing.last - standing.seq

    def _ranking_for(
        self, prompt: str, owners: tuple[str, ...], moment: datetime, settings: Settings
    ) -> Ranking:
        return self._search_parts.ranking(prompt, owners, moment, settings)

    def _waiting(self) -> int:
        standing = self._vectors.standing()
        return standing.last - standing.seq

    @cached_property
    def _search_parts(self) -> SearchParts:
        from memdeck.deck.search_parts import SearchParts

        return SearchParts(self.parts, self._make_words, self._nominate)

    @property
    def _vectors(self) -> CatchingUp:
        """The vectors of the model of the settings in force."""
        return self._search_parts.model(self.settings)[0]

    def _nominate(self, query: Matrix, count: int, owners: tuple[str, ...]) -> Sequence[str] | None:
        """Return the ids nearest to a vector by an index; None here: a hook opens no index."""
        del query, count, owners
        return None

    def _make_words(self) -> None:
        with self._writer.batch(self.parts.author) as batch:
            batch.refresh_indexes()
