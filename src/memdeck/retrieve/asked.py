"""Which part of a prompt is looked for.

A pasted log or file makes a prompt of a megabyte. What is asked stands before or after it, and the middle
says little beside its size; so of a long prompt only the two ends are read, whatever looks for it.
"""

from __future__ import annotations

ASKED_LIMIT = 8_000
"""Characters; a prompt up to this length counts whole."""
_END = ASKED_LIMIT // 2
_TORN = 200
"""At most so many characters are left out beside a cut, so that no word is torn."""


def asked_part(prompt: str) -> str:
    """Return the prompt; of one longer than ASKED_LIMIT its two ends, each half of that, in whole words."""
    text = prompt if len(prompt) <= ASKED_LIMIT else prompt.strip()
    if len(text) <= ASKED_LIMIT:
        return prompt
    return f"{_head(text[:_END])}\n{_tail(text[-_END:])}"


def _head(text: str) -> str:
    whole = text.rsplit(maxsplit=1)[0] if not text[-1].isspace() else text
    return whole if len(text) - len(whole) <= _TORN else text


def _tail(text: str) -> str:
    whole = text.split(maxsplit=1)[-1] if not text[0].isspace() else text
    return whole if len(text) - len(whole) <= _TORN else text
