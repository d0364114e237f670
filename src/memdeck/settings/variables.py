"""Settings from environment variables: `MEMDECK_RETRIEVAL__PRESET=article`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdeck.settings.checking import unknown_key, wrong_value
from memdeck.settings.sections import ALL_KEYS, Key

_PREFIX = "MEMDECK_"
_BY_VARIABLE = {key.variable: key for key in ALL_KEYS}


def place_of(variable: str) -> str:
    """Return how messages name a variable as the place of a setting."""
    return f"environment variable {variable}"


def from_variables(env: Mapping[str, str]) -> Iterator[tuple[Key, object, str]]:
    """Give each key that a variable sets, with the raw value and the place.

    Only names with a double underscore are settings; MEMDECK_HOME and its like are not.

    Raises:
        SettingsError: an unknown key, or a text that can't be the key's value.
    """
    for variable in sorted(env):
        if not variable.startswith(_PREFIX) or "__" not in variable:
            continue
        key = _BY_VARIABLE.get(variable)
        if key is None:
            path = tuple(variable.removeprefix(_PREFIX).casefold().split("__"))
            raise unknown_key(path, place_of(variable))
        try:
            value = key.rule.parse(env[variable])
        except ValueError:
            raise wrong_value(key, env[variable], place_of(variable)) from None
        yield key, value, place_of(variable)
