"""Optional judges of what two statements are to each other: a model in a folder, or a server."""
