"""Which owners a request from a folder may see: the person, and the project that the folder lies in."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from memdeck.deck.reading import Reading
from memdeck.memory.owner import ME

_POINTER = "gitdir:"
_WORKTREES = "worktrees"


class Surroundings(Reading):
    """From a folder to an access. A folder that no project is registered for sees the person only."""

    def project_in(self, folder: Path | str) -> str | None:
        """Return the key of the registered project that `folder` lies in, the innermost one; or None.

        A linked worktree belongs to the project of its main repository, so that what was learnt on one
        branch is there on the others; with `storage.worktrees: apart` it is a project of its own.
        """
        return project_of(Path(folder), self._reader.projects(), apart=self._apart)

    def repository_in(self, folder: Path | str) -> str | None:
        """Return the real folder that a project in `folder` would be registered under, or None."""
        return repository_of(Path(folder), apart=self._apart)

    def access_in(self, folder: Path | str | None) -> tuple[str, ...]:
        """Return the owners that a session in `folder` may see; None is a session that is nowhere."""
        key = self.project_in(folder) if folder is not None else None
        return (ME,) if key is None else (ME, f"project:{key}")

    @property
    def _apart(self) -> bool:
        return self.settings.storage.worktrees_apart


def project_of(folder: Path, projects: Mapping[str, str], *, apart: bool = False) -> str | None:
    """Return the key of the innermost of `projects` (real folder → key) around `folder`.

    Args:
        folder: where somebody works.
        projects: the registered ones.
        apart: a linked worktree does not belong to its main repository.
    """
    if not projects:
        return None
    for candidate in _upward(folder, apart=apart):
        if candidate in projects:
            return projects[candidate]
    return None


def repository_of(folder: Path, *, apart: bool = False) -> str | None:
    """Return the real folder of the Git repository around `folder`.

    Of a linked worktree that is the main repository's, unless worktrees are kept `apart`. None outside a
    repository, and for a repository that is the person's home folder or holds it.
    """
    real = Path(os.path.realpath(folder))
    home = Path(os.path.realpath(Path.home()))
    for candidate in (real, *real.parents):
        if (candidate / ".git").exists():
            main = None if apart else _main_repository(candidate / ".git")
            root = Path(main or candidate)
            return None if home.is_relative_to(root) else str(root)
    return None


def _upward(folder: Path, *, apart: bool) -> Iterator[str]:
    real = Path(os.path.realpath(folder))
    for candidate in (real, *real.parents):
        yield str(candidate)
        main = _main_repository(candidate / ".git")
        if main is None:
            continue
        if apart:
            return  # a worktree may lie inside its main repository, and is none of it
        yield main


def _main_repository(git: Path) -> str | None:
    """Return the folder of the repository whose linked worktree has this `.git` file."""
    try:
        if not git.is_file():
            return None
        pointer = git.read_text(encoding="utf-8", errors="surrogateescape")[:4096].strip()
    except OSError:
        return None
    if not pointer.startswith(_POINTER):
        return None
    target = Path(os.path.realpath(git.parent / pointer.removeprefix(_POINTER).strip()))
    if target.parent.name != _WORKTREES or target.parent.parent.name != ".git":
        return None  # a submodule is a project of its own
    return str(target.parents[2])
