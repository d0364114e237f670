"""Made-up stores: entries that have nothing to do with each other, and a large store of real sentences."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_PAIRS = Path(__file__).parents[1] / "upkeep"


def fillers(count: int) -> list[dict[str, Any]]:
    """Return entries that have nothing to do with each other, as arguments of `Deck.add`."""
    words = _made_up_words(random.Random(count))
    return [{"title": next(words), "content": f"{next(words)} {next(words)}."} for _ in range(count)]


def sentences_of_projects(size: int, per_project: int = 250) -> list[dict[str, Any]]:
    """Return entries of many projects and a person, each with some of the sentences of the labelled pairs."""
    dice = random.Random(size)
    texts = sorted({text for file in sorted(_PAIRS.glob("pairs_*.tsv")) for text in _texts(file)})
    made: list[dict[str, Any]] = []
    owner = 0
    while len(made) < size:
        chosen = dice.sample(texts, min(per_project, size - len(made)))
        about = {"owner": f"project:p{owner}"} if owner else {"owner": "user:me", "type": "USER"}
        made += [{"title": text[:60].splitlines()[0], "content": text, **about} for text in chosen]
        owner += 1
    return made


def _texts(file: Path) -> Iterator[str]:
    for line in file.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) >= 3 and not line.startswith("#"):
            yield from (field for field in fields if len(field) > 15)


def _made_up_words(dice: random.Random) -> Iterator[str]:
    while True:
        yield "".join(dice.choices("bcdfghjklmnprstvz", k=3)) + "umor" + dice.choice("aeiou")
