"""Importing from other programs: what a path holds, whose it is, and taking it in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memdeck.deck.claiming import claimed
from memdeck.deck.import_plan import Wish
from memdeck.deck.surroundings import repository_of
from memdeck.exchange.importers.catalogue import BY_FORMAT, Importer
from memdeck.exchange.importers.harvest import SourceReading
from memdeck.exchange.problem import FileFault, Problem
from memdeck.memory.errors import MemdeckError
from memdeck.memory.owner import canonical_owner
from memdeck.memory.project import project_key


def importer_for(path: Path, form: str) -> Importer | None:
    """Return what reads a path; None for a folder of markdown files; raise MemdeckError for neither."""
    from memdeck.exchange.importers.catalogue import MARKDOWN, detect

    form = detect(path) if form == "auto" else form
    return None if form in {MARKDOWN, "claude-code", "bytechef"} else BY_FORMAT[form]


def read_source(path: Path, importer: Importer, known: Mapping[str, str]) -> SourceReading | Problem:
    """Read a source, or say why nothing of it can be read."""
    if not path.exists():
        raise MemdeckError(f"{path}: there is no such file or folder.", "Nothing was imported.")
    try:
        return importer.read(path, known)
    except FileFault as fault:
        return Problem(path.name, fault.reason, fault.line)


def wish_for(
    source: SourceReading, owner: str | None, known: Mapping[str, str], *, apart: bool = False
) -> Wish:
    """Return how a source is to be taken in.

    Its entries are the given owner's; else whose the source says; else those of the project that it lies in,
    or the person's.
    """
    if owner is not None:
        whose = canonical_owner(owner)
        roots = claimed(whose, source.place, known, apart=apart, own=True)
        return Wish(source.reading, whose, roots=roots, own_names=source.own_names)
    roots = dict(source.roots)
    if source.place is None:
        return Wish(source.reading, roots=roots, own_names=source.own_names)
    root = repository_of(source.place, apart=apart) or str(source.place.resolve())
    key = project_key(root, {**known, **roots})
    if root not in known:
        roots[root] = key
    fallback = canonical_owner(f"project:{key}")
    return Wish(source.reading, None, fallback, roots, own_names=source.own_names)
