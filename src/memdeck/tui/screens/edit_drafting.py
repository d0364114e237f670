"""The form's ground: its parts, and the draft on disk that follows the typing.

A draft goes away when the entry was saved or the draft discarded, and is offered back otherwise.
"""

from __future__ import annotations

import asyncio

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Static

from memdeck.memory.entry import Memory
from memdeck.memory.errors import MemdeckError
from memdeck.memory.kinds import MemoryType
from memdeck.memory.owner import ME
from memdeck.tui.commands import commands_of
from memdeck.tui.drafts import NEW, Draft, Drafts
from memdeck.tui.form_values import FormValues
from memdeck.tui.literal import literal
from memdeck.tui.screens.choose import Choice, Choose
from memdeck.tui.screens.deck_screen import Commanded
from memdeck.tui.widgets.edit_form import EditForm

ODDS_SECONDS = 0.6
"""The text is compared with others when nothing was typed for this long."""
DRAFT_SECONDS = 0.8
"""A draft is written when nothing was typed for this long."""


class EditDrafting(Commanded, ModalScreen[Memory | None]):
    """Holds a form and its draft."""

    SCOPE = "edit"
    AUTO_FOCUS = ""

    form = getters.query_one(EditForm)

    def __init__(
        self,
        memory: Memory | None = None,
        *,
        owner: str = ME,
        kind: MemoryType = MemoryType.PROJECT,
        field: str = "title",
    ) -> None:
        """Open the form.

        Args:
            memory: the entry as it was read; its version is the one that a save must find.
            owner: a new entry's owner at first.
            kind: a new entry's type at first.
            field: where the cursor starts.
        """
        super().__init__()
        self._memory = memory
        self._start = field
        self._base = FormValues.of(memory) if memory else FormValues.new(owner, kind)
        self._version = memory.version if memory else 0
        self._key = memory.id if memory else NEW
        self._settled = False
        self._saving = False
        self._draft_timer: Timer | None = None
        self._latest = self._base

    def compose(self) -> ComposeResult:
        """Heading, form, what happens, keys."""
        with Vertical(id="dialog"):
            yield Static("Edit memory" if self._memory else "New memory", id="heading", markup=False)
            yield EditForm(self._base, [ME], suggest_name=None if self._memory else _suggested_name)
            yield Static("", id="at-odds", markup=False)
            with Horizontal(id="foot"):
                yield Static("", id="notice", markup=False)
                offered = sorted(
                    (each for each in commands_of("edit") if each.hint), key=lambda each: each.hint
                )
                keys = "   ".join(f"{self.app.key_of(each)} {each.label}" for each in offered)
                yield Static(keys, id="keys", markup=False)

    def on_mount(self) -> None:
        """Start in the wanted field; offer an unsaved draft."""
        self._drafts = Drafts(self.app.deck.home / "drafts", self.app.clock)
        self.form.focus_field(self._start)
        self._load_owners()
        draft = self._drafts.get(self._key)
        if draft and draft.values != self._base:
            self._offer(draft)

    def on_unmount(self) -> None:
        """Keep what was typed when the program ends under the form."""
        self._keep_draft()

    @property
    def changed(self) -> bool:
        """True when the form holds something that the store does not."""
        return self.form.values != self._base

    def notice(self, words: str) -> None:
        """Say what happens, in the last line."""
        self.query_one("#notice", Static).update(literal(words))

    @work
    async def _load_owners(self) -> None:
        try:
            facets = await asyncio.to_thread(self.app.deck.facets)
        except MemdeckError:
            return  # the entry's own owner can be chosen, and any other be written
        self.form.add_owners(facets.owners)

    # -- drafts ----------------------------------------------------------------------------------------

    @work
    async def _offer(self, draft: Draft) -> None:
        since = draft.saved_at.astimezone().strftime("%d %b, %H:%M")
        answer = await self.app.push_screen_wait(
            Choose(
                "There is an unsaved draft",
                [
                    Choice("take", "Go on with the draft", f"from {since}"),
                    Choice("leave", "Start from what is saved", "the draft is set aside"),
                    Choice("discard", "Discard the draft", "for good"),
                ],
                detail="It was typed into this form and not saved.",
            )
        )
        if answer == "take":
            self._base, self._version = draft.base, draft.version or self._version
            self.form.show(draft.values)
            self.notice("Draft taken up; not saved yet.")
        elif answer == "leave":
            self._drafts.set_aside(self._key)
        elif answer == "discard":
            self._drafts.discard(self._key)

    @on(EditForm.Changed)
    def _typed(self) -> None:
        self._latest = self.form.values  # the form itself is gone when the program ends under it
        if self._draft_timer is not None:
            self._draft_timer.stop()
        self._draft_timer = self.set_timer(DRAFT_SECONDS, lambda: self._keep_draft(durable=False))
        self._look_for_odds()

    @work(exclusive=True, group="odds", exit_on_error=False)
    async def _look_for_odds(self) -> None:
        """Say what the text contradicts, once nothing is typed for a moment."""
        from memdeck.tui.foreseeing import foreseen

        await asyncio.sleep(ODDS_SECONDS)
        values, now = self._latest, self.app.clock()
        words = ""
        if values.content != self._base.content or values.owner != self._base.owner:
            words = await asyncio.to_thread(foreseen, self.app.deck, self._memory, values, now)
        line = self.query_one("#at-odds", Static)
        line.update(literal(f"⚡ {words}", "$text-warning"))
        line.set_class(bool(words), "-said")

    def _keep_draft(self, *, durable: bool = True) -> None:
        if self._settled or self._latest == self._base:
            return
        try:
            self._drafts.keep(self._key, self._version, self._base, self._latest, durable=durable)
        except OSError as problem:
            self.app.say(f"No draft could be kept: {problem.strerror}. Save soon.", severity="warning")

    def _settle(self, result: Memory | None, *, discard: bool = True) -> None:
        self._settled = True
        if discard:
            self._drafts.discard(self._key)
        self.dismiss(result)


def _suggested_name(title: str) -> str:
    from memdeck.deck.drafting import name_for

    try:
        return name_for(title)
    except MemdeckError:
        return ""
