"""Which folder on this machine a project's key stands for."""

from __future__ import annotations

from memdeck.deck.editing import Editing
from memdeck.memory.project import project_key


class Projects(Editing):
    """Projects are told apart by their real folder, so that two of one name never share memories."""

    def projects(self) -> dict[str, str]:
        """Return the known projects: real folder → key."""
        return self._reader.projects()

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
