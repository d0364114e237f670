"""The Conflicts screen: what contradicts or says the same, side by side, settled with one key each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import on, work

from memdeck.memory.conflict import AlreadySettled, Conflict, ConflictState, Resolution, Settlement
from memdeck.memory.errors import InvalidField, MemdeckError, NameTaken, NotFound, VersionConflict
from memdeck.tui.command import Command
from memdeck.tui.commands import bindings
from memdeck.tui.conflict_tabs import TABS
from memdeck.tui.conflict_words import side_places
from memdeck.tui.key_order import opening
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.confirm import NAMES_SHOWN, Confirm
from memdeck.tui.screens.conflicts_listing import FOLLOWED
from memdeck.tui.screens.conflicts_narrow import Narrowing, ask_narrowing
from memdeck.tui.screens.conflicts_reading import ConflictsReading
from memdeck.tui.widgets.conflict_queue import ConflictQueue

if TYPE_CHECKING:
    from memdeck.memory.revision import Revision

_MEANWHILE = (AlreadySettled, VersionConflict, NotFound)


class ConflictsScreen(ConflictsReading):
    """What can be done with findings. The next one comes by itself."""

    BINDINGS = bindings("conflicts")

    def __init__(self) -> None:
        super().__init__()
        self._settled: list[str] = []
        """Actions of this session, the latest last: what undo takes back."""

    # -- tabs and filters ------------------------------------------------------------------------------

    def action_show_tab(self, name: str) -> None:
        """Open a tab."""
        self.tab = next(each for each in TABS if each.name == name)
        self.queue.cursor = 0
        self.queue.focus()
        self.reload()

    def action_next_tab(self, step: int) -> None:
        """Open the next tab, or the one before."""
        counts = self.counts
        offered = [tab for tab in TABS if tab.always or tab.count(counts) or tab is self.tab]
        self.action_show_tab(offered[(offered.index(self.tab) + step) % len(offered)].name)

    @opening
    async def action_only_owner(self) -> None:
        """Show only the findings of one owner."""
        from memdeck.memory.owner import owner_label

        tab = self.tab
        try:
            held = await asyncio.to_thread(lambda: self.app.deck.conflict_owners(tab.states, tab.kind))
        except MemdeckError as fault:
            self.app.say(str(fault), severity="error")
            return
        choices = [
            Choice(owner, owner_label(owner), f"{count:,}", owner == self.owner)
            for owner, count in held.items()
        ]
        owner = await self.app.push_screen_wait(Choose("Findings of", choices))
        if owner is not None:
            self._show_owner(owner)

    def _show_owner(self, owner: str | None) -> None:
        self.owner = owner
        self.reload()

    def action_clear_filters(self) -> None:
        """Show the findings of all owners."""
        self._show_owner(None)

    def action_back(self) -> None:
        """Go back one step: the texts, the owner, the tab."""
        if self.focused is not self.queue:
            self.queue.focus()
        elif self.owner is not None:
            self.action_clear_filters()
        elif self.tab is not TABS[0]:
            self.action_show_tab(TABS[0].name)

    def action_rescan(self) -> None:
        """Compare every memory again."""
        self.scan(full=True)

    @on(ConflictQueue.Opened)
    def _double_clicked(self) -> None:
        self.action_open()

    @opening
    async def action_open(self) -> None:
        """Go to one of the two on the Memories screen."""
        conflict = self.conflict
        if conflict is None:
            return
        older, newer = side_places(conflict)
        chosen = await self.app.push_screen_wait(
            Choose(
                "Open which memory?",
                [
                    Choice(conflict.newer.id, conflict.newer.title, newer.lower()),
                    Choice(conflict.older.id, conflict.older.title, older.lower()),
                ],
            )
        )
        if chosen is not None:
            self.app.show_memory(chosen)

    def why_not(self, each: Command) -> str | None:
        """Undo needs something that was settled."""
        reason = super().why_not(each)
        if each.id != "conflict.undo" or reason is not None:
            return reason
        if self.tab.name == "settled":
            settled_here = self.conflict is not None and self.conflict.batch is not None
            return (
                None if settled_here else "This was not settled here: a change to one of the memories did it."
            )
        return None if self._settled else "Nothing was settled yet; the Settled tab undoes what was before."

    # -- settling --------------------------------------------------------------------------------------

    @work
    async def action_settle(self, how: str) -> None:
        """Settle the finding under the cursor without further questions."""
        conflict = self.conflict
        if conflict is not None:
            await self._settle(conflict, Resolution(how))

    @opening
    async def action_merge(self) -> None:
        """Write one text that takes both places."""
        from memdeck.tui.screens.conflicts_merge import MergeScreen

        conflict = self.conflict
        if conflict is None:
            return
        written = await self.app.push_screen_wait(MergeScreen(conflict))
        if written is not None:
            await self._settle(conflict, Resolution.MERGE, content=written.content, title=written.title)

    @opening
    async def action_narrow(self) -> None:
        """Change one of the two so that both hold."""
        conflict = self.conflict
        if conflict is None:
            return
        narrowing: Narrowing | None = await ask_narrowing(self.app, conflict)
        if narrowing is not None:
            await self._settle(
                conflict,
                Resolution.NARROW,
                owner=narrowing.owner,
                condition=narrowing.condition,
                which=narrowing.which,
            )

    async def _settle(
        self,
        conflict: Conflict,
        how: Resolution,
        *,
        content: str | None = None,
        title: str | None = None,
        owner: str | None = None,
        condition: str | None = None,
        which: str = "newer",
    ) -> None:
        await self._run(
            partial(
                self.app.deck.settle,
                conflict.id,
                how,
                content=content,
                title=title,
                owner=owner,
                condition=condition,
                which=which,
                versions=(conflict.older.version, conflict.newer.version),
            )
        )

    @opening
    async def action_exact(self) -> None:
        """Settle all exact duplicates that are shown at once, after asking."""
        exact = self.found.exact if ConflictState.OPEN in self.tab.states else []
        if not exact:
            self.app.say("No exact duplicates here.", severity="warning")
            return
        named = await asyncio.to_thread(self.app.deck.conflict_page, exact[:NAMES_SHOWN])
        names = [one.newer.title for one in named]
        sure = await self.app.push_screen_wait(
            Confirm(
                f"Settle {len(exact):,} exact duplicate{'s' if len(exact) > 1 else ''} at once?",
                names=names + [""] * (len(exact) - len(names)),
                detail="The newer of each stays, the older is superseded. u undoes all of it.",
                yes="Settle",
            )
        )
        if sure:
            told = self.told("Settling exact duplicates")
            await self._run(partial(self.app.deck.settle_many, exact, Resolution.KEEP_NEWER, told))

    async def _run(self, job: Callable[[], Settlement]) -> None:
        """Settle; a key that comes before the next finding is shown must not settle that one unseen."""
        if self.busy:
            return
        self.busy, done = True, None
        try:
            done = await self.app.attempt(job, expected=(*_MEANWHILE, InvalidField, NameTaken))
        except _MEANWHILE:
            self.app.say("It was changed meanwhile. Nothing was done; look at it again.", severity="warning")
        except (InvalidField, NameTaken) as problem:
            self.app.say(str(problem), severity="warning")
        else:
            if done is not None:
                self._settled.append(done.value.batch)
                self.app.say(f"{done.value.summary}  {self.app.offer('conflict.undo')}")
        await self._after(done.value.revisions if done is not None else ())
        self.busy = False
        self.work_ended()

    async def _after(self, revisions: Sequence[Revision]) -> None:
        """Bring the list up to date; after a failure, and after much, all of it."""
        changed = {revision.memory_id for revision in revisions}
        await (self.follow(changed) if 0 < len(changed) <= FOLLOWED else self.read())

    @work
    async def action_undo(self) -> None:
        """Open again what was settled last here; on the Settled tab, what is under the cursor."""
        on_tab = self.tab.name == "settled"
        batch = self.conflict.batch if on_tab and self.conflict else self._settled[-1]
        if batch is None:
            return
        done = None
        try:
            done = await self.app.attempt(
                partial(self.app.deck.undo, batch), expected=(VersionConflict, NameTaken)
            )
        except (VersionConflict, NameTaken):
            self.app.say(
                "A memory was changed after that. Nothing was done; undo that change first.",
                severity="warning",
            )
        if done is not None:
            self._settled = [each for each in self._settled if each != batch]
            self.app.say(f"{done.value.summary}; open again.")
        await self._after(done.value.revisions if done is not None else ())
