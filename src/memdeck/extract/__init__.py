"""Stage one: find in a conversation what is worth remembering."""
