"""`memdeck inject` in its usual forms, without the command line's library: that saves a tenth of the process.

What is not usual (help, a wrong option, stdin, a failure before anything was given) goes the ordinary way,
which says what is wrong. A test compares the two ways.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memdeck.cli import narration
from memdeck.cli.invocation import Invocation
from memdeck.cli.surroundings import access_from, open_deck, write_block
from memdeck.memory.errors import StoreFault

if TYPE_CHECKING:
    from datetime import datetime

    from memdeck.memory.injection import Injection

_VALUES = frozenset({"--session", "--owner", "--project", "--budget", "--home", "--config"})


class Asked(NamedTuple):
    """What is asked for."""

    prompt: str | None
    """None is the start of a session."""
    as_of: datetime | None = None
    budget: int | None = None
    project: Path | None = None
    owners: tuple[str, ...] = ()
    session: str | None = None


class _Given:
    """Writes the block, remembers that it did, and says which way of finding entries failed."""

    done = False

    def __call__(self, made: Injection) -> None:
        write_block(made.text)
        self.done = True
        for note in made.lane_notes(only_failed=True):
            narration.complain(note)


def give_and_record(invocation: Invocation, asked: Asked, given: _Given | None = None) -> None:
    """Print the block, then record it. A record that fails is said, and does not fail the call."""
    given = given or _Given()
    with open_deck(invocation, asked.project) as deck:
        try:
            deck.inject(
                asked.prompt,
                session=asked.session,
                access=access_from(deck, asked.owners, asked.project),
                as_of=asked.as_of,
                budget=asked.budget,
                client="memdeck inject",
                give=given,
            )
        except StoreFault as fault:
            if not given.done:
                raise
            narration.complain(str(fault))  # the assistant has its block: that is what counts


def usual_form(arguments: list[str]) -> tuple[Invocation, Asked] | None:
    """Read `[options] PROMPT` with each option and its value apart; None for every other form."""
    values: dict[str, list[str]] = {}
    prompts: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument in _VALUES:
            value = next(rest, None)
            if value is None or value.startswith("-"):
                return None
            values.setdefault(argument, []).append(value)
        elif argument.startswith("-") or prompts:
            return None
        else:
            prompts.append(argument)
    if not prompts or ("--owner" in values and "--project" in values):
        return None
    return _read(values, prompts[0])


def _read(values: dict[str, list[str]], prompt: str) -> tuple[Invocation, Asked] | None:
    def last(option: str) -> str | None:
        return values[option][-1] if option in values else None

    budget, home, config, project = (last(each) for each in ("--budget", "--home", "--config", "--project"))
    if budget is not None and not (budget.isascii() and budget.isdecimal() and int(budget) > 0):
        return None
    if any(path and Path(path).is_file() for path in (home, project)) or (config and Path(config).is_dir()):
        return None
    invocation = Invocation(Path(home) if home else None, Path(config) if config else None)
    asked = Asked(
        prompt,
        budget=int(budget) if budget else None,
        project=Path(project) if project else None,
        owners=tuple(values.get("--owner", ())),
        session=last("--session"),
    )
    return invocation, asked


def inject_at_once(arguments: list[str]) -> bool:
    """Serve a usual form; return False when nothing was given and the ordinary way must be gone."""
    read = usual_form(arguments)
    if read is None:
        return False
    given = _Given()
    try:
        give_and_record(*read, given)
    except Exception as fault:  # noqa: BLE001 - the ordinary way meets it again, and says it
        if given.done:
            narration.surprised(fault, read[0].log)
        return given.done
    return True
