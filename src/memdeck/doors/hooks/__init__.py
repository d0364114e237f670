"""What an assistant calls at its own moments: at a session's start, before a prompt, at its end."""
