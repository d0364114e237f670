"""The sample store behind `memdeck demo`: where the samples are, and how they get into a deck."""

from __future__ import annotations

from pathlib import Path

import memdeck
from memdeck.memory.errors import StoreFault


def samples_folder() -> Path:
    """Return the `fixtures` folder: the wheel's own, or the repository's when it is installed editable.

    The package that is running decides, so a leftover of an older installation is never read.
    Raises StoreFault when neither is there.
    """
    package = Path(memdeck.__file__).resolve().parent
    packaged, repository = package / "fixtures", package.parent.parent / "fixtures"
    if packaged.is_dir():
        return packaged
    if package.parent.name == "src" and repository.is_dir():
        return repository
    raise StoreFault("The samples are not part of this installation.", "Install Memdeck again.")
