"""Keeping a store true: contradictions, duplicates, announced changes, the life of entries."""
