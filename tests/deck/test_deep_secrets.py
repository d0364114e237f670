"""The extra `[secrets]`: more rules, when they are installed and loaded; nothing changes without."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from memdeck import Deck
from memdeck.deck import deep_secrets
from memdeck.memory.author import Author
from memdeck.memory.kinds import Writer
from memdeck.memory.secrets import Finding, mask_secrets


class WordScanner:
    """Finds the word `zebra`, as Kingfisher tells what it finds."""

    def scan(self, data: bytes, *, timeout: float) -> Sequence[object]:
        found = []
        start = data.find(b"zebra")
        while start >= 0:
            place = {"start_offset": start, "end_offset": start + 5}
            found.append(SimpleNamespace(rule_id="vendor.zoo-key", location=place, visible=True))
            start = data.find(b"zebra", start + 5)
        return found


@pytest.fixture
def scanner(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    module = ModuleType("kingfisher_sdk")
    module.Scanner = WordScanner  # type: ignore[attr-defined]
    module.__spec__ = SimpleNamespace()  # type: ignore[assignment]
    monkeypatch.setitem(sys.modules, "kingfisher_sdk", module)
    yield
    deep_secrets._scanner = None


def test_nothing_is_loaded_unless_asked_for(scanner: None) -> None:
    assert list(deep_secrets.deep_findings("zebra")) == []
    deep_secrets.prepare_deep_secrets(wait=True)
    assert list(deep_secrets.deep_findings("das Zäh: zebra")) == [Finding("ZOO_KEY", 9, 14)]


def test_both_rule_sets_mask(scanner: None, tmp_path: Path) -> None:
    deep_secrets.prepare_deep_secrets(wait=True)
    text = "ü zebra and ghp_" + "a1B2c3D4e5F6" * 3
    with Deck.open(tmp_path, author=Author(Writer.ASSISTANT, "x")) as deck:
        assert deck.add("x", text).content == "ü <ZOO_KEY> and <GITHUB_TOKEN>"
    masked = mask_secrets("zebra zebra", more=deep_secrets.deep_findings)
    assert (
        mask_secrets(masked.text, more=deep_secrets.deep_findings).text
        == masked.text
        == "<ZOO_KEY> <ZOO_KEY>"
    )


def test_a_scanner_that_fails_leaves_the_built_in_rules(
    scanner: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: WordScanner, data: bytes, *, timeout: float) -> Sequence[object]:
        raise TimeoutError

    monkeypatch.setattr(WordScanner, "scan", fail)
    deep_secrets.prepare_deep_secrets(wait=True)
    assert list(deep_secrets.deep_findings("zebra")) == []


def test_the_real_one() -> None:
    pytest.importorskip("kingfisher_sdk")
    deep_secrets.prepare_deep_secrets(wait=True)
    try:
        token = "ghp_" + "a1B2c3D4e5F6" * 3
        (finding,) = deep_secrets.deep_findings(f"ü {token}")
        assert (finding.start, finding.end) == (2, 2 + len(token))
    finally:
        deep_secrets._scanner = None
