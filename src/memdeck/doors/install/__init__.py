"""Writing Memdeck into assistants' settings, and taking it out again; nothing else is touched."""
