"""Unsaved forms, kept on disk, so that a crash, a quit or a failed save loses nothing that was typed.

One private file per draft under `<home>/drafts/`. A draft goes away when it was saved or discarded by a
person, never by itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memdeck.memory.clock import Clock, utc_now
from memdeck.tui.form_values import FormValues

NEW = "new"
"""The key of the form that adds an entry."""

_KEY = re.compile(r"[a-z0-9_-]{1,80}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a form held when it was left without saving."""

    key: str
    """The entry's id, or `new`."""
    version: int
    """The entry's version when it was opened; 0 for a new one."""
    base: FormValues
    """The entry as it was opened."""
    values: FormValues
    """What was typed."""
    saved_at: datetime


class Drafts:
    """The folder of drafts."""

    def __init__(self, folder: Path, clock: Clock = utc_now) -> None:
        """Use `folder`; it is made at the first draft."""
        self._folder = folder
        self._clock = clock

    def keep(
        self, key: str, version: int, base: FormValues, values: FormValues, *, durable: bool = True
    ) -> Draft:
        """Write a draft, in place of an older one of the same key.

        Args:
            key: the entry's id, or `new`.
            version: the entry's version when it was opened.
            base: the entry as it was opened.
            values: what was typed.
            durable: wait for the disk, so that it outlives the machine's power too.

        Raises:
            OSError: the disk refuses.
        """
        draft = Draft(key=key, version=version, base=base, values=values, saved_at=self._clock())
        path = self._path(key)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{key}-", dir=self._folder)  # mkstemp makes it 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(_as_json(draft), file)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(name, path)  # noqa: PTH105
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        return draft

    def get(self, key: str) -> Draft | None:
        """Return the draft of `key`, or None. A damaged file is set aside as `.unreadable`, not lost."""
        path = self._path(key)
        try:
            return _from_json(key, json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError, AttributeError):
            with contextlib.suppress(OSError):
                path.replace(path.with_suffix(".unreadable"))
            return None

    def discard(self, key: str) -> None:
        """Remove the draft of `key`, when there is one."""
        self._path(key).unlink(missing_ok=True)

    def set_aside(self, key: str) -> Path | None:
        """Keep the draft under another name (`….aside-1.json`), out of the form's way; return where."""
        path = self._path(key)
        if not path.exists():
            return None
        number = 1
        while (aside := path.with_suffix(f".aside-{number}.json")).exists():
            number += 1
        path.rename(aside)
        return aside

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError(f"not a draft's key: {key!r}")
        return self._folder / f"{key}.json"


def _as_json(draft: Draft) -> dict[str, object]:
    return {
        "version": draft.version,
        "base": draft.base.as_mapping(),
        "values": draft.values.as_mapping(),
        "saved_at": draft.saved_at.isoformat(),
    }


def _from_json(key: str, stored: dict[str, object]) -> Draft:
    base, values, version = stored["base"], stored["values"], stored["version"]
    if not isinstance(base, dict) or not isinstance(values, dict) or not isinstance(version, int):
        raise ValueError("not a draft")
    return Draft(
        key=key,
        version=version,
        base=FormValues.from_mapping(base),
        values=FormValues.from_mapping(values),
        saved_at=datetime.fromisoformat(str(stored["saved_at"])),
    )
