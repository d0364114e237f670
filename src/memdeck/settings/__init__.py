"""What can be configured: defaults, files, variables, and where things lie on this machine."""
