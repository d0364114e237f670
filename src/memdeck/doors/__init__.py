"""The ways in which assistants reach the store: memory tools, hooks, folders in step, importers."""
