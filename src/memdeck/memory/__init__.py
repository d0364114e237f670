"""Values and rules of the memory domain.

Standard library only: nothing here reads a file, opens a database or draws a screen, so every other
part of Memdeck may import it and every rule can be tested without setting anything up.
"""
