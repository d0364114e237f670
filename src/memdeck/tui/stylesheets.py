"""Where the stylesheets lie: beside this file in a wheel, at the top of the repository in a checkout."""

from __future__ import annotations

from pathlib import Path, PurePath

NAMES = ("base", "memories", "menu", "edit", "dialogs", "history", "help", "firststart", "preflight")
"""Every stylesheet, in the order in which they apply; one that is not there yet is left out."""


def stylesheet_folder() -> Path:
    """Return the folder that holds the `.tcss` files of this installation."""
    packaged = Path(__file__).parent / "styles"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "styles"


def stylesheet_paths() -> list[str | PurePath]:
    """Return the stylesheets as absolute paths, for `App.CSS_PATH`."""
    folder = stylesheet_folder()
    return [path for path in (folder / f"{name}.tcss" for name in NAMES) if path.is_file()]
