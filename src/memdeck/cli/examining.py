"""The findings of `memdeck doctor`."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.cli.invocation import Invocation
from memdeck.memory.errors import MemdeckError, StoreFault
from memdeck.settings import Settings, load_settings
from memdeck.settings.places import cache_folder, check_home, home_folder

if TYPE_CHECKING:
    from memdeck.deck.secret_search import SecretHolder


_NAMED = 20
"""Memories with secrets that are named; the others are counted."""


class State(StrEnum):
    """How a thing is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    state: State
    subject: str
    words: str


def findings(invocation: Invocation) -> Iterator[Finding]:
    """Look at everything, in the order in which one thing needs the other."""
    settings = Settings()
    try:
        settings = load_settings(invocation.config)
    except MemdeckError as error:
        yield Finding(State.FAIL, "configuration", str(error))
    else:
        places = ", ".join(sorted(set(settings.origins.values())))
        yield Finding(State.OK, "configuration", places or "defaults")
    for note in settings.notes:
        yield Finding(State.WARN, "configuration", note)
    yield _home(home_folder(invocation.home))
    yield from _cache()
    yield from _parts(settings)
    yield from _model(invocation, settings)
    yield from _judge(invocation, settings)
    try:
        yield from _store(invocation, settings)
    except MemdeckError as error:
        yield Finding(State.FAIL, "store", str(error))


def _home(folder: Path) -> Finding:
    try:
        check_home(folder)
    except StoreFault as fault:
        return Finding(State.FAIL, "home", str(fault))
    if not folder.exists():
        return Finding(State.OK, "home", f"{folder} will be made at the first change")
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o077:
        return Finding(State.WARN, "home", f"{folder} can be read by others ({mode:o}); 'chmod 700' helps")
    return Finding(State.OK, "home", str(folder))


def _cache() -> Iterator[Finding]:
    """Warn when the encoder's tables can't be kept: each prompt then takes seconds, by words alone."""
    folder = cache_folder()
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        words = (
            f"{folder} can't be written; without it every prompt takes seconds. XDG_CACHE_HOME names another"
        )
        yield Finding(State.WARN, "cache", words)


def _parts(settings: Settings) -> Iterator[Finding]:
    """Look at what the settings name beside the model: only what is wrong, and a server that was asked."""
    from memdeck.deck.model_check import check_reranker, check_templates

    for subject, check in (("templates", check_templates), ("reranker", check_reranker)):
        try:
            check(settings)
        except MemdeckError as error:
            yield Finding(State.FAIL, subject, str(error))
    if settings.storage.chroma_url is not None:
        from memdeck.deck.model_check import why_no_chroma

        reason = why_no_chroma(settings)
        words = f"{reason}; exact comparison does its work" if reason else "the Chroma server answers"
        yield Finding(State.WARN if reason else State.OK, "index", words)


def _model(invocation: Invocation, settings: Settings) -> Iterator[Finding]:
    """Say which model answers by meaning, and whether entries wait for it; its settings may contradict."""
    from memdeck.deck import Deck

    try:
        with Deck.open(invocation.home, settings, read_only=True) as deck:
            health = deck.meaning_health()
    except StoreFault:
        return  # said as the store's
    except MemdeckError as error:
        yield Finding(State.FAIL, "model", str(error))
        return
    many = "1 change waits" if health.waiting == 1 else f"{health.waiting:,} changes wait"
    waiting = f"; {many} to be embedded" if health.waiting else ""
    yield Finding(State.OK, "model", f"{health.model}, {health.dimension} dimensions{waiting}")


def _judge(invocation: Invocation, settings: Settings) -> Iterator[Finding]:
    """Ask the judge one question of our own; without one there is nothing to say."""
    from memdeck.deck import Deck
    from memdeck.deck.judge_health import judge_health

    if settings.conflicts.judge == "off":
        return
    try:
        with Deck.open(invocation.home, settings, read_only=True) as deck:
            health = judge_health(deck)
    except MemdeckError:
        return  # said as the store's
    if health is None:
        return
    if health.verdict is None:
        yield Finding(State.WARN, "judge", f"{health.fault} The rules decide alone meanwhile.")
        return
    sure = health.verdict.contradiction
    well = sure >= settings.conflicts.judge_adds
    waiting = f"; {health.waiting:,} memories wait for 'memdeck conflicts scan'" if health.waiting else ""
    words = f"{health.judge}, {health.seconds:.1f} s for a question{waiting}"
    if not well:
        words += f"; it calls a plain contradiction one at {sure:.2f} only: is it made for this?"
    yield Finding(State.OK if well else State.WARN, "judge", words)


def _store(invocation: Invocation, settings: Settings) -> Iterator[Finding]:
    from memdeck.deck import Deck
    from memdeck.deck.examining import examine

    with Deck.open(invocation.home, settings, read_only=True) as deck:
        facts, sealed = examine(deck), deck.sealed_note
        holders = deck.secret_holders() if facts.exists and facts.form == facts.newest_form else []
    if not facts.exists or facts.form is None:
        yield Finding(State.OK, "store", f"{facts.place} holds nothing yet")
        return
    size = f", {facts.bytes / 1e6:,.1f} MB" if facts.bytes else ""
    yield Finding(State.OK, "store", f"{facts.place}{size}")
    current = facts.form == facts.newest_form
    yield Finding(
        State.OK if current else State.WARN,
        "form",
        facts.form if current else f"{facts.form}; the first change brings it to {facts.newest_form}",
    )
    if facts.journal:
        well = facts.journal == "wal"
        words = facts.journal if well else f"{facts.journal}; with wal readers need not wait for writers"
        if sealed:  # SQLite tells no journal of a file that never changes
            well, words = False, sealed
        yield Finding(State.OK if well else State.WARN, "journal", words)
        yield Finding(
            State.FAIL if facts.integrity else State.OK, "integrity", "; ".join(facts.integrity) or "whole"
        )
    counts = f"{facts.live:,} live, {facts.removed:,} removed, {facts.changes:,} changes"
    most = settings.storage.max_memories
    full = f"; more than storage.max_memories ({most:,})" if facts.live > most else ""
    yield Finding(State.WARN if full else State.OK, "memories", counts + full)
    yield _secrets(holders, settings)
    if facts.copies:
        megabytes = sum(copy.stat().st_size for copy in facts.copies) / 1e6
        names = ", ".join(copy.name for copy in facts.copies)
        words = f"{names}, {megabytes:,.1f} MB from before an update, what was purged since among it"
        yield Finding(State.OK, "copies", f"{words}; delete them when all is well")
    if facts.without_text:
        yield Finding(State.FAIL, "search", f"{facts.without_text:,} memories have no text to search in")


def _secrets(holders: Sequence[SecretHolder], settings: Settings) -> Finding:
    if settings.secrets.level == "off":
        return Finding(State.OK, "secrets", "not looked for (secrets.level: off)")
    if not holders:
        return Finding(State.OK, "secrets", "none found")
    named = [
        f"{each.name} ({', '.join(each.kinds)}{', removed' if each.removed else ''})" for each in holders
    ]
    words = ", ".join(named[:_NAMED]) + (f" and {len(named) - _NAMED:,} more" if len(named) > _NAMED else "")
    return Finding(State.WARN, "secrets", f"{words}; 'memdeck doctor --fix' masks them")
