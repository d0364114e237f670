"""Memory folders as Claude Code leaves them, for the tests of syncing."""

from __future__ import annotations

from pathlib import Path

MIGRATIONS, STYLE = "feedback_migrations.md", "user_review_style.md"
NESTED = """---
name: no-squashed-migrations
description: "Never squash Alembic migrations: release #212 broke the upgrade path"   # why
metadata:{blank}
  node_type: memory
  type: feedback
  originSessionId: 4f1c2a9e-6b1d-4c55-9d0e-2a7b3c4d5e6f
  modified: 2026-10-05T08:00:09.480Z
---

Do not squash Alembic migrations in this repository.

**Why:** staging databases sit up to three releases behind.
""".replace("{blank}", " ")  # Claude Code leaves a blank there
FLAT = """---
name: Review style
description: Dana wants short review notes
type: user
---

Give review notes as a short list, reason first.
"""
INDEX = """# Memory

Written by hand; keep this.

- [Review style](user_review_style.md) — short notes, reason first
- [No squashed migrations](feedback_migrations.md) — add a revision, never squash
"""


def claude_folder(folder: Path) -> Path:
    """Make a folder with two memories and an index."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MIGRATIONS).write_text(NESTED)
    (folder / STYLE).write_text(FLAT)
    (folder / "MEMORY.md").write_text(INDEX)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
