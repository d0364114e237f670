"""Search of the list by title, description and name, at each key stroke.

Two passes over the *heads* that the list holds in memory: `exact` answers within a frame and is already
ranked; `near` forgives slips of the keyboard, belongs in a worker, and only adds below. `ranked` is both.
"""

from __future__ import annotations

from collections.abc import Iterable

from memdeck.retrieve.headsearch.exact import ExactSearch
from memdeck.retrieve.headsearch.heads import Headed, Heads
from memdeck.retrieve.headsearch.terms import terms_of


def ranked(rows: Iterable[Headed], text: str) -> list[str]:
    """Return the ids whose head matches `text`, best first: exact matches, then near ones.

    Args:
        rows: the list, in its order; ties keep it.
        text: what was typed; never a query language, any character is literal.
    """
    heads = Heads.of(rows)
    hits = ExactSearch(heads).find(text)
    found = [heads.ids[row] for row in hits]
    terms = terms_of(text)
    if not terms:
        return found
    from memdeck.retrieve.headsearch.near import NearSearch
    from memdeck.retrieve.headsearch.vocabulary import Vocabulary, written

    if all(written(term, heads.texts, hits) for term in terms):
        return found
    near = NearSearch(heads, Vocabulary.of(heads.texts)).find(terms, set(hits))
    return found + [heads.ids[row] for row in near.rows]
