"""Write the pages of docs/ that follow from the program: `python docs/generate.py` (or `make docs`).

A test compares them with what stands here, so a command or a key can't change without its page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from memdeck.cli.exit_code import MEANINGS
from memdeck.cli.group import memdeck
from memdeck.cli.registry import COMMANDS
from memdeck.settings.sections import ALL_KEYS, PRESETS, SECTIONS, Key
from memdeck.tui.commands import COMMANDS as TUI_COMMANDS
from memdeck.tui.commands import commands_of, shown_keys

DOCS = Path(__file__).parent
_WIDTH = 90


COMMANDS_TOP = """\
# Commands

*Written by `make docs` from the program itself.*

Data goes to stdout, words go to stderr. `--json` prints JSON in UTF-8; without it, a pipe gets
tab-separated values, whole and without a head line, and a terminal gets a table cut to its width.
NAME is a memory's name, its id, or a unique beginning of either. The global options `--home`,
`--config` and `--read-only` may stand before or after the command. Control, bidi and invisible
characters are shown as symbols or escapes, so that no text of an entry drives the terminal.
When the reader of a pipe goes away (`memdeck list | head`), the command ends in silence with 0.
"""

CONFIGURATION_TOP = """\
# Configuration

*Written by `make docs` from the program itself.*

Nothing needs to be configured. `memdeck config init` writes a file with every key commented out,
`memdeck config show` prints what is in force and where it was set, `memdeck config check` checks.

Later sources win:

1. the defaults below;
2. the user's file: `memdeck config path` names it, `--config FILE` or `MEMDECK_CONFIG` another;
3. `.memdeck.yaml`, the nearest one from the current folder up to the root of its Git repository;
4. environment variables: `MEMDECK_` and the key in capitals, with `__` between its parts, for
   example `MEMDECK_RETRIEVAL__PRESET=article` or `MEMDECK_RETRIEVAL__WEIGHTS__TIME=0`. Pairs are
   given as JSON.

The keys of a section stand beneath it:

```yaml
retrieval:
  preset: article
injection: {language: zh, token_budget: 800}
```

An unknown key or a wrong value ends the command with code 2 and one line that names the file, the
key, the value and what is allowed. What a value names, a model, a folder or a template, is looked at
when it is first used, by `memdeck config check` and by `memdeck doctor`. The keys of `extraction` are
read and checked, and nothing uses them yet: extraction is not part of this version.

A repository's file may only set the keys marked ✓: cloning a
project must not move your memory, choose a model, switch off a review or put words into a prompt.
Other keys in it are not followed, and a line on stderr says so.
"""

CONFIGURATION_END = """\
A number under `retrieval.weights` replaces the preset's own.

## Places

The store lies in the home folder: `--home DIR`, else `MEMDECK_HOME`, else the user's data folder
(`memdeck config path home`). It holds the database, what can be rebuilt from it, drafts that could
not be saved, and `memdeck.log`, which takes the details of what should not happen.
"""


def commands_page() -> str:
    """Return docs/commands.md: what `--help` says of every command."""
    lines = [COMMANDS_TOP, "| exit code | means |", "|--:|---|"]
    lines += [f"| {code.value} | {words} |" for code, words in MEANINGS.items()]
    lines += ["", "## memdeck", "", *_help_of(memdeck, "memdeck")]
    context = click.Context(memdeck, info_name="memdeck")
    for entry in COMMANDS:
        command = memdeck.get_command(context, entry.name)
        lines += [f"## memdeck {entry.name}", "", *_help_of(command, f"memdeck {entry.name}")]
        for name, inner in getattr(command, "commands", {}).items():
            path = f"memdeck {entry.name} {name}"
            lines += [f"### {path}", "", *_help_of(inner, path)]
    return "\n".join(lines)


def configuration_page() -> str:
    """Return docs/configuration.md: every key, its default, what it may be, what it means."""
    lines = [CONFIGURATION_TOP]
    for section in SECTIONS:
        lines += [f"## {section}", "", "| key | default | may be | repository | meaning |"]
        lines += ["|---|---|---|:-:|---|"]
        lines += [_row(key) for key in ALL_KEYS if key.path[0] == section]
        lines.append("")
    lines += ["## Presets of `retrieval.preset`", ""]
    lines += ["| preset | vector | keyword | time |", "|---|--:|--:|--:|"]
    lines += [f"| `{name}` | {w.vector:g} | {w.keyword:g} | {w.time:g} |" for name, w in PRESETS.items()]
    lines += ["", CONFIGURATION_END]
    return "\n".join(lines).rstrip("\n") + "\n"


KEYS_TOP = """\
# Keys

*Written by `make docs` from the program's one table of commands.*

`?` shows the keys of the screen you are on, `:` finds a command by typing. Give a command other keys in
the configuration, by its id, with the keys as Textual names them:

```yaml
tui: {keymap: {memory.delete: "x", search.start: "slash,ctrl+f"}}
```
"""


def keys_page() -> str:
    """Return docs/keys.md: every command of the program with its keys, by scope."""
    lines = [KEYS_TOP]
    for scope in dict.fromkeys(each.scope for each in TUI_COMMANDS):
        lines += [f"## {_SCOPE_TITLES.get(scope, scope.capitalize())}", ""]
        lines += ["| keys | command | id | what it does |", "|---|---|---|---|"]
        for each in commands_of(scope):
            keys = " ".join(f"`{key}`".replace("|", "\\|") for key in shown_keys(each, {}))
            lines.append(f"| {keys} | {each.label} | `{each.id}` | {each.sentence} |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


_SCOPE_TITLES = {
    "app": "Everywhere",
    "preflight": "Pre-flight",
    "list": "In a list",
    "search": "In the search field",
    "filters": "In the filters",
}


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands_page,
    "configuration.md": configuration_page,
    "keys.md": keys_page,
}


def stale_pages() -> Iterator[str]:
    """Give the names of pages that are not what the program says."""
    for name, page in PAGES.items():
        file = DOCS / name
        if not file.exists() or file.read_text(encoding="utf-8") != page():
            yield name


def _help_of(command: click.Command | None, path: str) -> list[str]:
    if command is None:
        raise LookupError(path)
    parent, _, name = path.rpartition(" ")
    above = click.Context(memdeck, info_name=parent) if parent else None
    context = click.Context(
        command, info_name=name, parent=above, terminal_width=_WIDTH, max_content_width=_WIDTH
    )
    context.help_option_names = ["-h", "--help"]
    return ["```text", *(line.rstrip() for line in command.get_help(context).splitlines()), "```", ""]


def _row(key: Key) -> str:
    inner = ".".join(key.path[1:])
    default = json.dumps(key.default, ensure_ascii=False).strip('"')
    open_to = "✓" if key.repository else ""
    return f"| `{inner}` | `{default}` | {key.rule.allowed} | {open_to} | {key.meaning} |"


def main() -> int:
    """Write all pages."""
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
