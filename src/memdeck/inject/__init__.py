"""Stage four: choose from ranked entries and build the exact text that an assistant gets."""
