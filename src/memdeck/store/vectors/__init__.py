"""The vectors in SQL: making them for what changed, and comparing a prompt with them."""
