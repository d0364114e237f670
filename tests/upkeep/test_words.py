from __future__ import annotations

from pathlib import Path

import pytest
from memory_values import memory

from memdeck.memory.errors import SettingsError
from memdeck.upkeep.compare import compare
from memdeck.upkeep.digits import with_digits
from memdeck.upkeep.polarity import Polarity, cue_in
from memdeck.upkeep.quantities import Bound, quantities_in
from memdeck.upkeep.stem import stem
from memdeck.upkeep.vocabulary import load_vocabulary, standard_vocabulary


def test_a_user_can_add_a_kind_and_a_thing(tmp_path: Path) -> None:
    own = tmp_path / "alternatives.yaml"
    own.write_text(
        "label printer:\n  words: [labels]\n  values: [Zorbo, Quimbix]\nbuild tool:\n  values: [Fabrikat]\n"
    )
    vocabulary = load_vocabulary((own,))
    for left, right, evidence in (
        ("Labels come from a zorbo.", "Labels come from a quimbix.", "label printer: zorbo ↔ quimbix"),
        ("Build with Gradle.", "Build with Fabrikat.", "build tool: Gradle ↔ Fabrikat"),
    ):
        finding = compare(memory(left), memory(right, "b"), vocabulary=vocabulary)
        assert finding is not None and finding.evidence == evidence
    unknown = compare(memory("Build with Gradle."), memory("Build with Fabrikat.", "b"))
    assert unknown is not None and unknown.attribute != "build tool"


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("- a\n- b\n", "is not a list of kinds"),
        ("a: b\n", "has no words and values"),
        ("a: {values: [null, x]}\n", "must be a list of words"),
        ("a: {needs: much, values: [x]}\n", "is unknown"),
        ("a: [x\n", "is not valid YAML"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, page: str, said: str) -> None:
    own = tmp_path / "alternatives.yaml"
    own.write_text(page)
    with pytest.raises(SettingsError, match=said):
        load_vocabulary((own,))


def test_what_comes_with_memdeck_is_sound() -> None:
    vocabulary = standard_vocabulary()
    assert len(vocabulary.kinds) > 150
    assert all(kind.words or name in {"weekday", "month"} for name, kind in vocabulary.kinds.items())
    for name in vocabulary.kinds:
        values = {s.value for m in vocabulary.meanings.values() for s in m.senses if s.kind == name}
        assert len(values) >= 2, f"{name} has no alternatives"


@pytest.mark.parametrize(
    ("text", "unit", "amount", "bound"),
    [
        ("两个空格", "space", 2, Bound.EXACT),
        ("at most 10 MB", "bytes", 10 * 2**20, Bound.MOST),
        ("不少于 12 位", "character", 12, Bound.LEAST),
        ("30 minutes", "time", 1800, Bound.EXACT),
        ("60 requests per minute", "/s", 1, Bound.EXACT),
        ("twenty minutes", "time", 1200, Bound.EXACT),
        ("1,500 lines", "line", 1500, Bound.EXACT),
        ("最大可以上传 20 MB", "bytes", 20 * 2**20, Bound.MOST),
    ],
)
def test_amounts(text: str, unit: str, amount: float, bound: Bound) -> None:
    (quantity,) = quantities_in(with_digits(text))
    assert (quantity.unit, quantity.amount, quantity.bound) == (unit, amount, bound)


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Never push to main", Polarity.FORBIDDEN), ("不用跑测试", Polarity.NEEDLESS),
        ("最多不超过 5 个", None),
        ("Never merge without a review", Polarity.REQUIRED), ("未经评审不得合并", Polarity.REQUIRED),
        ("Emoji are welcome", Polarity.ALLOWED), ("caching is disabled", Polarity.DENIED),
        ("use React", None),
        ("必须写测试", Polarity.REQUIRED), ("no more than five", None),
    ],
)  # fmt: skip
def test_polarity(text: str, polarity: Polarity | None) -> None:
    cue = cue_in(text)
    assert (cue and cue.polarity) == polarity


def test_stems() -> None:
    assert {stem(word) for word in ("retry", "retries", "retried", "retrying")} == {"retry"}
    assert (
        stem("running") == stem("run")
        and stem("merging") == stem("merge")
        and stem("classes") == stem("class")
    )
