"""Memdeck's two themes. One accent colour marks what is live: cursor, focus, the open screen."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="memdeck-dark",
    primary="#5f87b8",
    secondary="#8a94a6",
    accent="#e0af68",
    foreground="#d5d9e0",
    background="#16181d",
    surface="#1b1e24",
    panel="#262a32",
    success="#8fbf7f",
    warning="#e0af68",
    error="#e07a78",
    dark=True,
    variables={
        "border": "#3a404b",
        "border-blurred": "#2c313a",
        "block-cursor-background": "#2e323b",
        "block-cursor-foreground": "#ffffff",
        "footer-background": "#16181d",
        "input-cursor-background": "#e0af68",
        "input-selection-background": "#5f87b8 40%",
        "scrollbar": "#343a45",
        "scrollbar-hover": "#4a5261",
        "scrollbar-active": "#e0af68",
        "scrollbar-background": "#16181d",
        "scrollbar-background-hover": "#16181d",
        "scrollbar-background-active": "#16181d",
        "scrollbar-corner-color": "#16181d",
    },
)

LIGHT = Theme(
    name="memdeck-light",
    primary="#3a6ea5",
    secondary="#6b7280",
    accent="#a6610a",
    foreground="#22262d",
    background="#fbfaf7",
    surface="#f4f2ed",
    panel="#e8e5dd",
    success="#3d7a37",
    warning="#9a5b00",
    error="#b3362f",
    dark=False,
    variables={
        "foreground-muted": "#62666e",  # 4.5:1 on the bars, too
        "border": "#c9c4b8",
        "border-blurred": "#dedad0",
        "block-cursor-background": "#e6e1d5",
        "block-cursor-foreground": "#000000",
        "footer-background": "#fbfaf7",
        "input-cursor-background": "#a6610a",
        "input-selection-background": "#3a6ea5 30%",
        "scrollbar": "#d3cec2",
        "scrollbar-hover": "#b9b3a5",
        "scrollbar-active": "#a6610a",
        "scrollbar-background": "#fbfaf7",
        "scrollbar-background-hover": "#fbfaf7",
        "scrollbar-background-active": "#fbfaf7",
        "scrollbar-corner-color": "#fbfaf7",
    },
)

THEMES = (DARK, LIGHT)
DEFAULT_THEME = DARK.name
