"""One file a revision, numbered in order."""
