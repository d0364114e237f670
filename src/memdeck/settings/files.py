"""Read one YAML file of settings; PyYAML is loaded only when there is a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memdeck.memory.errors import SettingsError

SIZE_LIMIT = 256 * 1024
"""Bytes; a configuration is a page or two, anything larger is the wrong file."""


def read_tree(file: Path) -> Mapping[object, object]:
    """Return the mapping in `file`; an empty file is an empty mapping.

    Raises:
        SettingsError: naming the file and, for bad YAML, the line.
    """
    import yaml

    from memdeck.settings.yaml_loader import UniqueKeyLoader

    text = _text_of(file)
    try:
        tree = yaml.load(text, Loader=UniqueKeyLoader)  # noqa: S506 - a SafeLoader that refuses doubled keys
    except yaml.MarkedYAMLError as error:
        line = f" line {error.problem_mark.line + 1}:" if error.problem_mark else ""
        raise SettingsError(f"{file}:{line} {error.problem}.", "Mend the YAML or remove the file.") from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise SettingsError(f"{file} is not YAML.", "Mend it or remove it.") from None
    if tree is None:
        return {}
    if not isinstance(tree, Mapping):
        raise SettingsError(f"{file} holds no sections.", "'memdeck config init' writes an example.")
    return tree


def _text_of(file: Path) -> str:
    try:
        if file.stat().st_size > SIZE_LIMIT:
            raise SettingsError(f"{file} is larger than {SIZE_LIMIT // 1024} KB.", "Is it the right file?")
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise SettingsError(f"{file} is not UTF-8 text.", "Save it as UTF-8.") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SettingsError(f"{file} can't be read: {reason}.", "Name another with --config.") from None
