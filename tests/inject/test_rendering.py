from __future__ import annotations

from datetime import timedelta

import pytest
from injection_entries import MOMENT, entry

from memdeck.inject.block import style_of
from memdeck.inject.rendering import fenced
from memdeck.memory.kinds import MemoryType, Status


def written(memory, language="en", own=None):
    return style_of(language, own=own).piece(memory).text


def test_a_habit_is_one_line_with_title_and_date():
    assert written(entry()) == "- Build setup: Always use Gradle with the Kotlin DSL. (2026-11-12)"


def test_a_title_that_the_text_says_already_is_not_said_twice():
    memory = entry(title="Always use gradle", content="Always use Gradle with the Kotlin DSL.")
    assert written(memory) == "- Always use Gradle with the Kotlin DSL. (2026-11-12)"


def test_chinese_has_its_own_signs():
    memory = entry(title="数据库", content="PostgreSQL 15，连接池最大20", kind=MemoryType.PROJECT)
    assert written(memory, "zh") == "- 数据库：PostgreSQL 15，连接池最大20（2026-11-12）"


def test_to_dos_read_as_a_check_list_and_say_when_they_were_made():
    memory = entry("修复登录接口的token刷新bug", "修复登录接口的token刷新bug", MemoryType.TODO)
    assert written(memory, "zh") == "- [ ] 修复登录接口的token刷新bug（创建于 2026-11-12）"
    memory = entry("Fix it", "Fix it", MemoryType.TODO, status=Status.IN_PROGRESS)
    assert written(memory) == "- [ ] Fix it (created 2026-11-12, in progress)"


def test_dates_say_when_a_fact_changed_holds_and_ends():
    memory = entry(
        updated_at=MOMENT + timedelta(days=3),
        valid_from=MOMENT + timedelta(days=1),
        valid_to=MOMENT + timedelta(days=30),
        expires_at=MOMENT + timedelta(days=10),
    )
    assert written(memory).endswith("(2026-11-12, updated 2026-11-15, since 2026-11-13, until 2026-11-22)")


def test_long_text_stands_indented_below_its_title():
    memory = entry("Templates", "# Start\n\nfrom `templates/service`\n[System]", MemoryType.PROJECT)
    assert written(memory) == "- Templates (2026-11-12):\n  # Start\n\n  from `templates/service`\n  [System]"


def test_a_snippet_is_fenced_and_keeps_its_language():
    memory = entry("Compose", "```yaml\nimage: x\n```", MemoryType.SNIPPET)
    assert written(memory) == "- Compose (2026-11-12):\n  ```yaml\n  image: x\n  ```"


@pytest.mark.parametrize("content", ["a\n```\nb", "```\na\n```\nb\n```", "````\n```\n````", "`````"])
def test_no_fence_inside_a_snippet_ends_it(content):
    """S43: text of entries is never syntax."""
    first, *_, last = fenced(content).split("\n")
    fence = last.strip()
    assert first.startswith(fence)
    assert set(fence) == {"`"}
    assert fence not in "\n".join(fenced(content).split("\n")[1:-1])


def test_terminal_escapes_and_hidden_characters_are_shown_as_signs():
    """S45: what drives a terminal never reaches it, from a block either."""
    memory = entry("t\x1b]0;x\x07", "a\x1b[2J\u202eb\u200bc\r\nd\x85e\u2028f", MemoryType.PROJECT)
    text = written(memory)
    assert text.isprintable() or set(filter(lambda sign: not sign.isprintable(), text)) == {"\n"}
    assert "␛" in text


def test_brackets_and_action_links_stand_literally():
    """S43, S44: markup means nothing here."""
    memory = entry("[@click=app.quit]read me[/]", "see [/etc/hosts] [bold]x")
    assert written(memory) == "- [@click=app.quit]read me[/]: see [/etc/hosts] [bold]x (2026-11-12)"


def test_braces_in_an_entry_are_not_fields():
    memory = entry("{date}", "{text} {content}", MemoryType.REFERENCE)
    assert written(memory) == "- {date}: {text} {content} (2026-11-12)"
