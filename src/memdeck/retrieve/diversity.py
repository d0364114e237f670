"""The order in which entries are offered: best first, but not five of one type when others fit as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memdeck.memory.ranking import Hit

_STEP = 0.06
"""Each pick of a type takes this share from the score of the others of its type, once more for each."""


def diversified(hits: Sequence[Hit], picks: int, min_types: int) -> list[Hit]:
    """Return the hits, all of them relevant, in the order in which they are picked.

    Each pick lowers the weight of its own type. The first `picks` show at least `min_types` types when so
    many are there: when only as many places are left as types are missing, the best of a new type is taken.
    """
    left = list(hits)
    order: list[Hit] = []
    taken: Counter[str] = Counter()
    wanted = min(min_types, picks, len({hit.memory.type for hit in left}))
    while left:
        missing = wanted - len(taken)
        must = missing > 0 and picks - len(order) <= missing
        choice = [hit for hit in left if not must or hit.memory.type not in taken]
        best = max(
            range(len(choice)),
            key=lambda place: (choice[place].score * (1 - _STEP) ** taken[choice[place].memory.type], -place),
        )
        picked = choice[best]
        left.remove(picked)
        taken[picked.memory.type] += 1
        order.append(picked)
        if len(order) >= picks:
            return order + left
    return order
