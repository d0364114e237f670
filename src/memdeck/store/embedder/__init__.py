"""Turning texts into vectors: one port, and the models that stand behind it."""
