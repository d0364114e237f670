"""One module for each command; it holds the click command as `command`."""
