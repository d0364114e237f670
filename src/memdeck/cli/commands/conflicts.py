"""`memdeck conflicts`: what contradicts or says the same, and settling it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from memdeck.cli import narration, person
from memdeck.cli.conflict_words import (
    conflict_record,
    judge_words,
    print_conflict,
    print_conflicts,
    scan_record,
    scan_words,
    settlement_record,
)
from memdeck.cli.deck_command import HELP_NAMES, DeckCommand, global_options, pass_invocation
from memdeck.cli.incoming import content_from
from memdeck.cli.invocation import Invocation
from memdeck.cli.json_text import print_json
from memdeck.cli.options import json_option
from memdeck.memory.conflict import ConflictKind, ConflictState

_STATES = click.Choice([state.value for state in ConflictState], case_sensitive=False)
_KINDS = click.Choice([kind.value for kind in ConflictKind], case_sensitive=False)


@click.group("conflicts", context_settings=HELP_NAMES, params=global_options(), invoke_without_command=True)
@json_option
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Show what contradicts or says the same, and settle it; alone it lists what is open.

    Conflicts are found when an entry is written. After an import of many, 'scan' compares them.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_, as_json=as_json)


@command.command("list", cls=DeckCommand)
@click.option("--state", type=_STATES, default="open", help="Which; default: open.")
@click.option("--all", "everything", is_flag=True, help="In every state.")
@click.option("--kind", type=_KINDS, help="Only this kind.")
@click.option("--owner", metavar="OWNER", help="Only with an entry of this owner.")
@click.option("--of", "of", metavar="NAME", help="Only those of this memory.")
@json_option
@pass_invocation
def list_(
    invocation: Invocation,
    state: str,
    everything: bool,
    kind: str | None,
    owner: str | None,
    of: str | None,
    as_json: bool,
) -> None:
    """List conflicts, the surest first."""
    with invocation.deck() as deck:
        if deck.conflicts_behind and not deck.read_only:
            deck.scan_conflicts(_progress() if _watched() else None)
        found = deck.conflicts(None if everything else state, kind, owner, of=of, catch_up=False)
    if as_json:
        print_json([conflict_record(each) for each in found])
        return
    print_conflicts(found)
    if not found:
        narration.say("No conflict. 'memdeck conflicts list --all' shows settled ones too.")
    elif person.reads():
        narration.say("'memdeck conflicts show ID' shows both texts, 'resolve ID' settles it.")


@command.command("scan", cls=DeckCommand)
@click.option("--full", is_flag=True, help="Compare every memory again, not only what is new.")
@click.option(
    "--judge",
    metavar="off|FOLDER|ADDRESS",
    help="Ask this model about what the rules leave open, in place of the one of conflicts.judge.",
)
@json_option
@pass_invocation
def scan(invocation: Invocation, full: bool, judge: str | None, as_json: bool) -> int:
    """Compare memories with their neighbours, and say what was found.

    The judge of conflicts.judge, if there is one, is asked about what the rules leave open. When it fails,
    what the rules found stands, and the exit code is 3.
    """
    from memdeck.settings import settings_from

    settings = invocation.settings()
    if judge is not None:
        settings = settings_from({"conflicts": {"judge": judge}}, settings)
    watched = _watched()
    with invocation.deck(settings=settings) as deck:
        report = deck.scan_conflicts(
            _progress() if watched else None,
            full=full,
            judged=True,
            judging=_progress("judged") if watched else None,
        )
    if as_json:
        print_json(scan_record(report))
    narration.say(scan_words(report))
    if report.judge:
        narration.say(judge_words(report))
    if report.judge_fault:
        narration.complain(report.judge_fault)
    return 3 if report.judge_fault else 0


@command.command("show", cls=DeckCommand)
@click.argument("conflict_id", metavar="ID")
@json_option
@pass_invocation
def show(invocation: Invocation, conflict_id: str, as_json: bool) -> None:
    """Show the conflict ID with both texts; a unique beginning of the id is enough."""
    with invocation.deck() as deck:
        found = deck.conflict(conflict_id)
    if as_json:
        print_json(conflict_record(found))
    else:
        print_conflict(found)


@command.command("resolve", cls=DeckCommand)
@click.argument("conflict_id", metavar="ID")
@click.option("--keep", type=click.Choice(["newer", "older"]), help="Keep one; the other is superseded.")
@click.option("--merge", metavar="FILE|-", help="Put the text of a file, or of stdin, in place of both.")
@click.option("--title", metavar="TEXT", help="With --merge or when narrowing: a new title.")
@click.option("--narrow-owner", metavar="OWNER", help="Move one to another owner, so that both hold.")
@click.option("--condition", metavar="TEXT", help="Say when one of them holds, for example 'In Makefiles'.")
@click.option(
    "--which",
    type=click.Choice(["newer", "older"]),
    default="newer",
    help="Which one to narrow; default: newer.",
)
@click.option("--both", is_flag=True, help="Both stand; don't ask again until a text changes.")
@json_option
@pass_invocation
def resolve(
    invocation: Invocation,
    conflict_id: str,
    keep: str | None,
    merge: str | None,
    title: str | None,
    narrow_owner: str | None,
    condition: str | None,
    which: str,
    both: bool,
    as_json: bool,
) -> None:
    """Settle the conflict ID in one way. 'memdeck undo' takes it back and opens the conflict again."""
    narrow = narrow_owner is not None or condition is not None
    if [keep is not None, merge is not None, narrow, both].count(True) != 1:
        raise click.UsageError(
            "Give one of --keep, --merge, --both, or --narrow-owner and --condition together."
        )
    given: dict[str, Any] = {}
    if keep is not None:
        how = f"keep_{keep}"
    elif merge is not None:
        how, given = "merge", {"content": _text(merge), "title": title}
    elif both:
        how = "both_stand"
    else:
        how = "narrow"
        given = {"owner": narrow_owner, "condition": condition, "title": title, "which": which}
    with invocation.deck() as deck:
        settled = deck.settle(conflict_id, how, **given)
    narration.say(settled.summary)
    if as_json:
        print_json(settlement_record(settled))


def _text(place: str) -> str | None:
    if place == "-":
        return content_from("-", None)
    file = Path(place)
    if not file.is_file():
        raise click.UsageError(f"--merge: there is no file {place!r}.")
    return content_from(None, file)


def _watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _progress(what: str = "") -> Callable[[int, int], None]:
    def tell(done: int, of: int) -> None:
        click.echo(f"\r{done:,} of {of:,} memories {what}".rstrip(), nl=done == of, err=True)

    return tell
