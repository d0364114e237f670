"""`memdeck bench`: the figures of speed, measured in real processes and a real pty."""
