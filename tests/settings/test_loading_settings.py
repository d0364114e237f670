"""Precedence, and complaints that name place, key, value and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdeck.memory.errors import SettingsError
from memdeck.settings import Settings, load_settings, settings_from
from memdeck.settings.sections import ALL_KEYS, PRESETS
from memdeck.settings.values import as_mapping, value_at


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config.yaml"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    (root / ".git").mkdir(parents=True)
    (root / "src" / "deep").mkdir(parents=True)
    return root


def load(config: Path, text: str, **env: str) -> Settings:
    config.write_text(text, encoding="utf-8")
    return load_settings(config, env=env, cwd=config.parent)


def complaint(config: Path, text: str, **env: str) -> str:
    with pytest.raises(SettingsError) as caught:
        load(config, text, **env)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_without_any_file_the_defaults_hold(tmp_path: Path) -> None:
    missing = {"MEMDECK_CONFIG": str(tmp_path / "none.yaml")}
    assert load_settings(env=missing, cwd=tmp_path) == Settings()


def test_the_defaults_are_those_of_the_design() -> None:
    settings = Settings()
    assert settings.extraction.confidence_threshold == 0.75
    assert settings.storage.embedding_model == "bundled"
    assert settings.retrieval.exact_limit == 20_000
    assert settings.injection.token_budget == 1500
    assert settings.conflicts.auto_supersede == "explicit"
    weights = settings.extraction.signal_weights
    assert (weights.explicit_marker, weights.time_marker) == (0.3, 0.1)


def test_every_default_is_allowed_by_its_own_rule() -> None:
    for key in ALL_KEYS:
        assert key.rule.read(key.default) == key.default, key.dotted


def test_the_articles_example_is_read_as_it_stands(config: Path) -> None:
    settings = load(
        config,
        """
extraction:
  confidence_threshold: 0.75
  max_memories_per_conversation: 20
  signal_weights: {explicit_marker: 0.3, repetition: 0.25, decision_language: 0.2,
                   entity_density: 0.15, time_marker: 0.1}
storage: {embedding_dim: 384, embedding_model: all-MiniLM-L6-v2, decay_days: 30, max_memories: 100000}
retrieval: {vector_top_k: 15, keyword_top_k: 10, time_top_k: 5, rerank_top_k: 5,
            weights: {vector: 0.5, keyword: 0.3, time: 0.2}}
injection: {max_memories: 5, min_diversity: 3, format: structured}
""",
    )
    assert settings.retrieval.lane_weights == PRESETS["article"]
    assert settings.storage.embedding_dim == 384


def test_later_sources_win_and_say_so(config: Path, repository: Path) -> None:
    config.write_text("injection: {max_memories: 2, language: zh, token_budget: 700}\n")
    (repository / ".memdeck.yaml").write_text("injection: {max_memories: 3, token_budget: 800}\n")
    env = {"MEMDECK_INJECTION__TOKEN_BUDGET": "900"}
    settings = load_settings(config, env=env, cwd=repository / "src" / "deep")
    assert settings.injection.language == "zh"
    assert settings.injection.max_memories == 3
    assert settings.injection.token_budget == 900
    assert settings.origins["injection.language"] == str(config)
    assert settings.origins["injection.max_memories"] == str(repository / ".memdeck.yaml")
    assert (
        settings.origins["injection.token_budget"] == "environment variable MEMDECK_INJECTION__TOKEN_BUDGET"
    )


def test_a_preset_gives_the_weights_that_are_not_given() -> None:
    article = settings_from({"retrieval": {"preset": "article", "weights": {"time": 0}}})
    assert article.retrieval.lane_weights.vector == 0.5
    assert article.retrieval.lane_weights.time == 0.0
    assert Settings().retrieval.lane_weights == PRESETS["measured"]


def test_settings_can_be_changed_from_a_mapping() -> None:
    base = settings_from({"injection": {"max_memories": 7}})
    changed = settings_from({"injection": {"language": "zh"}}, base)
    assert (changed.injection.max_memories, changed.injection.language) == (7, "zh")


@pytest.mark.parametrize(
    ("text", "named", "nearest"),
    [
        ("injection: {max_memorys: 3}", "injection.max_memorys", "injection.max_memories"),
        ("injecton: {max_memories: 3}", "injecton", "injection"),
        ("Injection: {language: en}", "Injection", "injection"),
        ("storage: {max_memories_per_conversation: 3}", "storage.max_mem", "extraction.max_memories_per_"),
        ("retrieval: {weights: {vectors: 1}}", "retrieval.weights.vectors", "retrieval.weights.vector"),
        ("zzz: 1", "zzz", "Sections: extraction"),
    ],
)
def test_an_unknown_key_names_file_key_and_the_nearest(
    config: Path, text: str, named: str, nearest: str
) -> None:
    message = complaint(config, text)
    assert message.startswith(f"{config}: {named}")
    assert nearest in message


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("injection: {max_memories: many}", ["injection.max_memories", "'many'", "from 0 to 50"]),
        ("injection: {max_memories: 51}", ["51", "from 0 to 50"]),
        ("injection: {max_memories: true}", ["true", "whole number"]),
        ("injection: {max_memories: 2.5}", ["2.5", "whole number"]),
        ("extraction: {review: 'yes'}", ["extraction.review", "'yes'", "true or false"]),
        ("extraction: {confidence_threshold: .nan}", ["nan", "from 0 to 1"]),
        ("retrieval: {preset: best}", ["'best'", "measured, article"]),
        ("retrieval: {weights: 3}", ["retrieval.weights is 3", "group of keys", "vector, keyword, time"]),
        ("retrieval: [1]", ["retrieval is a list", "group of keys"]),
        ("storage: {embedding_model: [x]}", ["a list", "bundled"]),
        ("storage: {chroma_url: localhost}", ["'localhost'", "http://"]),
        ("injection: {templates: {user: x}}", ["injection.templates has the key user", "USER, FEEDBACK"]),
        ("tui: {keymap: {memory.delete: 3}}", ["no text for memory.delete"]),
    ],
)
def test_a_wrong_value_names_what_is_allowed(config: Path, text: str, parts: list[str]) -> None:
    message = complaint(config, text)
    assert message.startswith(f"{config}: ")
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("injection: {max_memories: 3", "line 1"),
        (
            "injection:\n  max_memories: 3\n  max_memories: 4\n",
            "line 3: the key 'max_memories' stands there twice",
        ),
        ("- a\n- b\n", "holds no sections"),
        ("just words", "holds no sections"),
        ("a: !!python/object/apply:os.system ['true']", "line 1"),
        ("? [a, b]\n: 1", "a key is a list"),
        ("a: &a [*a]", "recursive"),
    ],
)
def test_bad_yaml_names_file_and_line(config: Path, text: str, part: str) -> None:
    """S01 for our own file: one line with the place, never a traceback."""
    message = complaint(config, text)
    assert str(config) in message
    assert part in message


def test_an_empty_file_and_empty_sections_are_fine(config: Path) -> None:
    assert load(config, "") == Settings()
    assert load(config, "# nothing\ninjection:\n  # max_memories: 5\nretrieval: {weights: }\n") == Settings()


def test_a_file_with_a_byte_order_mark_is_read(config: Path) -> None:
    assert load(config, "\ufeffinjection: {language: zh}\n").injection.language == "zh"


def test_a_file_that_is_not_text_or_too_large_is_refused(config: Path) -> None:
    config.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings(config, env={}, cwd=config.parent)
    config.write_text("#" * 300_000)
    with pytest.raises(SettingsError, match="larger than 256 KB"):
        load_settings(config, env={}, cwd=config.parent)


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="does not exist"):
        load_settings(tmp_path / "none.yaml", env={}, cwd=tmp_path)
    with pytest.raises(SettingsError, match="is not a file"):
        load_settings(tmp_path, env={}, cwd=tmp_path)


@pytest.mark.parametrize(
    ("variable", "text", "path", "value"),
    [
        ("MEMDECK_RETRIEVAL__PRESET", "article", ("retrieval", "preset"), "article"),
        ("MEMDECK_RETRIEVAL__WEIGHTS__VECTOR", "0.5", ("retrieval", "weights", "vector"), 0.5),
        ("MEMDECK_EXTRACTION__REVIEW", "Yes", ("extraction", "review"), True),
        ("MEMDECK_EXTRACTION__REVIEW", "0", ("extraction", "review"), False),
        ("MEMDECK_STORAGE__EMBEDDING_DIM", "", ("storage", "embedding_dim"), None),
        (
            "MEMDECK_STORAGE__DATABASE_URL",
            "postgresql://h/d",
            ("storage", "database_url"),
            "postgresql://h/d",
        ),
        ("MEMDECK_TUI__KEYMAP", '{"memory.delete": "x"}', ("tui", "keymap"), {"memory.delete": "x"}),
    ],
)
def test_variables_are_read_in_the_keys_type(
    tmp_path: Path, variable: str, text: str, path: tuple[str, ...], value: object
) -> None:
    env = {variable: text, "MEMDECK_CONFIG": str(tmp_path / "none"), "MEMDECK_HOME": "/x", "OTHER__X": "1"}
    assert value_at(load_settings(env=env, cwd=tmp_path), path) == value


@pytest.mark.parametrize(
    ("variable", "text", "parts"),
    [
        ("MEMDECK_RETRIEVAL__PRESETS", "article", ["unknown", "retrieval.preset?"]),
        ("MEMDECK_RETRIEVAL__PRESET", "best", ["retrieval.preset is 'best'", "measured, article"]),
        ("MEMDECK_INJECTION__MAX_MEMORIES", "five", ["'five'", "whole number"]),
        ("MEMDECK_EXTRACTION__REVIEW", "maybe", ["'maybe'", "true or false"]),
        ("MEMDECK_TUI__KEYMAP", "{", ["tui.keymap"]),
        ("MEMDECK_TUI__KEYMAP", "[1]", ["tui.keymap is a list"]),
    ],
)
def test_a_wrong_variable_is_named(tmp_path: Path, variable: str, text: str, parts: list[str]) -> None:
    message = complaint(tmp_path / "config.yaml", "", **{variable: text})
    assert message.startswith(f"environment variable {variable}")
    for part in parts:
        assert part in message


def test_a_password_never_stands_in_a_message(config: Path) -> None:
    """S48: an address in the configuration may hold a password."""
    message = complaint(config, "storage: {database_url: 'mysql://app:p4ss@host/db'}")
    assert "p4ss" not in message
    assert "mysql://app:***@host/db" in message


def test_hostile_text_in_a_key_or_value_is_made_visible(config: Path) -> None:
    """S45: a file from a cloned repository may hold terminal escapes."""
    assert "\x1b" not in complaint(config, '"\\x1b]0;x\\a": 1')
    assert "\x1b" not in complaint(config, 'retrieval: {preset: "\\x1b[2J"}')


def test_as_mapping_reads_back_to_the_same_settings() -> None:
    settings = settings_from({"injection": {"templates": {"USER": "- {title}"}}, "tui": {"rows": "compact"}})
    assert settings_from(as_mapping(settings)) == settings


def test_the_sample_configurations_say_what_their_names_promise() -> None:
    folder = Path(__file__).parents[2] / "fixtures" / "configs"

    def sample(name: str) -> Settings:
        return load_settings(folder / name, env={}, cwd=Path("/"))

    assert sample("article.yaml").retrieval.lane_weights == PRESETS["article"]
    assert sample("review.yaml").extraction.review is True
    assert sample("server.yaml").storage.database_url is not None
    sample("small.memdeck.yaml")
    with pytest.raises(SettingsError, match="Did you mean"):
        sample("misspelt.yaml")


@pytest.mark.parametrize("off", ["off", "no", "false", '"off"'])
def test_off_needs_no_quotes(config: Path, off: str) -> None:
    """YAML takes it for false."""
    assert load(config, f"conflicts: {{judge: {off}}}\nsecrets: {{level: {off}}}").conflicts.judge == "off"


@pytest.mark.parametrize(
    "judge",
    [
        "/models/nli",
        "onnx:nli",
        "~/models/nli",
        "models/nli",
        "https://example.com/v1#some-model",
        "http://127.0.0.1:8080/v1#m",
        "http://localhost:11434/v1#m",
        "http://[::1]/v1",
    ],
)
def test_a_judge_is_a_folder_or_a_safe_address(config: Path, judge: str) -> None:
    assert load(config, f"conflicts: {{judge: {judge!r}}}").conflicts.judge == judge


@pytest.mark.parametrize(
    "judge",
    [
        "strong",
        "",
        "5",
        "http://example.com/v1#m",
        "http://127.0.0.1.example.com/v1#m",
        "https://me:secret@example.com/v1#m",
        "https://example.com/v1?key=secret#m",
        "https:///v1",
        "http://[::1/v1",
        "ftp://example.com/v1",
        "file:///etc",
        "https://example.com/v1 #m",
    ],
)
def test_a_judge_is_nothing_else(config: Path, judge: str) -> None:
    """Texts of entries are sent there: never in the open, never with a key in the settings."""
    found = complaint(config, f"conflicts: {{judge: {judge!r}}}")
    assert "conflicts.judge is" in found and "http only on this machine" in found
    assert "me:secret" not in found


def test_a_repository_chooses_no_judge(config: Path) -> None:
    (judges,) = [key for key in ALL_KEYS if key.dotted == "conflicts.judge"]
    assert not judges.repository
