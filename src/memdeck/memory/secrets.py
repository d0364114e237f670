"""Finding secrets in a text, and masking them. Standard library only, offline, linear in the text's length.

    >>> mask_secrets("clone with ghp_" + "a1B2" * 9).text
    'clone with <GITHUB_TOKEN>'

What is found: tokens of known providers, private keys, passwords in addresses, JWTs, login headers, and
values whose key means a secret. Prose, hashes and UUIDs are left alone. Masking twice is masking once, and
everything that is no secret stays byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from memdeck.memory.secrets_blocks import addresses, logins, private_keys
from memdeck.memory.secrets_level import SecretLevel
from memdeck.memory.secrets_pairs import pairs
from memdeck.memory.secrets_tokens import tokens

__all__ = ["Finding", "Masked", "SecretLevel", "find_secrets", "mask_secrets"]


class Finding(NamedTuple):
    """Where a secret stands. The value itself is never held, so that no log or error can show it."""

    kind: str
    """What it is, in capitals: `GITHUB_TOKEN`."""
    start: int
    end: int


class Masked(NamedTuple):
    """A text without its secrets."""

    text: str
    kinds: tuple[str, ...]
    """What was masked, in the order of the text; a kind occurs as often as it was masked."""


MoreRules = Callable[[str], Iterable[Finding]]
"""Finds secrets by other rules than those here."""


def find_secrets(
    text: str, level: SecretLevel | str = SecretLevel.BALANCED, more: MoreRules | None = None
) -> tuple[Finding, ...]:
    """Return where secrets stand, in the order of the text; places never overlap.

    Args:
        text: any text.
        level: how eagerly values are taken for secrets because of their key; `off` finds nothing.
        more: finds what rules from elsewhere know; these rules name what both find.
    """
    level = SecretLevel(level)
    if level is SecretLevel.OFF or not text:
        return ()
    found = chain(
        private_keys(text), tokens(text), addresses(text, level), logins(text, level), pairs(text, level)
    )
    others = more(text) if more is not None else ()
    return _joined([*(Finding(*span) for span in found), *others])


def mask_secrets(
    text: str, level: SecretLevel | str = SecretLevel.BALANCED, more: MoreRules | None = None
) -> Masked:
    """Return the text with `<KIND>` in the place of every secret; arguments as in `find_secrets`."""
    findings = find_secrets(text, level, more)
    if not findings:
        return Masked(text, ())
    parts: list[str] = []
    done = 0
    for finding in findings:
        parts += (text[done : finding.start], f"<{finding.kind}>")
        done = finding.end
    parts.append(text[done:])
    return Masked("".join(parts), tuple(finding.kind for finding in findings))


def _joined(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Join places that overlap; the kind found first, by the more certain rule, names the whole."""
    certainty = {id(finding): number for number, finding in enumerate(findings)}
    joined: list[Finding] = []
    best = 0
    for finding in sorted(findings, key=lambda item: (item.start, item.end)):
        rank = certainty[id(finding)]
        if not joined or finding.start >= joined[-1].end:
            joined.append(finding)
            best = rank
            continue
        last = joined[-1]
        kind, best = (finding.kind, rank) if rank < best else (last.kind, best)
        joined[-1] = Finding(kind, last.start, max(last.end, finding.end))
    return tuple(joined)
