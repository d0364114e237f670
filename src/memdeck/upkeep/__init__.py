"""Keeping a store true: contradictions and duplicates, what a text announces as changed, the life of entries."""
