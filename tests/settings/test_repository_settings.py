"""What a cloned repository may set, and what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdeck.settings import Settings, load_settings
from memdeck.settings.sections import ALL_KEYS

NEVER = {
    "extraction.review",
    "storage.database_url",
    "storage.chroma_url",
    "storage.embedding_model",
    "retrieval.reranker",
    "injection.templates",
    "conflicts.auto_supersede",
    "tui.keymap",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    (root / ".git").mkdir(parents=True)
    return root


def load(folder: Path) -> Settings:
    return load_settings(env={"MEMDECK_CONFIG": str(folder / "no-such-file")}, cwd=folder)


def test_what_could_move_memory_or_speak_for_it_is_closed_to_a_repository() -> None:
    open_keys = {key.dotted for key in ALL_KEYS if key.repository}
    assert not open_keys & NEVER
    assert not [key for key in open_keys if key.startswith("storage.")]


def test_refused_keys_are_reported_and_the_rest_followed(repository: Path) -> None:
    file = repository / ".memdeck.yaml"
    file.write_text("storage: {database_url: 'postgresql://evil/x'}\ninjection: {language: zh}\n")
    settings = load(repository)
    assert settings.storage.database_url is None
    assert settings.injection.language == "zh"
    assert settings.notes == (f"{file}: storage.database_url is ignored; a repository may not set it.",)
    assert "evil" not in " ".join(settings.notes)


def test_the_nearest_file_up_to_the_root_is_taken(repository: Path) -> None:
    inner = repository / "a" / "b"
    inner.mkdir(parents=True)
    (repository / ".memdeck.yaml").write_text("injection: {max_memories: 1}\n")
    assert load(inner).injection.max_memories == 1
    (repository / "a" / ".memdeck.yaml").write_text("injection: {max_memories: 2}\n")
    assert load(inner).injection.max_memories == 2


def test_nothing_above_the_root_or_outside_a_repository_is_read(tmp_path: Path, repository: Path) -> None:
    (tmp_path / ".memdeck.yaml").write_text("injection: {max_memories: 1}\n")
    assert load(repository) == Settings()
    assert load(tmp_path) == Settings()


def test_a_linked_worktree_is_a_repository_too(tmp_path: Path) -> None:
    """S42: in a linked worktree `.git` is a file."""
    (tmp_path / ".git").write_text("gitdir: /elsewhere\n")
    (tmp_path / ".memdeck.yaml").write_text("injection: {max_memories: 1}\n")
    assert load(tmp_path).injection.max_memories == 1
