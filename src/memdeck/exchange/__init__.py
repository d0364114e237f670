"""Markdown memory folders: read and written in every form found in the wild. Knows files, not the store."""
