"""Words that mean the same: a small general glossary of software and work, English and Chinese.

A prompt that says 备份 finds the entry that says "backup", with no model at all. The groups lie in
`concepts.txt`; they were written from general knowledge, not from anybody's entries (docs/retrieval.md).
`python -m memdeck.store.words.concept_making` turns them into `concept_table.py`, which loads at once.
"""

from __future__ import annotations

from memdeck.store.words.concept_table import LONGEST, RUNS, WORDS
from memdeck.store.words.stemming import stem
from memdeck.store.words.terms import is_cjk, parts_of, tokens_of

MARK = "@"
"""Begins the term of a concept; no term of a text begins with it."""


def read_glossary(text: str) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return the concept terms by English stems (two with a blank between), and by Chinese words."""
    words: dict[str, tuple[str, ...]] = {}
    runs: dict[str, tuple[str, ...]] = {}
    number = 0
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        number += 1
        term = f"{MARK}{number}"
        for word in line.replace("|", " ").split():
            into, key = (runs, word) if is_cjk(word) else (words, " ".join(map(stem, word.split("_"))))
            if term not in into.get(key, ()):
                into[key] = (*into.get(key, ()), term)
    return words, runs


def concepts_of(text: str) -> list[str]:
    """Return the concept terms of a text, each once, in order of the first word that means it."""
    found: dict[str, None] = {}
    before = ""
    for token in tokens_of(text):
        if is_cjk(token):
            found.update(dict.fromkeys(_in_run(token)))
            before = ""
            continue
        for part in parts_of(token):
            stemmed = stem(part)
            for key in (stemmed, f"{before} {stemmed}"):
                found.update(dict.fromkeys(WORDS.get(key, ())))
            before = stemmed
    return list(found)


def _in_run(run: str) -> list[str]:
    found: list[str] = []
    start = 0
    while start < len(run):
        for length in range(min(LONGEST, len(run) - start), 0, -1):
            terms = RUNS.get(run[start : start + length])
            if terms:
                found += terms
                start += length
                break
        else:
            start += 1
    return found
