"""The `memdeck` command itself: loads a command only when it runs, and turns every failure into one line."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import click

from memdeck import __version__
from memdeck.cli import narration
from memdeck.cli.deck_command import HELP_NAMES, global_options
from memdeck.cli.exit_code import MEANINGS, ExitCode
from memdeck.cli.invocation import Invocation
from memdeck.cli.outcome import outcome
from memdeck.cli.registry import BY_NAME, COMMANDS


class LazyGroup(click.Group):
    """A group whose commands stand in the registry."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return [entry.name for entry in COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the module of one command."""
        entry = BY_NAME.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = import_module(entry.module).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a misspelt one is answered with the nearest."""
        if args[0] not in BY_NAME and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], BY_NAME, 1)
            ctx.fail(f"No command {args[0]!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, from the table alone: nothing is loaded."""
        width = max(len(entry.name) for entry in COMMANDS)
        for heading in dict.fromkeys(entry.heading for entry in COMMANDS):
            rows = [(e.name.ljust(width), e.help) for e in COMMANDS if e.heading == heading]
            with formatter.section(heading):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Complete command names from the table."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(e.name, help=e.help) for e in COMMANDS if e.name.startswith(incomplete)]

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **_: Any,
    ) -> int:
        """Run; every way to fail ends as one line on stderr and an exit code."""
        invocation = Invocation()

        def call() -> int | None:
            return _told(super(LazyGroup, self).main, args, prog_name or "memdeck", complete_var, invocation)

        code = outcome(call, invocation.log)
        if standalone_mode:
            sys.exit(code)
        return code


def _told(main: Callable[..., Any], *arguments: Any) -> int | None:
    """Run click's own main; turn what click raises into a line and a code."""
    args, prog_name, complete_var, invocation = arguments
    try:
        code = main(args, prog_name, complete_var, standalone_mode=False, obj=invocation)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return ExitCode.USAGE
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "memdeck"
        return narration.misused(error.format_message(), command)
    except click.ClickException as error:
        narration.complain(error.format_message())
        return error.exit_code
    except click.Abort:
        return narration.stopped()
    return code if isinstance(code, int) else None


_EPILOG = "Exit codes: " + ", ".join(f"{code.value} {words}" for code, words in MEANINGS.items()) + "."


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings=HELP_NAMES,
    params=global_options(),
    epilog=_EPILOG,
)
@click.version_option(__version__, message="memdeck %(version)s")
@click.pass_context
def memdeck(context: click.Context) -> int | None:
    """See, correct and preview what your AI coding assistant remembers.

    Without a command the full-screen program opens. Data goes to stdout, words to stderr.
    NAME may be a memory's name, its id or a unique beginning of either.
    """
    if context.invoked_subcommand is not None:
        return None
    from memdeck.cli.program import open_program

    return open_program(context.ensure_object(Invocation))
