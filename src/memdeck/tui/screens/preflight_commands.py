"""What the keys of the Pre-flight screen do beside asking: pin, exclude, open, copy, go back."""

from __future__ import annotations

from dataclasses import replace

from textual import on
from textual.widgets import OptionList

from memdeck.memory.owner import Owner, OwnerKind
from memdeck.tui.command import Command
from memdeck.tui.flight import Readout
from memdeck.tui.prompts import keep_prompt
from memdeck.tui.screens.preflight_questions import PreflightQuestions
from memdeck.tui.widgets.block_view import BlockView
from memdeck.tui.widgets.part_bars import PartBars
from memdeck.tui.widgets.prompt_box import PromptBox
from memdeck.tui.widgets.why_list import WhyList

_ON_A_ROW = {"preflight.pin", "preflight.exclude", "preflight.open", "preflight.parts"}
NEEDS_ROW = "Point at an entry first: Esc leaves the prompt, j and k move."


class PreflightCommands(PreflightQuestions):
    """Works on the entry under the cursor and on the block."""

    readout: Readout | None
    """The outcome that is shown."""

    def why_not(self, each: Command) -> str | None:
        """Refuse what needs an entry or a block when there is none."""
        if each.id in _ON_A_ROW and self._pointed_id is None:
            if self.readout is not None and not self.query_one("#why", WhyList).options:
                return "No memory came near this prompt."
            return NEEDS_ROW if self.readout is not None else "Type a prompt first."
        if each.id == "preflight.copy" and (self.readout is None or not self.readout.shown.text):
            return "There is no block to copy."
        if each.id == "preflight.clear" and not self.flight.tries_something:
            return "Nothing is pinned or excluded."
        if each.id == "preflight.project" and Owner.parse(self.flight.whom).kind is not OwnerKind.USER:
            return "A deployment or an integration sees only itself."
        if each.id == "preflight.environment" and self.flight.environment is None:
            return "Only a deployment has an environment; o chooses one."
        return super().why_not(each)

    def is_hidden(self, each: Command) -> bool:
        """Clearing is offered only when there is something to clear."""
        return each.id == "preflight.clear" and not self.flight.tries_something

    @property
    def _pointed_id(self) -> str | None:
        return self.query_one("#why", WhyList).pointed

    @on(PromptBox.Left)
    def _left_prompt(self, event: PromptBox.Left) -> None:
        event.stop()
        self._keep_prompt()
        self.set_focus(self.query_one("#why", WhyList))

    @on(OptionList.OptionSelected, "#why")
    async def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        await self.action_command("preflight.open")

    def _keep_prompt(self) -> None:
        if not self.app.read_only:
            keep_prompt(self.app.deck.home, self.query_one("#prompt", PromptBox).raw)

    def action_prompt(self) -> None:
        """Put the focus into the prompt."""
        self.set_focus(self.query_one("#prompt", PromptBox))

    def action_back(self) -> None:
        """Leave the prompt; then the comparison; then what is tried out; then go to the prompt."""
        if self.focused is self.query_one("#prompt"):
            self._keep_prompt()
            self.set_focus(self.query_one("#why", WhyList))
        elif self.flight.versus is not None:
            self.change(replace(self.flight, versus=None))
        elif self.flight.tries_something:
            self.action_clear()
        else:
            self.action_prompt()

    def action_pin(self) -> None:
        """Pin the entry, or let go of it."""
        if (id_ := self._pointed_id) is not None:
            self.change(self.flight.pin(id_))

    def action_exclude(self) -> None:
        """Exclude the entry, or let it in again."""
        if (id_ := self._pointed_id) is not None:
            self.change(self.flight.exclude(id_))

    def action_clear(self) -> None:
        """Let go of everything that is tried out."""
        self.change(self.flight.without_trials())

    def action_open(self) -> None:
        """Go to the entry."""
        if (id_ := self._pointed_id) is not None:
            self._keep_prompt()
            self.app.show_memory(id_)

    def action_parts(self) -> None:
        """Show or hide the parts of the score."""
        shown = self.query_one("#parts", PartBars).display
        self.set_class(not shown, "-parts")
        self.set_class(shown, "-no-parts")

    def action_scroll_block(self, share: float) -> None:
        """Read on in the block, whatever the cursor is on."""
        for view in self.query(BlockView):
            view.scroll_text(share)

    def action_copy(self) -> None:
        """Copy the block exactly as it would be given."""
        if self.readout is None:
            return
        text = self.readout.shown.text
        self._keep_prompt()
        self.app.copy_to_clipboard(text)
        self.app.say(f"Copied {len(text.encode()):,} bytes, exactly as a hook would give them.")
