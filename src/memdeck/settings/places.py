"""Where things lie on this machine: data, configuration, caches, logs.

Nothing here creates a folder; whoever writes first does.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from memdeck.memory.errors import StoreFault

APP = "memdeck"
HOME_VARIABLE = "MEMDECK_HOME"
CONFIG_VARIABLE = "MEMDECK_CONFIG"
REPOSITORY_FILE = ".memdeck.yaml"
"""The settings that a repository carries for everybody who works in it."""


def home_folder(given: Path | str | None = None, env: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the store: `given`, else MEMDECK_HOME, else the user's data folder.

    The path is absolute, with `~` expanded, so that a later change of folder does not move it.
    """
    chosen = given or env.get(HOME_VARIABLE)
    if chosen:
        return Path(os.path.abspath(Path(chosen).expanduser()))  # noqa: PTH100 - links stay as they are
    return _place("data", "XDG_DATA_HOME", "~/.local/share")


def check_home(home: Path) -> None:
    """Raise StoreFault when a home can't be a folder: it, or what it should lie in, is something else."""
    for place in (home, *home.parents):
        try:
            mode = place.stat().st_mode
        except OSError:  # not there yet, or out of reach: what reads or writes it says so
            continue
        if not stat.S_ISDIR(mode):
            words = "is a file" if stat.S_ISREG(mode) else "is no folder"
            raise StoreFault(
                f"{place} {words}, so no memories can lie there.",
                "Give a folder with --home or MEMDECK_HOME; it need not exist yet.",
            )
        return


def config_file(env: Mapping[str, str] = os.environ) -> Path:
    """Return the user's configuration file (MEMDECK_CONFIG, else the usual place); it may not exist."""
    chosen = env.get(CONFIG_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    return _place("config", "XDG_CONFIG_HOME", "~/.config") / "config.yaml"


def cache_folder() -> Path:
    """Return the folder for what can be made again: encoder tables, counted tokens."""
    return _place("cache", "XDG_CACHE_HOME", "~/.cache")


def log_file(home: Path) -> Path:
    """Return the file that takes the details of unexpected failures."""
    return home / "memdeck.log"


def repository_root(folder: Path) -> Path | None:
    """Return the nearest folder at or above `folder` that holds `.git`, or None outside a repository."""
    for candidate in (folder, *folder.parents):
        if (candidate / ".git").exists():
            return candidate
    return None


def repository_file(folder: Path) -> Path | None:
    """Return the nearest `.memdeck.yaml` between `folder` and the root of its repository, or None."""
    root = repository_root(folder)
    if root is None:
        return None
    for candidate in (folder, *folder.parents):
        file = candidate / REPOSITORY_FILE
        if file.is_file():
            return file
        if candidate == root:
            break
    return None


def _place(kind: Literal["data", "config", "cache"], variable: str, default: str) -> Path:
    """Return the user's folder of a kind; on Linux without platformdirs, which costs 5 ms a process."""
    if sys.platform == "linux":
        given = os.environ.get(variable, "").strip()
        return Path(given if given.startswith("/") else default).expanduser() / APP
    from platformdirs import PlatformDirs

    places = PlatformDirs(APP, appauthor=False)
    return {
        "data": places.user_data_path,
        "config": places.user_config_path,
        "cache": places.user_cache_path,
    }[kind]
