"""What a run of the bench is to measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Plan:
    """The sizes, how often, and where."""

    sizes: tuple[int, ...]
    runs: int
    """Rounds of whole processes; searches are measured often enough by themselves."""
    folder: Path
    """An empty folder to work in, so that no settings of a repository count."""
    say: Callable[[str], None]
    """Takes words for the person who waits."""

    @property
    def env(self) -> dict[str, str]:
        """Variables that keep the person's own store, settings and assistants out of the figures."""
        outside = str(self.folder / "none")
        return {
            "MEMDECK_CONFIG": str(self.folder / "none.yaml"),
            "CLAUDE_CONFIG_DIR": outside,
            "CODEX_HOME": outside,
        }

    def env_of(self, home: Path) -> dict[str, str]:
        """The same, with the store of `home`."""
        return self.env | {"MEMDECK_HOME": str(home)}
