"""Other settings to try against those in force, by name: what the Pre-flight screen compares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from memdeck.settings import Settings, load_settings
from memdeck.settings.sections import Weights


@dataclass(frozen=True, slots=True)
class Variant:
    """A named change to the settings in force."""

    name: str
    """Unique, and short enough for a line of choices."""
    note: str
    change: Callable[[Settings], Settings]


def _injection(**changes: object) -> Callable[[Settings], Settings]:
    return lambda now: replace(now, injection=replace(now.injection, **changes))  # type: ignore[arg-type]


def _scoring(preset: str) -> Callable[[Settings], Settings]:
    return lambda now: replace(now, retrieval=replace(now.retrieval, preset=preset, weights=Weights()))


def _budget_times(factor: float) -> Callable[[Settings], Settings]:
    def change(now: Settings) -> Settings:
        return _injection(token_budget=round(now.injection.token_budget * factor))(now)

    return change


CURRENT = Variant("current", "the settings in force", lambda now: now)

VARIANTS: tuple[Variant, ...] = (
    CURRENT,
    Variant("article", "meaning 0.5, words 0.3, newness 0.2", _scoring("article")),
    Variant("measured", "scoring that measured best", _scoring("measured")),
    Variant("half budget", "half the tokens", _budget_times(0.5)),
    Variant("double budget", "twice the tokens", _budget_times(2)),
    Variant("10 entries", "up to ten entries", _injection(max_memories=10)),
    Variant("one type", "no variety of types asked for", _injection(min_diversity=1)),
    Variant("中文", "headings and words in Chinese", _injection(language="zh")),
    Variant("English", "headings and words in English", _injection(language="en")),
    Variant("plain", "one list without headings", _injection(format="plain")),
    Variant("own off", "the built-in templates", _injection(templates={})),
)
"""What can be chosen without writing a configuration."""


def from_file(path: str) -> Variant:
    """Return the settings of a configuration file as a variant; raise SettingsError when it is wrong."""
    file = Path(path).expanduser()
    settings = load_settings(file)
    return Variant(file.name, str(file), lambda now: settings)
