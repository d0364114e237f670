"""What one piece of text says, taken apart: things, amounts, subject, condition, polarity."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from memdeck.upkeep.named_things import NamedThing
from memdeck.upkeep.polarity import Polarity
from memdeck.upkeep.quantities import Quantity


@dataclass(frozen=True, slots=True)
class Preference:
    """Keys of what a text puts first, and of what it puts behind."""

    better: frozenset[str]
    worse: frozenset[str]


class Skill(Enum):
    """How well somebody knows a thing, when a text says that."""

    NONE = ""
    NOVICE = "beginner"
    EXPERT = "expert"


class Standing(Enum):
    """What a text does with a thing that it names."""

    CURRENT = auto()
    """It says that this is the one."""
    DENIED = auto()
    """It says that this is not the one."""
    PAST = auto()
    """It used to be, or may be one day."""
    SCOPE = auto()
    """It only says where something else holds: Python in "Python code is formatted with Ruff"."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing of a known kind."""

    kind: str
    value: str
    version: str
    standing: Standing
    text: str
    key: str


class SlotForm(Enum):
    """Values that are known by their form, whatever they are."""

    CLOCK = "time"
    DATE = "date"
    PATH = "path"
    MAIL = "address"
    CHANNEL = "channel"
    OWNER = "owner"
    PLACE = "place"
    MEANS = "means"
    NAME = "value"


@dataclass(frozen=True, slots=True)
class Slot:
    """A value of some form."""

    form: SlotForm
    key: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One piece of text, taken apart. Word sets hold keys: equal for words that mean the same."""

    text: str
    polarity: Polarity = Polarity.STATED
    cue: str = ""
    """The words that make the polarity."""
    mentions: tuple[Mention, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    slots: tuple[Slot, ...] = ()
    subject: frozenset[str] = frozenset()
    """Strong words before the verb, and things that only say where it holds."""
    condition: frozenset[str] = frozenset()
    """Strong words of `in …`, `for …`, `when …`, 在……里, ……时."""
    strong: frozenset[str] = frozenset()
    """All words that tell subjects apart, those of subject and condition included."""
    weak: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    """Strong words that are names of nothing known, outside conditions."""
    things: frozenset[NamedThing] = frozenset()
    """Which service, module, room it speaks of."""
    shown: dict[str, str] = field(default_factory=dict)
    """How each key was written."""
    beside: frozenset[tuple[str, str]] = frozenset()
    """Kind and value of everything that the whole entry says holds."""
    lead: bool = False
    """True for the first statement of an entry."""
    known: Slot | None = None
    """The value of its frame when that is a known thing."""
    preference: Preference | None = None
    skill: Skill = Skill.NONE
    past: bool = False
    """True when it tells how things were, or may be one day."""

    marks: frozenset[str] = field(init=False)
    """Words, kinds and telling units; statements without a common one have nothing to do with each other."""
    asserted: frozenset[str] = field(init=False)
    """Keys of the things that it says hold."""
    chinese: bool = field(init=False)
    """True with unknown Chinese words, which can be alike without being equal."""

    def __post_init__(self) -> None:
        """Work out what comparing asks for again and again."""
        kinds = {f"kind {m.kind}" for m in self.mentions}
        units = {f"unit {q.unit}" for q in self.quantities if q.unit in {"space", "port"}}
        values = {slot.key for slot in self.slots}
        object.__setattr__(self, "marks", self.strong | self.weak | kinds | units | values)
        asserted = frozenset(m.key for m in self.mentions if m.standing is Standing.CURRENT)
        object.__setattr__(self, "asserted", asserted)
        object.__setattr__(self, "chinese", any(not key.isascii() for key in self.strong))

    @property
    def scope(self) -> frozenset[str]:
        """The words that say what the statement holds for."""
        return self.subject | self.condition

    def values(self, kind: str, standing: Standing) -> set[str]:
        """Return the things of a kind that the text gives this standing."""
        return {m.value for m in self.mentions if m.kind == kind and m.standing is standing}
