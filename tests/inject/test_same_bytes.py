"""Screen, preview, injection and both commands give the same bytes, whatever the store and the prompt."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from injection_entries import NOW, hostile_line, hostile_text

from memdeck import Deck
from memdeck.cli.group import memdeck
from memdeck.inject.selection import HOOK_CHARACTERS, characters
from memdeck.memory.kinds import MemoryType
from memdeck.tui.flight import Flight, fly

OWNERS = ("user:me", "project:a", "project:b", "deployment:acme@PRODUCTION")
CANARY = "ORCHID-7"
WORDS = "gradle kotlin build service database 数据库 用 java deploy review the new".split()  # noqa: SIM905

sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)
entries = st.lists(
    st.fixed_dictionaries(
        {
            "title": st.one_of(sentences, hostile_line.map(lambda text: text[:200])),
            "content": st.one_of(sentences, hostile_text.filter(str.strip)),
            "type": st.sampled_from([kind.value for kind in MemoryType]),
            "owner": st.sampled_from(OWNERS),
            "age": st.integers(0, 200),
        }
    ),
    min_size=1,
    max_size=9,
)
prompts = st.one_of(
    sentences, sentences.flatmap(lambda words: hostile_text.map(lambda text: f"{words} {text}"))
)
flights = st.sampled_from(
    [Flight(), Flight(project="a"), Flight(project="b"), Flight(whom="deployment:acme@PRODUCTION")]
)


def filled(home, made):
    with Deck.open(home, clock=lambda: NOW) as deck:
        for fields in made:
            fields = dict(fields)
            created = NOW - timedelta(days=fields.pop("age"))
            content = fields["content"]
            if fields["owner"] == "project:b":
                content += f" {CANARY}"
            deck.add(**fields | {"content": content, "created_at": created, "updated_at": created})


@pytest.mark.slow
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries, prompts, flights, st.sampled_from([None, 80, 300]))
def test_all_doors_give_the_same_bytes(made, prompt, flight, budget):
    """S58, S41: one function, one text, within the budget; and nothing of another owner, by any door."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        filled(home, made)
        flight = replace(flight, prompt=prompt, as_of=NOW, budget=budget)
        options = ["--home", str(home), "--as-of", NOW.isoformat()]
        options += [part for owner in flight.access for part in ("--owner", owner)]
        options += ["--budget", str(budget)] if budget else []

        def run(*arguments):
            done = CliRunner().invoke(
                memdeck, [*arguments, *options], input=prompt.encode("utf-8", "replace")
            )
            assert done.exit_code == 0, done.stderr
            return done.stdout_bytes

        with Deck.open(home, clock=lambda: NOW) as deck:
            deck.embed_waiting()
            expected = deck.preview(prompt, access=flight.access, as_of=NOW, budget=budget)
            screen = fly(deck, flight)
        as_json = json.loads(run("preview", "--json"))
        assert screen.shown == expected
        assert as_json["text"] == expected.text
        assert run("preview") == run("inject") == expected.text.encode()
        with Deck.open(home, clock=lambda: NOW) as deck:
            recorded = deck.injections()
            assert [record.text for record in recorded] == ([expected.text] if expected.text else [])
        assert as_json["tokens"] == expected.tokens <= (budget or 1500)
        assert characters(expected.text) <= HOOK_CHARACTERS
        for near in (*expected.items, *expected.dropped):
            assert near.memory.owner in flight.access
        if "project:b" not in flight.access:
            assert CANARY not in json.dumps(as_json)
