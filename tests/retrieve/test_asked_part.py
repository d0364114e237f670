"""A prompt of a megabyte costs no more than one of a few pages, and what is asked at either end is found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdeck import Deck
from memdeck.retrieve.asked import ASKED_LIMIT, asked_part
from memdeck.store.embedder.usem3 import Usem3
from memdeck.store.words.lookup import WordsLookup

LOG = "2026-11-30T12:00:00 ERROR worker-7 lost its connection, try once more\n" * 15_000
QUESTION = "Which tool do we build with: Gradle with the Kotlin DSL?"


@given(st.text(max_size=ASKED_LIMIT))
def test_an_ordinary_prompt_counts_whole(prompt: str) -> None:
    assert asked_part(prompt) == prompt


@given(st.text(min_size=1, max_size=60).filter(str.strip), st.integers(1, 400))
def test_of_a_long_one_the_ends_count(text: str, times: int) -> None:
    prompt = text * (ASKED_LIMIT // len(text) + times)
    part = asked_part(prompt)
    assert len(part) <= max(ASKED_LIMIT + 1, len(prompt) - len(prompt.strip()))
    if part != prompt:
        first, last = part.split("\n")[0], part.split("\n")[-1]
        assert prompt.strip().startswith(first) and prompt.strip().endswith(last)


def test_no_word_is_torn() -> None:
    words = [f"word{number:06}" for number in range(100_000)]
    assert set(asked_part(" ".join(words)).split()) <= set(words)


@pytest.mark.parametrize(
    "prompt", [f"{QUESTION}\n{LOG}", f"{LOG}\n{QUESTION}", "构建失败，请检查。" * 120_000]
)
def test_what_is_looked_for_is_bounded(deck: Deck, monkeypatch: pytest.MonkeyPatch, prompt: str) -> None:
    """The work is counted, not timed: characters that the model reads, and that words are made of."""
    deck.add("Build tool", "We build with Gradle and the Kotlin DSL.", type="USER")
    deck.embed_waiting()
    encoded: list[int] = []
    looked_up: list[int] = []
    encode, search = Usem3.encode, WordsLookup.search
    monkeypatch.setattr(
        Usem3,
        "encode",
        lambda self, texts, side: encoded.extend(map(len, texts)) or encode(self, texts, side),
    )
    monkeypatch.setattr(
        WordsLookup,
        "search",
        lambda self, text, *rest: looked_up.append(len(text)) or search(self, text, *rest),
    )
    made = deck.inject(prompt, session="s")
    assert 0 < sum(encoded) <= ASKED_LIMIT
    assert 0 < max(looked_up) <= ASKED_LIMIT + 1
    if QUESTION in prompt:
        assert [item.name for item in made.items] == ["build_tool"]
    assert deck.injections()[0].prompt == prompt if made.text else True
