"""Reading a whole memory folder. One bad file never hides the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from memdeck.exchange.entry_file import FileFacts, FoundEntry, read_entry
from memdeck.exchange.file_names import below_root, is_index, names_for
from memdeck.exchange.file_text import decode
from memdeck.exchange.index_file import Index, folded_path, read_index
from memdeck.exchange.problem import FileFault, Problem
from memdeck.exchange.safe_file import read_regular
from memdeck.memory.errors import MemdeckError

DEPTH_LIMIT = 16
"""Folders inside folders that are read."""

INDEX_BYTES = 4 * 1024 * 1024
"""Largest index that is read."""


@dataclass(frozen=True, slots=True)
class FolderReading:
    """What a memory folder holds."""

    path: Path
    """The folder, with links in its own path resolved."""
    entries: tuple[FoundEntry, ...]
    """In the order of their paths."""
    problems: tuple[Problem, ...]
    """Files that were left alone, each with the reason."""
    skipped: tuple[Problem, ...]
    """What is no entry and was passed over, and why; hidden files are not named."""
    index: Index | None
    """The folder's own MEMORY.md."""
    indexes: dict[str, Index]
    """Every MEMORY.md by its folder (`""` is the folder itself)."""
    notes: tuple[Problem, ...] = ()
    """Remarks on entries that were read, and on index lines."""
    settled: tuple[str, ...] = ()
    """Files that were not read as entries, because whoever asked knows them just so."""


Settled = Callable[[str, bytes, str], bool]
"""Tells of a path, its bytes and its title in the index (or `""`) whether the entry needs no reading."""


def count_files(path: str | os.PathLike[str]) -> int:
    """Return how many files `read_folder` would read as entries; raise what it raises."""
    return sum(not is_index(PurePosixPath(file).name) for file in _Walk(_root(path)).files())


def read_folder(
    path: str | os.PathLike[str],
    *,
    broken_as_body: bool = False,
    tick: Callable[[], None] | None = None,
    settled: Settled | None = None,
) -> FolderReading:
    """Read every markdown file of a folder and of the folders in it.

    Args:
        path: the folder; it may itself be a link.
        broken_as_body: take files whose header is broken as text, instead of reporting them.
        tick: called before each entry's file is read, the ones that can't be read too.
        settled: says of a file that its entry is known already; it is then only listed.

    Raises:
        MemdeckError: the folder does not exist or can't be listed.
    """
    root = _root(path)
    walk = _Walk(root)
    files = sorted(walk.files(), key=lambda file: (file.casefold(), file))
    problems, skipped = walk.problems, walk.skipped
    notes: list[Problem] = []
    indexes: dict[str, Index] = {}
    entry_files: list[str] = []
    for file in files:
        if not is_index(PurePosixPath(file).name):
            entry_files.append(file)
            continue
        folder = _folder_of(file)
        if folder in indexes:
            skipped.append(
                Problem(file, "is a second index of this folder; its name is reserved for the index.")
            )
            continue
        try:
            indexes[folder] = read_index(decode(read_regular(root / file, INDEX_BYTES)[0]))
        except FileFault as fault:
            problems.append(Problem(file, fault.reason, fault.line))
    roots = frozenset(indexes)
    names = names_for(entry_files, roots)
    titles = _titles(indexes)
    entries = []
    passed: list[str] = []
    for file in entry_files:
        if tick is not None:
            tick()
        try:
            data, modified = read_regular(root / file)
            if not data:
                raise FileFault("is empty.")
            title = titles.get(folded_path(file), "")
            if settled is not None and settled(file, data, title):
                passed.append(file)
                continue
            words = below_root(file, roots)[: -len(".md")]
            facts = FileFacts(file, str(root / file), names[file], words, title, modified)
            entry = read_entry(decode(data), facts, broken_as_body=broken_as_body)
        except FileFault as fault:
            problems.append(Problem(file, fault.reason, fault.line))
            continue
        entries.append(entry)
        notes.extend(entry.notes)
    notes.extend(_index_notes(indexes, entry_files))
    problems.sort(key=lambda problem: problem.file)
    return FolderReading(
        root,
        tuple(entries),
        tuple(problems),
        tuple(skipped),
        indexes.get(""),
        indexes,
        tuple(notes),
        tuple(passed),
    )


def _root(path: str | os.PathLike[str]) -> Path:
    shown = Path(path).expanduser()
    try:
        root = shown.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        raise MemdeckError(
            f"{shown}: there is no such folder.", "Give the folder that holds MEMORY.md."
        ) from None
    if not root.is_dir():
        raise MemdeckError(f"{shown}: is a file, not a folder.", "Give the folder that holds MEMORY.md.")
    return root


class _Walk:
    """Lists the markdown files of a folder, without following any link."""

    def __init__(self, root: Path) -> None:
        self.problems: list[Problem] = []
        self.skipped: list[Problem] = []
        self._root = root

    def files(self, folder: str = "", depth: int = 0) -> Iterator[str]:
        """Yield paths below the root, with `/`."""
        try:
            with os.scandir(self._root / folder) as listing:
                items = sorted(listing, key=lambda item: item.name)
        except OSError as error:
            if not folder:
                raise MemdeckError(f"{self._root}: can't be listed: {error.strerror}.") from error
            self.problems.append(Problem(folder, f"can't be listed: {error.strerror}."))
            return
        for item in items:
            if item.name.startswith(".") or item.name.endswith("~"):
                continue
            yield from self._item(item, f"{folder}/{item.name}" if folder else item.name, depth)

    def _item(self, item: os.DirEntry[str], path: str, depth: int) -> Iterator[str]:
        if not _is_text(path):
            self.problems.append(
                Problem(os.fsencode(path).decode("utf-8", "replace"), "its name is not UTF-8.")
            )
        elif item.is_symlink():
            self._link(path)
        elif item.is_dir(follow_symlinks=False):
            if depth >= DEPTH_LIMIT:
                self.problems.append(Problem(path, f"lies deeper than the limit of {DEPTH_LIMIT} folders."))
            else:
                yield from self.files(path, depth + 1)
        elif item.name.casefold().endswith(".md"):
            yield path
        else:
            self.skipped.append(Problem(path, "is not a markdown (.md) file."))

    def _link(self, path: str) -> None:
        target = self._root / path
        try:
            real = target.resolve()
        except (OSError, RuntimeError):
            real = target
        if real.is_relative_to(self._root) and not real.is_dir():
            self.skipped.append(Problem(path, "is a link to another file of this folder."))
        else:
            kind = "a link to a folder" if real.is_dir() else "a link that leads out of the folder"
            self.problems.append(Problem(path, f"is {kind}. Links are not followed."))


def _titles(indexes: dict[str, Index]) -> dict[str, str]:
    """Return the title that an index gives each file; the nearest index wins."""
    titles: dict[str, str] = {}
    for folder in sorted(indexes, key=lambda folder: folder.count("/") + bool(folder)):
        for target, title in indexes[folder].titles().items():
            titles[folded_path(f"{folder}/{target}" if folder else target)] = title
    return titles


def _index_notes(indexes: dict[str, Index], files: list[str]) -> Iterator[Problem]:
    for folder, index in indexes.items():
        start = f"{folder}/" if folder else ""
        inside = [file.removeprefix(start) for file in files if file.startswith(start)]
        own = [file for file in inside if not _in_other_folder(start, file, indexes)]
        name = f"{start}MEMORY.md"
        for line in index.dead(inside):
            yield Problem(name, f"points to {line.target}, which isn't there.", line.line)
        for file in index.missing(own):
            yield Problem(start + file, "is missing from MEMORY.md.")
        for line in index.not_loaded():
            yield Problem(name, f"the line of {line.target} lies past what Claude Code reads.", line.line)


def _in_other_folder(start: str, file: str, indexes: dict[str, Index]) -> bool:
    return any(
        str(start + str(parent)) in indexes for parent in PurePosixPath(file).parents if str(parent) != "."
    )


def _folder_of(file: str) -> str:
    parent = str(PurePosixPath(file).parent)
    return "" if parent == "." else parent


def _is_text(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
