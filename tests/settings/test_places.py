"""Where things lie, and that looking creates nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memdeck.settings import places


def test_a_given_home_wins_over_the_variable(tmp_path: Path) -> None:
    env = {"MEMDECK_HOME": str(tmp_path / "variable")}
    assert places.home_folder(tmp_path / "given", env) == tmp_path / "given"
    assert places.home_folder(None, env) == tmp_path / "variable"
    assert not list(tmp_path.iterdir())


def test_without_either_the_users_data_folder_is_taken() -> None:
    assert places.home_folder(None, {}).name == "memdeck"
    assert places.config_file({}).name == "config.yaml"


@pytest.mark.parametrize("given", ["", "/somewhere", "relative"])
def test_the_usual_places_are_those_of_platformdirs(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    import platformdirs

    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, given)
    usual = platformdirs.PlatformDirs("memdeck", appauthor=False)
    if given != "relative":  # the standard says to pass over what is not absolute
        assert places.home_folder(None, {}) == usual.user_data_path
        assert places.config_file({}) == usual.user_config_path / "config.yaml"
        assert places.cache_folder() == usual.user_cache_path
    assert places.home_folder(None, {}).is_absolute()


def test_paths_are_absolute_and_the_tilde_is_expanded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert places.home_folder("~/store", {}) == tmp_path / "store"
    assert places.home_folder("store", {}) == tmp_path / "store"
    assert places.home_folder("", {"MEMDECK_HOME": "x"}) == tmp_path / "x"


def test_settings_load_no_yaml_without_a_file(tmp_path: Path) -> None:
    code = (
        "import sys; from memdeck.settings import load_settings; load_settings();"
        "bad = {'yaml', 'numpy', 'sqlmodel', 'textual', 'click', 'platformdirs'} & set(sys.modules);"
        "print(sorted(bad))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"MEMDECK_CONFIG": str(tmp_path / "none"), "PYTHONPATH": ":".join(sys.path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
