"""Put the settings together: defaults, the user's file, the repository's file, then variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from memdeck.memory.errors import SettingsError
from memdeck.settings.checking import checked_value, flat
from memdeck.settings.files import read_tree
from memdeck.settings.places import config_file, repository_file
from memdeck.settings.sections import Settings
from memdeck.settings.values import built
from memdeck.settings.variables import from_variables


class _Collected:
    """Checked values by path, with the place that set each; a later source wins."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, ...], object] = {}
        self.origins: dict[str, str] = {}
        self.notes: list[str] = []

    def add_tree(self, tree: Mapping[object, object], place: str, *, repository: bool = False) -> None:
        for key, raw in flat(tree, place):
            value = checked_value(key, raw, place)
            if repository and not key.repository:
                self.notes.append(f"{place}: {key.dotted} is ignored; a repository may not set it.")
                continue
            self.values[key.path] = value
            self.origins[key.dotted] = place

    def add_variables(self, env: Mapping[str, str]) -> None:
        for key, raw, place in from_variables(env):
            self.values[key.path] = checked_value(key, raw, place)
            self.origins[key.dotted] = place

    def settings(self) -> Settings:
        settings = built(self.values)
        return built({("origins",): self.origins, ("notes",): tuple(self.notes)}, settings)


def load_settings(
    config: Path | str | None = None, *, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Settings:
    """Return the settings in force.

    Args:
        config: the user's file; None takes MEMDECK_CONFIG or the usual place, where it may be missing.
        env: the environment variables; None takes the process's.
        cwd: the folder whose repository may carry a `.memdeck.yaml`; None takes the current one.

    Raises:
        SettingsError: naming the file or variable, the key, the value and what is allowed.
    """
    env = os.environ if env is None else env
    collected = _Collected()
    file = Path(config).expanduser() if config else config_file(env)
    if file.is_file():
        collected.add_tree(read_tree(file), str(file))
    elif config or file.exists():
        problem = "is not a file" if file.exists() else "does not exist"
        raise SettingsError(f"{file} {problem}.", "'memdeck config init' writes an example.")
    shared = _repository_file(cwd)
    if shared is not None:
        collected.add_tree(read_tree(shared), str(shared), repository=True)
    collected.add_variables(env)
    return collected.settings()


def settings_from(tree: Mapping[str, object], base: Settings | None = None) -> Settings:
    """Return `base` (the defaults) with the given nested values, checked as a file's would be."""
    place = "settings"
    values = {key.path: checked_value(key, raw, place) for key, raw in flat(tree, place)}
    return built(values, base)


def _repository_file(cwd: Path | None) -> Path | None:
    try:
        return repository_file(cwd or Path.cwd())
    except OSError:  # the current folder was removed, or may not be searched
        return None
