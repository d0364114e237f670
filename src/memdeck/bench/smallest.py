"""The smallest Textual program that shows a table: what a first screen is measured against."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import DataTable


class Smallest(App[None]):
    """A hundred rows in a DataTable and nothing else."""

    def compose(self) -> ComposeResult:
        """Show the table."""
        yield DataTable()

    def on_mount(self) -> None:
        """Fill the table."""
        table = self.query_one(DataTable)
        table.add_columns("title", "type", "owner")
        table.add_rows((f"smallest {number}", "USER", "me") for number in range(100))


if __name__ == "__main__":
    Smallest().run()
