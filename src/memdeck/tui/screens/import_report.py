"""After an import: what came in, and every file that was left alone, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from memdeck.tui.import_words import report_content, report_heading
from memdeck.tui.literal import literal
from memdeck.tui.screens.deck_screen import Commanded

if TYPE_CHECKING:
    from memdeck.exchange.reports import ClaudeImportReport


class ImportReportScreen(Commanded, ModalScreen[None]):
    """Shows a report. Enter goes on to the memories, `u` takes the import back."""

    SCOPE = "import_report"
    AUTO_FOCUS = "#report-body"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "close", show=False),
        Binding("u,z", "undo", show=False),
    ]

    def __init__(self, report: ClaudeImportReport) -> None:
        """Show what an import did."""
        super().__init__()
        self._report = report

    def compose(self) -> ComposeResult:
        """What happened in one line, the details, keys."""
        sign = "!" if self._report.exit_code else "✓"
        undo = "   u Undo the import" if self._report.batch else ""
        with Vertical(id="dialog"):
            yield Static(literal(f"{sign} {report_heading(self._report)}"), id="heading")
            with VerticalScroll(id="report-body"):
                yield Static(report_content(self._report), id="report")
            yield Static(f"⏎ To the memories{undo}", id="keys", markup=False)

    def action_close(self) -> None:
        """Go on."""
        self.dismiss(None)

    @work
    async def action_undo(self) -> None:
        """Take the whole import back."""
        batch = self._report.batch
        if batch is None:
            return
        done = await self.app.attempt(lambda: self.app.deck.undo(batch))
        if done:
            self.app.say(f"{done.value.summary}. What was imported is under Deleted.")
            self.dismiss(None)
