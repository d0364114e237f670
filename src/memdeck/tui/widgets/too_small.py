"""What stands on a terminal that is too small for the program."""

from __future__ import annotations

from textual.widgets import Static


class TooSmall(Static):
    """Covers the screen with one line that says how much room is needed."""

    DEFAULT_CSS = """
    TooSmall {
        overlay: screen; position: absolute; width: 100vw; height: 100vh; content-align: center middle;
    }
    """

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(f"Too small: needs {columns}×{rows}.", markup=False)
