"""The command line: data on stdout, words on stderr, exit codes as in `memdeck.memory.errors`."""
