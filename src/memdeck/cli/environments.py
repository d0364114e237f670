"""The environment of a deployment, as people write it on the command line."""

from __future__ import annotations

from typing import Any

import click

from memdeck.memory.errors import InvalidField
from memdeck.memory.owner import Environment, parse_environment


class EnvironmentName(click.ParamType[Environment]):
    """`production`, `PROD` and the like; whoever names one deployment is told where that belongs."""

    name = "environment"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Environment:
        """Return the environment."""
        if isinstance(value, Environment):
            return value
        text = str(value)
        try:
            return parse_environment(text)
        except InvalidField as error:
            hint = f"One deployment is an owner: --owner {text}" if "@" in text else error.hint
            self.fail(f"{text!r} is not an environment. {hint}", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Complete the long names."""
        from click.shell_completion import CompletionItem

        names = [each.value.lower() for each in Environment]
        return [CompletionItem(name) for name in names if name.startswith(incomplete.casefold())]
