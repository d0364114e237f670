"""From a readout to what the Pre-flight screen says: rows, settings, notes. Pure functions over values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from memdeck.memory.entry import Memory
from memdeck.memory.injection import Injection
from memdeck.memory.owner import ME, Owner, OwnerKind, owner_label
from memdeck.memory.printable import printable
from memdeck.memory.ranking import LaneState, Miss
from memdeck.tui.ages import age
from memdeck.tui.flight import Flight, Readout
from memdeck.tui.widgets.flight_bar import Setting
from memdeck.tui.widgets.part_bars import Pointed
from memdeck.tui.widgets.why_list import WhyGroup, WhyRow, parts_in_words

PINNED_SIGN, EXCLUDED_SIGN = "◆", "✗"


def why_groups(readout: Readout) -> list[WhyGroup]:
    """Return the entries that are in, those that just missed, and those only the other settings bring."""
    flight, shown = readout.flight, readout.shown
    only = _only(readout.other, shown) if readout.other is not None else []
    listed = {row.id for row in only}
    inside = [
        WhyRow(
            item.id,
            item.memory.title,
            PINNED_SIGN if item.pinned else str(item.rank),
            item.score,
            _detail(item.memory, ("pinned by hand" if item.pinned else "", parts_in_words(item.parts))),
            is_in=True,
            touched=item.pinned,
        )
        for item in shown.items
    ]
    outside = [
        WhyRow(
            near.memory.id,
            near.memory.title,
            _sign(near.memory.id, flight),
            near.score,
            _detail(near.memory, (_short(near.reason),)),
            is_in=False,
            touched=near.memory.id in flight.excluded or near.memory.id in flight.pinned,
        )
        for near in shown.dropped
        if near.memory.id not in listed
    ]
    groups = [WhyGroup(f"IN {len(inside)}", inside), WhyGroup(f"OUT, NEAR MISSES {len(outside)}", outside)]
    if readout.other is not None and flight.versus is not None:
        groups.insert(1, WhyGroup(f"ONLY WITH {printable(flight.versus.name).upper()}", only))
    return [group for group in groups if group.rows]


def pointed_at(readout: Readout, id_: str | None, now: datetime) -> Pointed | None:
    """Return everything about the entry under the cursor, whichever list it is in."""
    for made in (readout.shown, readout.other):
        if made is None:
            continue
        for item in made.items:
            if item.id == id_:
                reason = "In: pinned by hand" if item.pinned else f"In: rank {item.rank}"
                return Pointed(item.memory.title, _about(item.memory, now), reason, item.parts, item.score)
        for near in made.dropped:
            if near.memory.id == id_:
                reason = f"Out: {near.reason}"
                return Pointed(near.memory.title, _about(near.memory, now), reason, near.parts, near.score)
    return None


def flight_settings(flight: Flight, now: datetime) -> list[Setting]:
    """Return the parts of the bar above the prompt."""
    whom = Owner.parse(flight.whom)
    parts = [Setting("As", printable(whom.key), "preflight.whom", flight.whom != ME)]
    if whom.kind is OwnerKind.DEPLOYMENT:
        parts.append(Setting("env", str(whom.environment), "preflight.environment", True))
    elif whom.kind is OwnerKind.USER:
        parts.append(
            Setting("in", printable(flight.project or "–"), "preflight.project", flight.project is not None)
        )
    parts.append(Setting("at", _moment(flight.as_of, now), "preflight.moment", flight.as_of is not None))
    if flight.budget is not None:
        parts.append(Setting("budget", f"{flight.budget:,}", "preflight.budget", True))
    parts.append(
        Setting(
            "settings",
            printable(flight.settings.name),
            "preflight.settings",
            flight.settings.name != "current",
        )
    )
    versus = printable(flight.versus.name) if flight.versus else "–"
    parts.append(Setting("vs", versus, "preflight.compare", flight.versus is not None))
    return parts


def what_changed(readout: Readout) -> str:
    """Return `with 1 pinned, 1 excluded: +2 −1 entries, −12 tokens`, or "" when nothing is tried out.

    What leaves the text as it is gets `: nothing changes`.
    """
    flight = readout.flight
    if not flight.tries_something:
        return ""
    tried = [
        f"{len(ids)} {word}"
        for ids, word in ((flight.pinned, "pinned"), (flight.excluded, "excluded"))
        if ids
    ]
    if readout.shown.text == readout.untouched.text:
        return f"{', '.join(tried)}: nothing changes"
    before = {item.id for item in readout.untouched.items}
    after = {item.id for item in readout.shown.items}
    if before == after:
        return f"{', '.join(tried)}: the same entries in another order"
    tokens = readout.shown.tokens - readout.untouched.tokens
    sign = "+" if tokens >= 0 else "−"
    return (
        f"{', '.join(tried)}: +{len(after - before)} −{len(before - after)} entries, "
        f"{sign}{abs(tokens):,} tokens"
    )


def figures_beside(readout: Readout) -> str:
    """Return what stands behind the size of the block: the closer count, when there is one, and the time."""
    closer = f"ctok ≈{readout.closer_tokens:,} · " if readout.closer_tokens is not None else ""
    return f"{closer}{readout.milliseconds:,.0f} ms"


def lane_notes(injection: Injection) -> list[str]:
    """Return one line for each way of finding entries that did not do its whole work."""
    return [
        f"! {lane.name} {lane.state}: {printable(lane.note)}".rstrip(": ")
        for lane in injection.lanes
        if lane.state in {LaneState.FAILED, LaneState.PARTIAL}
    ]


def _only(other: Injection, shown: Injection) -> Sequence[WhyRow]:
    here = {item.id for item in shown.items}
    out = {near.memory.id: f"out here: {_short(near.reason)}" for near in shown.dropped}
    return [
        WhyRow(
            item.id,
            item.memory.title,
            "▸",
            item.score,
            _detail(item.memory, (out.get(item.id) or parts_in_words(item.parts),)),
            is_in=False,
        )
        for item in other.items
        if item.id not in here
    ]


def _short(reason: str) -> str:
    """Return a reason as a row has room for it: the figures count, and the whole stands beside the bars."""
    floor = f"{Miss.BELOW_FLOOR}: "
    return f"below floor: {reason.removeprefix(floor)}" if reason.startswith(floor) else str(reason)


def _sign(id_: str, flight: Flight) -> str:
    if id_ in flight.pinned:
        return PINNED_SIGN
    return EXCLUDED_SIGN if id_ in flight.excluded else "–"


def _about(memory: Memory, now: datetime) -> str:
    used = f"used {memory.access_count}×" if memory.access_count else "never used"
    owner = owner_label(memory.owner)
    about = (memory.name, memory.type.value, owner, memory.status.value, age(memory.updated_at, now), used)
    return " · ".join(about)


def _detail(memory: Memory, words: Iterable[str]) -> str:
    where = memory.type.value if memory.owner == ME else f"{memory.type.value} {owner_label(memory.owner)}"
    return " · ".join([*(word for word in words if word), where])


def _moment(as_of: datetime | None, now: datetime) -> str:
    if as_of is None:
        return "now"
    local = as_of.astimezone()
    return f"{local:%Y-%m-%d}" if (local.hour, local.minute) == (0, 0) else f"{local:%Y-%m-%d %H:%M}"
