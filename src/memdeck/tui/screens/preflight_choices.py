"""What the questions of the Pre-flight screen offer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from memdeck.deck.variants import VARIANTS, Variant
from memdeck.memory.errors import InvalidField
from memdeck.memory.owner import ME, Owner, OwnerKind
from memdeck.tui.flight import Flight
from memdeck.tui.screens.choose import Choice

NOWHERE = "no project"
OTHER_DAY = "another day…"
FROM_FILE = Variant("a file…", "a whole configuration file", lambda now: now)
NO_COMPARISON = Variant("–", "no comparison", lambda now: now)

BUDGET_LEAST, BUDGET_MOST = 50, 100_000
_AGO: Sequence[tuple[str, int]] = (
    ("yesterday", 1),
    ("a week ago", 7),
    ("a month ago", 30),
    ("a year ago", 365),
)


def whom_choices(owners: Collection[str], flight: Flight) -> list[Choice[str]]:
    """Return who a request can come from: the person, each deployment, each integration."""
    parsed = sorted((Owner.parse(owner) for owner in owners), key=str)
    alone = [owner for owner in parsed if owner.kind in {OwnerKind.DEPLOYMENT, OwnerKind.INTEGRATION}]
    found = [Choice(ME, "me", "you, with the project that you are in", flight.whom == ME)]
    found += [
        Choice(str(owner), owner.label, f"{owner.kind}; sees only itself", flight.whom == str(owner))
        for owner in alone
    ]
    return found


def environment_choices(owners: Collection[str], flight: Flight) -> list[Choice[str]]:
    """Return the environments of the deployment that the flight is for."""
    here = Owner.parse(flight.whom)
    return [
        Choice(str(owner), str(owner.environment), "", str(owner) == flight.whom)
        for owner in sorted((Owner.parse(each) for each in owners), key=str)
        if owner.kind is OwnerKind.DEPLOYMENT and owner.key == here.key
    ]


def project_choices(
    owners: Collection[str], registered: Collection[str], flight: Flight
) -> list[Choice[str]]:
    """Return the projects that have entries or are registered; the empty text means none."""
    keys = {Owner.parse(owner).key for owner in owners if owner.startswith("project:")} | set(registered)
    found = [Choice("", NOWHERE, "only what belongs to you", flight.project is None)]
    return found + [Choice(key, key, "you and this project", flight.project == key) for key in sorted(keys)]


def moment_choices(now: datetime, flight: Flight) -> list[Choice[datetime | str | None]]:
    """Return moments to look from: now, some time ago, or a day of one's own."""
    found: list[Choice[datetime | str | None]] = [Choice("now", "now", "", flight.as_of is None)]
    for label, days in _AGO:
        moment = now - timedelta(days=days)
        found.append(Choice(moment, label, f"{moment.astimezone():%Y-%m-%d %H:%M}", flight.as_of == moment))
    found.append(Choice(OTHER_DAY, OTHER_DAY, "2026-11-30 or 2026-11-30 14:00"))
    return found


def settings_choices(current: Variant) -> list[Choice[Variant]]:
    """Return the settings to look with."""
    return [
        *(Choice(variant, variant.name, variant.note, variant.name == current.name) for variant in VARIANTS),
        Choice(FROM_FILE, FROM_FILE.name, FROM_FILE.note),
    ]


def versus_choices(flight: Flight) -> list[Choice[Variant]]:
    """Return the settings to compare with."""
    name = flight.versus.name if flight.versus else NO_COMPARISON.name
    found = [Choice(NO_COMPARISON, NO_COMPARISON.name, NO_COMPARISON.note, flight.versus is None)]
    found += [
        Choice(variant, variant.name, variant.note, variant.name == name)
        for variant in VARIANTS
        if variant.name != flight.settings.name
    ]
    return [*found, Choice(FROM_FILE, FROM_FILE.name, FROM_FILE.note)]


def parsed_moment(text: str) -> datetime:
    """Read a day, or a day and a time, in the zone of this machine; raise InvalidField."""
    try:
        return datetime.fromisoformat(text.strip()).astimezone()
    except ValueError:
        raise InvalidField("moment", "is not a day.", "Write 2026-11-30 or 2026-11-30 14:00.") from None


def parsed_budget(text: str) -> int | None:
    """Read a token budget; nothing means the settings' own; raise InvalidField."""
    wanted = text.strip().replace(",", "").replace("_", "")
    if not wanted:
        return None
    if not wanted.isdecimal() or not BUDGET_LEAST <= int(wanted) <= BUDGET_MOST:
        raise InvalidField("budget", f"must be a number from {BUDGET_LEAST} to {BUDGET_MOST:,}.")
    return int(wanted)


def checked_moment(text: str) -> str:
    """Return the text when it is a moment; for the question's own check."""
    parsed_moment(text)
    return text


def checked_budget(text: str) -> str:
    """Return the text when it is a budget; for the question's own check."""
    parsed_budget(text)
    return text
