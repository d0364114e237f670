from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from memdeck.inject import tokens


def test_the_byte_rule_rounds_up_and_counts_utf_8():
    assert tokens.token_count("") == 0
    assert tokens.token_count("a") == 1
    assert tokens.token_count("a" * 27) == 10
    assert tokens.token_count("记" * 9) == 10
    assert tokens.token_count("a" * 40, tokens.Family.OLDER) == 10


def test_the_optional_tokenizer_is_asked_once_for_each_text(monkeypatch):
    asked = []
    fake = SimpleNamespace(token_count=lambda text, family: asked.append((text, family)) or 7)
    monkeypatch.setitem(sys.modules, "ctok", fake)
    monkeypatch.setattr(tokens.util, "find_spec", lambda name: object())
    tokens.closer_count.cache_clear()
    assert tokens.closer_count("hello") == tokens.closer_count("hello") == 7
    assert asked == [("hello", "4.8")]
    tokens.closer_count.cache_clear()


@pytest.mark.skipif(tokens.util.find_spec("ctok") is not None, reason="the optional tokenizer is installed")
def test_without_it_there_is_no_closer_count():
    tokens.closer_count.cache_clear()
    assert tokens.closer_count("hello") is None
