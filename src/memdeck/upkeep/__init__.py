"""Conflicts between entries and the life cycle: what to find and what to propose; the deck carries it out."""
