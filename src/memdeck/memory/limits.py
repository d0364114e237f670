"""The limits of every field, in characters unless said otherwise; one place for all write paths."""

from __future__ import annotations

NAME_LIMIT = 64
TITLE_LIMIT = 255
DESCRIPTION_LIMIT = 1_024
CONTENT_LIMIT = 65_536
TAG_LIMIT = 64
TAGS_LIMIT = 64
"""Most tags on one entry."""
CONDITION_LIMIT = 120
"""Of the words that say when an entry holds, put before its text to narrow it."""
