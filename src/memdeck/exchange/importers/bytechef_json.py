"""ByteChef's file storage: one JSON file a memory, `{workspace}/{principal}/{environment}/{id}.json`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from memdeck.exchange.importers.harvest import Harvest, Record, SourceReading
from memdeck.exchange.importers.json_records import Mapped, mapping, moment_in, read_json, text_in
from memdeck.exchange.importers.owners import integration_owner
from memdeck.exchange.outside_type import read_type
from memdeck.exchange.problem import FileFault
from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import MemoryType
from memdeck.memory.naming import check_name
from memdeck.memory.owner import ME, Environment, canonical_owner

FOLDER = "ai_auto_memory"
_TYPES = (MemoryType.USER, MemoryType.FEEDBACK, MemoryType.PROJECT, MemoryType.REFERENCE)
_ENVIRONMENTS = (Environment.DEVELOPMENT, Environment.STAGING, Environment.PRODUCTION)
_PRINCIPALS = ("USER", "PROJECT_DEPLOYMENT", "INTEGRATION_INSTANCE")
"""In the order of the numbers that stand for them."""


def is_bytechef(record: object) -> bool:
    """Tell whether a JSON value is such a memory."""
    found = mapping(record)
    return found is not None and {"principalType", "memoryType", "content", "name"} <= found.keys()


def read_bytechef(path: Path) -> SourceReading:
    """Read one file, or every one below a folder."""
    root = path if path.is_dir() else path.parent
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    harvest = Harvest(root, datetime.now(UTC))
    found: list[tuple[str, Mapped, datetime]] = []
    for file in files:
        name = str(file.relative_to(root))
        try:
            value, modified = read_json(file)
        except FileFault as fault:
            harvest.caught(name, fault)
            continue
        record = mapping(value)
        if record is None or not is_bytechef(record):
            harvest.fault(
                name, "is no memory of ByteChef: it lacks name, content, memoryType or principalType."
            )
        else:
            found.append((name, record, modified))
    users = {text_in(record, "principalId") for _, record, _ in found if _principal(record) == "USER"}
    for name, record, modified in found:
        try:
            entry = _record(record, several=len(users) > 1)
        except InvalidField as error:
            harvest.fault(name, str(error))
            continue
        harvest.add(name, text_in(record, "id") or "memory", entry, moment=modified)
    return SourceReading(harvest.reading())


def _record(record: Mapped, *, several: bool) -> Record:
    name = text_in(record, "name")
    return Record(
        content=text_in(record, "content"),
        title=text_in(record, "title") or name,
        description=text_in(record, "description"),
        type=_type(record.get("memoryType")),
        owner=_owner(record, several=several),
        name=check_name(name),
        created=moment_in(record, "createdAt"),
        updated=moment_in(record, "updatedAt", "createdAt"),
    )


def _owner(record: Mapped, *, several: bool) -> str:
    kind, key = _principal(record), text_in(record, "principalId")
    if kind == "USER":
        return integration_owner("user", key) if several else ME
    if kind == "PROJECT_DEPLOYMENT":
        return canonical_owner(f"deployment:{key}@{_environment(record.get('environment'))}")
    return integration_owner(key)


def _principal(record: Mapped) -> str:
    value = record.get("principalType")
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(_PRINCIPALS):
        return _PRINCIPALS[value]
    return str(value).upper()


def _type(value: object) -> MemoryType:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(_TYPES):
        return _TYPES[value]
    return read_type(str(value))[0]


def _environment(value: object) -> Environment:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(_ENVIRONMENTS):
        return _ENVIRONMENTS[value]
    word = str(value).upper()
    if word in Environment.__members__:
        return Environment[word]
    raise InvalidField("environment", "is unknown.", "Use DEVELOPMENT, STAGING or PRODUCTION, or 0, 1, 2.")
