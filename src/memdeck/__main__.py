"""The entry point of `memdeck` and of `python -m memdeck`."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line and end the process at once.

    Everything is flushed and closed by then. Taking the interpreter down properly after SQLModel costs
    about 90 ms, after Chroma 140 (docs/architecture.md), and does nothing for anybody.
    """
    gc.disable()  # what start-up makes is no garbage; walking over it would cost the first screen 12 %
    code = _run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):  # a closed pipe or stream has nothing to lose
            continue
    os._exit(code)


def _run(arguments: list[str]) -> int:
    if not arguments and "_MEMDECK_COMPLETE" not in os.environ:
        from memdeck.cli.bare import open_without_arguments  # spares the first screen click's import

        return open_without_arguments()
    if arguments[:1] == ["inject"]:
        from memdeck.cli.before_prompt import inject_at_once  # stands before every prompt: spares click too

        if inject_at_once(arguments[1:]):
            return 0
    if arguments[:1] == ["hook"]:
        from memdeck.doors.hooks.at_once import hook_at_once  # the same, and must never end with code 2

        if hook_at_once(arguments[1:]):
            return 0
    from memdeck.cli.run import run

    gc.freeze()
    gc.enable()  # this may become a long run; the ways above are short, or enable it themselves
    return run(arguments)


if __name__ == "__main__":
    main()
