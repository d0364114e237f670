"""Writing entries into one file of somebody's form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

from memdeck.exchange.agents_block import block, with_block
from memdeck.exchange.atomic_file import flush_folder, write_atomic
from memdeck.exchange.file_text import decode
from memdeck.exchange.importers.json_records import JSON_LIMIT, parsed
from memdeck.exchange.importers.memdeck_json import export_text, is_own_export
from memdeck.exchange.memory_jsonl import check_covered, graph_text
from memdeck.exchange.problem import FileFault
from memdeck.exchange.reports import ExportReport
from memdeck.exchange.safe_file import read_regular
from memdeck.memory.entry import Memory
from memdeck.memory.errors import InvalidField, MemdeckError


class FileFormat(StrEnum):
    """Forms of export that are one file."""

    AGENTS_MD = "agents-md"
    MEMORY_JSONL = "memory-jsonl"
    JSON = "json"


def file_format(text: str) -> FileFormat:
    """Read a form's name; raise InvalidField when there is no such form."""
    word = text.strip().casefold().replace("_", "-")
    if word not in set(FileFormat):
        raise InvalidField("format", f"{text!r} is unknown.", "Use one of " + ", ".join(FileFormat) + ".")
    return FileFormat(word)


Once = Callable[[str], Sequence[Memory]]


def write_file(
    dest: Path, memories: Sequence[Memory], form: FileFormat, once: Once, *, dry_run: bool
) -> ExportReport:
    """Write one file; nothing of anybody else's in it is lost.

    Args:
        dest: the file.
        memories: what goes in.
        form: its form.
        once: gives every version that an entry of a name ever had.
        dry_run: only report what would be written.

    Raises:
        MemdeckError: the file holds what this export does not, or can't be read or written.
    """
    path = dest.expanduser()
    path = path.resolve() if path.is_symlink() else path.absolute()  # AGENTS.md is often a link to CLAUDE.md
    present = _present(path)
    try:
        data = _text(present, memories, form, once).encode()
    except MemdeckError as error:
        raise MemdeckError(f"{path}: {error.message}", error.hint) from None
    report = ExportReport(path=str(path.parent), dry_run=dry_run)
    if data == present:
        return _with(report, unchanged=path.name)
    if not dry_run:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, data)
            flush_folder(path.parent)
        except OSError as error:
            raise MemdeckError(f"{path}: can't be written: {error.strerror or error}.") from error
    return _with(report, written=path.name)


def _with(report: ExportReport, *, written: str = "", unchanged: str = "") -> ExportReport:
    return ExportReport(
        path=report.path,
        written=(written,) if written else (),
        unchanged=(unchanged,) if unchanged else (),
        dry_run=report.dry_run,
    )


def _present(path: Path) -> bytes | None:
    if not path.exists():
        return None
    try:
        return read_regular(path, JSON_LIMIT)[0]
    except FileFault as fault:
        raise MemdeckError(f"{path}: {fault.reason}", "Nothing was written.") from None


def _text(present: bytes | None, memories: Sequence[Memory], form: FileFormat, once: Once) -> str:
    if form is FileFormat.AGENTS_MD:
        try:
            old = decode(present or b"")
        except FileFault as fault:
            raise MemdeckError(fault.reason, "Nothing was written.") from None
        return ("\ufeff" if old.bom else "") + with_block(old.text, block(memories))
    if form is FileFormat.MEMORY_JSONL:
        text = graph_text(memories)
        check_covered(present or b"", text, once)
        return text
    if present and not _is_own(present):
        raise MemdeckError("was not written by Memdeck.", "Nothing was written. Give another file.")
    return export_text(memories)


def _is_own(data: bytes) -> bool:
    try:
        return is_own_export(parsed(decode(data).text))
    except FileFault:
        return False
