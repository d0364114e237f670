"""What assistants were given in the sample store: made by what also makes it for a real prompt.

The prompts are in `fixtures/injections.yaml`; what answers each are entries that held at its moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from memdeck.deck.injecting import Injecting
from memdeck.deck.sample_events import age_of
from memdeck.deck.samples import samples_folder
from memdeck.memory.owner import ME


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplePrompt:
    """A prompt that seems to have been asked."""

    at: datetime
    prompt: str | None
    """None is the start of a session."""
    access: tuple[str, ...]
    session: str | None
    client: str


def sample_prompts(file: Path, anchor: datetime) -> list[SamplePrompt]:
    """Return what was asked before `anchor`, oldest first."""
    import yaml

    asked = [
        SamplePrompt(
            at=anchor - age_of(each["ago"]),
            prompt=each.get("prompt"),
            access=(each["as"],) if "as" in each else (ME, *_project(each.get("project"))),
            session=each.get("session"),
            client=each["client"],
        )
        for each in yaml.safe_load(file.read_bytes())
    ]
    return sorted(asked, key=lambda prompt: prompt.at)


def record_sample_injections(deck: Injecting, anchor: datetime | None = None) -> int:
    """Record what each sample prompt would have been given by its words, and count the uses.

    Without the meaning: no vector is there yet, and to make them first would keep the demo closed for half a
    second. So these are the blocks of an assistant whose settings turn that lane off.

    Args:
        deck: holds the samples, compared: what gives way is not given.
        anchor: the moment from which ages count back, that of the samples; None is the deck's present.

    Returns:
        How many are recorded; a prompt that nothing answers leaves no record, as always.
    """
    from memdeck.deck.block_making import record_of
    from memdeck.store.injections import InjectionLog

    log, recorded = InjectionLog(deck.parts.database), 0
    by_words = replace(deck.settings, retrieval=replace(deck.settings.retrieval, vector_top_k=0))
    file = samples_folder() / "injections.yaml"
    for asked in sample_prompts(file, anchor or deck.parts.clock()):
        made = deck.preview(asked.prompt, access=asked.access, as_of=asked.at, settings=by_words)
        if made.text:
            log.record(record_of(made, asked.prompt or "", asked.session, asked.client, asked.at))
            recorded += 1
    return recorded


def _project(key: str | None) -> tuple[str, ...]:
    return (f"project:{key}",) if key else ()
