"""Planning an installation, and carrying it out. Nothing is written before all is understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memdeck.doors.install.change import BACKUP_SUFFIX, FileChange, read_text, take_back, without_mark, write
from memdeck.doors.install.clients import CLIENTS, Layout, Switch
from memdeck.doors.install.parts import Part, has_own_hooks, setting
from memdeck.doors.install.running_command import RunningCommand
from memdeck.doors.install.toml_server import toml_values
from memdeck.memory.errors import InvalidField, MemdeckError


@dataclass(frozen=True, slots=True)
class InstallPlan:
    """What an installation, or taking one away, does."""

    client: str
    title: str
    changes: tuple[FileChange, ...]
    """Only files that change."""
    notes: tuple[str, ...] = ()
    """What is left out, and what is left for the person to do."""

    def difference(self) -> str:
        """Return all changes as one unified difference."""
        return "".join(change.difference() for change in self.changes)


def plan_install(
    client: str, command: RunningCommand, *, project: Path | None = None, uninstall: bool = False
) -> InstallPlan:
    """Plan an installation; changes nothing.

    Args:
        client: one of CLIENTS.
        command: how the assistant starts this program.
        project: the folder of a project; None writes the person's own files.
        uninstall: take away instead of putting in.

    Raises:
        InvalidField: there is no such client.
        MemdeckError: a file can't be read, or is not understood; it says which line.
    """
    known = CLIENTS.get(client)
    if known is None:
        raise InvalidField("client", f"{client!r} is unknown.", f"Use one of {', '.join(CLIENTS)}.")
    if project is not None and not project.is_dir():
        raise MemdeckError(f"{project}: there is no such folder.", "Nothing was changed.")
    layout = known.layout(command, project.resolve() if project is not None else None)
    parts: list[Part] = [layout.server]
    notes: list[str] = []
    if layout.hooks is not None:
        reason = "" if uninstall else _reason_against_hooks(layout)
        if reason:
            notes.append(reason)
        else:
            parts.append(layout.hooks)
    advice = " ".join(filter(None, (layout.advice, layout.hook_advice if layout.hooks in parts else "")))
    changes = _changes(parts, uninstall=uninstall)
    if changes and not uninstall and advice:
        notes.append(advice)
    return InstallPlan(known.name, known.title, changes, tuple(notes))


def carry_out(plan: InstallPlan) -> list[Path]:
    """Write the files of a plan; return the copies of the old ones.

    Raises:
        MemdeckError: a file changed meanwhile, or can't be written. Those before it are put back.
    """
    copies: list[Path] = []
    for place, change in enumerate(plan.changes):
        try:
            copy = write(change)
        except MemdeckError:
            for done in reversed(plan.changes[:place]):
                take_back(done)
            raise
        copies += [copy] if copy is not None else []
    return copies


def _changes(parts: Sequence[Part], *, uninstall: bool) -> tuple[FileChange, ...]:
    before = {part.path: read_text(part.path) for part in parts}
    after = dict(before)
    for part in parts:
        text = after[part.path]
        if uninstall:
            after[part.path] = _out(text, [part]) if text is not None else None
        else:
            after[part.path] = part.put_in(text if text is not None else part.empty)
    if uninstall:
        after = {
            path: _gone_if_ours(path, _as_it_was(path, text, before[path], parts), before[path])
            for path, text in after.items()
        }
    changes = [FileChange(path, before[path], after[path]) for path in before]
    return tuple(change for change in changes if change.changes)


def _as_it_was(path: Path, text: str | None, before: str | None, parts: Sequence[Part]) -> str | None:
    """Return the copy from before the installation, when nothing but Memdeck changed the file since.

    Putting in and taking out does not give every file back: an empty `"hooks": {}` goes with what was in it.
    """
    if text is None or text == before:
        return text
    here = [part for part in parts if part.path == path]
    try:
        old = read_text(_backup_of(path))
        if old is None or _out(old, here) != old:
            return text
        installed = old
        for part in here:
            installed = part.put_in(installed)
        return old if _out(installed, here) == text else text
    except MemdeckError:  # a copy that is not understood tells nothing
        return text


def _out(text: str, parts: Sequence[Part]) -> str:
    for part in parts:
        text = part.taken_out(text) if text.strip() else text
    return text


def _backup_of(path: Path) -> Path:
    real = path.resolve()
    return real.with_name(real.name + BACKUP_SUFFIX)


def _gone_if_ours(path: Path, text: str | None, before: str | None) -> str | None:
    """Let a file go that holds nothing any longer, if it was not there before the installation."""
    if text is None or text == before or text.strip() not in {"", "{}"}:
        return text
    return text if _backup_of(path).exists() else None


def _reason_against_hooks(layout: Layout) -> str:
    for file in layout.plugins:
        plugins = setting(file, read_text(file), ["enabledPlugins"])
        for name, on in plugins.items() if isinstance(plugins, dict) else ():
            if on and name.partition("@")[0] == "memdeck":
                raise MemdeckError(
                    f"The plugin {name!r} is switched on in {file}: it brings the hooks itself.",
                    "Nothing was changed. Both together would run everything twice.",
                )
    for switch in layout.switches:
        if _value(switch) is switch.off:
            name = ".".join(switch.keys)
            return f"Hooks are switched off by '{name}' in {switch.path}; none were written."
    if layout.elsewhere is not None:
        text = read_text(layout.elsewhere)
        if text and setting(layout.elsewhere, text, ["hooks"]) and has_own_hooks(without_mark(text)[1]):
            return f"{layout.elsewhere} has the hooks already, for every project; none were written here."
    return ""


def _value(switch: Switch) -> object:
    text = read_text(switch.path)
    if switch.path.suffix != ".toml":
        return setting(switch.path, text, list(switch.keys))
    value: object = toml_values(switch.path, text or "")
    for key in switch.keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
