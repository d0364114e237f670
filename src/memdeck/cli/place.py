"""Paths on a command line that are written to."""

from __future__ import annotations

from typing import Any

import click


class Place(click.Path):
    """A file or folder that is written to. `-` is refused: elsewhere it is stdout, here only a name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fail on `-`."""
        if value == "-":
            self.fail("'-' is no place to write to. Name one; ./- is the one of that name.", param, ctx)
        return super().convert(value, param, ctx)
