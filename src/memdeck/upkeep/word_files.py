"""Reads the files of words that come with this package (`words/*.yaml`), and the user's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from memdeck.memory.errors import SettingsError

WORDS = Path(__file__).parent / "words"


def read_words(path: Path) -> Mapping[str, object]:
    """Return the sections of a file of words; raise SettingsError naming file and line."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        page = yaml.load(path.read_bytes(), loader)  # noqa: S506  (both loaders are safe)
    except OSError as error:
        raise SettingsError(f"{path} can't be read: {error.strerror}.", "Mend it or move it away.") from error
    except yaml.YAMLError as error:
        line = str(error).splitlines()[-1].strip()
        raise SettingsError(f"{path} is not valid YAML: {line}.", "Mend it or move it away.") from error
    if not isinstance(page, dict):
        raise SettingsError(f"{path} is not a list of kinds.", "See alternatives.yaml.")
    return cast("Mapping[str, object]", page)


@cache
def cues(section: str) -> re.Pattern[str]:
    """Return one pattern for the phrases of a section of `cues.yaml`; it begins and ends between words."""
    phrases = cast("list[str]", _cue_file()[section])
    return re.compile(rf"(?<![a-z])(?:{'|'.join(phrases)})(?![a-z])", re.IGNORECASE)


@cache
def _cue_file() -> Mapping[str, object]:
    return read_words(WORDS / "cues.yaml")
