"""Where the stylesheets lie: beside this file in a wheel, at the top of the repository in a checkout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

FIRST = ("base", "memories")
"""What the first frame needs: reading the others too would cost it 15 ms."""

LATER = ("menu", "edit", "dialogs", "history", "help", "firststart", "preflight", "conflicts", "assistants")
"""The other screens' styles, in the order in which they apply; one that is not there yet is left out."""


def stylesheet_folder() -> Path:
    """Return the folder that holds the `.tcss` files of this installation."""
    packaged = Path(__file__).parent / "styles"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "styles"


def stylesheet_paths(names: Sequence[str] = FIRST + LATER) -> list[str | PurePath]:
    """Return stylesheets as absolute paths, for `App.CSS_PATH`."""
    folder = stylesheet_folder()
    return [path for path in (folder / f"{name}.tcss" for name in names) if path.is_file()]
