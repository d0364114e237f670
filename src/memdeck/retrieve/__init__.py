"""Stage three: rank entries for a prompt. Pure: what it ranks is handed to it, and it never writes."""
