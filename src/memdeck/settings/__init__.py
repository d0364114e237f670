"""What can be configured: defaults, files, variables, and where things lie on this machine."""

from __future__ import annotations

from memdeck.settings.loading import load_settings, settings_from
from memdeck.settings.sections import Settings

__all__ = ["Settings", "load_settings", "settings_from"]
