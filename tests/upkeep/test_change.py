from __future__ import annotations

import pytest

from memdeck.upkeep.change import Change, announces_change


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("We switched from Webpack to Vite in spring.", Change("Webpack", "Vite")),
        ("前端从 React 迁移到 Vue。", Change("React", "Vue")),
        ("缓存改用 Valkey。", Change("", "Valkey")),
        ("MySQL has been replaced by PostgreSQL.", Change("MySQL", "PostgreSQL")),
        ("We now use pnpm instead of npm.", Change("npm", "pnpm")),
        ("We dropped Lombok.", Change("Lombok", "")),
        ("不再支持 IE 11。", Change("IE 11", "")),
        ("原来用 Oracle，现在用 PostgreSQL。", Change("Oracle", "PostgreSQL")),
        ("发版时间改到每周五。", Change("", "每周五")),
        ("用 Rust 替换了 C++。", Change("C++", "Rust")),
        ("Notes.\nThe build moved to Gradle.", Change("", "Gradle")),
    ],
)
def test_a_text_that_announces_a_change(text: str, change: Change) -> None:
    assert announces_change(text) == change


@pytest.mark.parametrize(
    "text",
    [
        "Use React.", "前端用 Vue。", "We plan to migrate from MySQL to PostgreSQL.", "计划改用 Go。",
        "要不要改用 Vue？", "Should we switch to Bun?",
        "Never upgrade to a beta.", "Move code and change it in two commits.", "",
    ],
)  # fmt: skip
def test_a_text_that_announces_none(text: str) -> None:
    assert announces_change(text) is None
