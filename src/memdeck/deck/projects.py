"""Which folder on this machine a project's key stands for."""

from __future__ import annotations

from pathlib import Path

from memdeck.deck.claiming import claimed
from memdeck.deck.editing import Editing
from memdeck.memory.project import project_key


class Projects(Editing):
    """Projects are told apart by their real folder, so that two of one name never share memories."""

    def projects(self) -> dict[str, str]:
        """Return the known projects: real folder → key."""
        return self._reader.projects()

    def claim_project(self, owner: str, folder: Path | str) -> None:
        """Note the Git repository around `folder` as the project of `owner`, when its name is the key."""
        apart = self.settings.storage.worktrees_apart
        for root in claimed(owner, folder, self.projects(), apart=apart):
            self.register_project(root)

    def register_project(self, root: str) -> str:
        """Return the key of the project in this real folder, noting it when it is new."""
        known = self.projects()
        if root in known:
            return known[root]
        with self._batch("") as batch:
            known = batch.projects()
            key = project_key(root, known)
            if root not in known:
                batch.register_project(key, root)
            return key
