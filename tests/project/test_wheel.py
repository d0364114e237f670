"""What is shipped: the wheel holds the styles and the samples, and nothing that is not ours."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    from hatchling.build import build_wheel

    target = tmp_path_factory.mktemp("wheel")
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        return zipfile.ZipFile(target / build_wheel(str(target)))
    finally:
        os.chdir(before)


def test_styles_samples_and_migrations_are_inside(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    for style in (ROOT / "styles").glob("*.tcss"):
        assert f"memdeck/tui/styles/{style.name}" in names
    for sample in (ROOT / "fixtures").rglob("*"):
        if sample.is_file():
            assert f"memdeck/fixtures/{sample.relative_to(ROOT / 'fixtures').as_posix()}" in names
    assert [name for name in names if name.startswith("memdeck/store/migrations/versions/r0001")]
    assert "memdeck/py.typed" in names


def test_nothing_else_is_inside(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert tops == {"memdeck", "memdeck-0.1.0.dist-info"}
