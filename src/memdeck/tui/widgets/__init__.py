"""Widgets: each shows what it is given and posts messages. None knows the deck, the app or its screen."""
