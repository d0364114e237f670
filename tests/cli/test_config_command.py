"""`memdeck config`: what is in force, where it was set, where things lie."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml
from command_line import CommandLine

from memdeck.settings import Settings, load_settings, settings_from
from memdeck.settings.sections import ALL_KEYS
from memdeck.settings.values import as_mapping


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "home")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config.yaml"


def test_show_prints_yaml_that_reads_back_to_the_settings_in_force(line: CommandLine, config: Path) -> None:
    config.write_text("retrieval: {preset: article}\ninjection: {templates: {USER: '- {title}: #x'}}\n")
    shown = line.done("config", "show", "--config", str(config)).out
    assert f"  preset: article   # {config}\n" in shown
    assert settings_from(yaml.safe_load(shown)) == load_settings(config)
    assert settings_from(line("config", "show", "--json", "--config", str(config)).json) == load_settings(
        config
    )


def test_show_prints_one_key_or_section(line: CommandLine) -> None:
    assert line.done("config", "show", "retrieval.preset").out == "measured\n"
    assert line.done("config", "show", "storage.chroma_url").out == "null\n"
    assert line.done("config", "show", "retrieval.weights").out == "vector: null\nkeyword: null\ntime: null\n"
    unknown = line("config", "show", "retrieval.presets")
    assert (unknown.code, "Did you mean retrieval.preset?" in unknown.err) == (2, True)


def test_show_hides_passwords(line: CommandLine, config: Path) -> None:
    """S48: what is shown is pasted into bug reports."""
    config.write_text("storage: {database_url: 'postgresql://app:p4ss@host/db'}\n")
    for arguments in (
        ("config", "show"),
        ("config", "show", "--json"),
        ("config", "show", "storage.database_url"),
    ):
        shown = line.done("--config", str(config), *arguments).out
        assert "p4ss" not in shown
        assert "postgresql://app:***@host/db" in shown


def test_init_writes_an_example_that_changes_nothing(line: CommandLine, config: Path) -> None:
    assert line.done("config", "init", "--config", str(config)).out == f"{config}\n"
    assert load_settings(config, env={}, cwd=config.parent) == Settings()
    assert config.stat().st_mode & 0o077 == 0
    again = line("config", "init", "--config", str(config))
    assert (again.code, "is there already" in again.err) == (1, True)


def test_every_key_of_the_example_is_right_when_its_mark_is_taken_away(
    line: CommandLine, config: Path
) -> None:
    line.done("config", "init", "--config", str(config))
    text = config.read_text()
    config.write_text("\n".join(each.removeprefix("# ") for each in text.splitlines()[1:]))
    settings = load_settings(config, env={}, cwd=config.parent)
    assert settings == Settings()
    assert len(settings.origins) == len(ALL_KEYS)
    assert yaml.safe_load(config.read_text()) == as_mapping(Settings())


def test_init_goes_to_the_usual_place(line: CommandLine) -> None:
    place = Path(os.environ["XDG_CONFIG_HOME"]) / "memdeck" / "config.yaml"
    assert line.done("config", "path").out == f"{place}\n"
    line.done("config", "init")
    assert place.exists()


def test_path_names_every_place(line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert line.done("config", "path", "home").out == f"{line.home}\n"
    assert line.done("config", "path", "log").out == f"{line.home / 'memdeck.log'}\n"
    assert line.done("config", "path", "cache").out.endswith("memdeck\n")
    monkeypatch.chdir(tmp_path)
    assert line("config", "path", "repository").code == 4
    (tmp_path / ".git").mkdir()
    (tmp_path / ".memdeck.yaml").write_text("")
    assert line.done("config", "path", "repository").out == f"{tmp_path / '.memdeck.yaml'}\n"
    assert not line.home.exists()


def test_check_says_what_is_wrong_and_where(line: CommandLine, config: Path) -> None:
    config.write_text("injection:\n  max_memorys: 3\n")
    wrong = line("config", "check", "--config", str(config))
    assert wrong.code == 2
    assert wrong.err == (
        f"memdeck: {config}: injection.max_memorys is unknown. Did you mean injection.max_memories?\n"
    )
    config.write_text("injection:\n  max_memories: 3\n")
    right = line.done("config", "check", "--config", str(config))
    assert right.err == f"The configuration is right.\n  from {config}\n"


def test_a_wrong_configuration_stops_every_command_in_one_line(line: CommandLine, config: Path) -> None:
    config.write_text("retrieval: {preset: best}\n")
    for arguments in (("list",), ("add", "A", "b"), ("config", "show")):
        answer = line("--config", str(config), *arguments)
        assert answer.code == 2
        assert answer.err.startswith(f"memdeck: {config}: retrieval.preset is 'best', but must be one of")
    assert line.process("list", MEMDECK_RETRIEVAL__PRESET="best").code == 2


def test_what_a_repository_may_not_set_is_said_and_not_followed(
    line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".memdeck.yaml").write_text("storage: {database_url: 'postgresql://evil/x'}\n")
    monkeypatch.chdir(tmp_path)
    answer = line.done("list", "--json")
    assert answer.out == "[]\n"
    assert answer.err.count("\n") == 1
    assert "storage.database_url is ignored; a repository may not set it." in answer.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "storage: {embedding_dim: 768}",
            "embedding_dim is 768, but the model 'bundled' has 512 dimensions.",
        ),
        ("storage: {embedding_model: onnx:/nowhere}", "/nowhere holds no ONNX model."),
        ("storage: {embedding_model: gpt}", "storage.embedding_model: 'gpt' is unknown."),
        ("injection: {templates: {TODO: '- {txt}'}}", "injection.templates.TODO: there is no field {txt}."),
        ("injection: {templates: {TODO: '- {text'}}", "a brace is never closed"),
        ("retrieval.preset: article", "is two keys in one. Write retrieval: {preset: …}"),
        ("retrieval: {reranker: /nowhere}", "retrieval.reranker: /nowhere holds no ONNX model."),
    ],
)
def test_check_says_that_a_model_is_not_the_one_that_is_meant(
    line: CommandLine, config: Path, text: str, words: str
) -> None:
    config.write_text(text)
    answer = line("config", "check", "--config", str(config))
    assert answer.code != 0
    assert (answer.err.count("\n"), words in answer.err) == (1, True)


def test_check_asks_no_address(line: CommandLine, config: Path) -> None:
    config.write_text("storage: {embedding_model: 'http://127.0.0.1:9/v1#m', embedding_dim: 3}")
    answer = line.done("config", "check", "--config", str(config))
    assert "was not asked; 'memdeck doctor' asks it" in answer.err
