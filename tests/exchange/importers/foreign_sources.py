"""What other programs leave on a disk, written by the tests in those programs' own forms."""

from __future__ import annotations

import gzip
import json
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def lines(*records: Any) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def instructions(root: Path) -> Path:
    project = root / "parcel"
    (project / ".claude/rules").mkdir(parents=True)
    (project / "CLAUDE.md").write_text(
        "# Parcel\n\nSee the wiki.\n\n@docs/style.md\n\n## Build\n\nRules:\n\n"
        "- Use **Gradle** with the Kotlin DSL\n- Run the tests first:\n"
        "  ```sh\n  # not a heading\n  ./gradlew test\n  ```\n* * *\n\n"
        "## Deploys\n\nDeploys run on Tuesdays,\nnever on Fridays.\n\n"
        "<!-- a comment\n- not an item\n-->\n1. Ask before a migration\n",
        encoding="utf-8",
    )
    (project / "AGENTS.md").write_text(
        "## Build\n\n- Use **Gradle** with the Kotlin DSL\n- Prefer small commits\n"
    )
    (project / ".claude/rules/api.md").write_text(
        "---\npaths: src/**\n---\n- 日期用 ISO 格式\n", encoding="utf-8"
    )
    return project


def claude_mem_rows() -> dict[str, list[dict[str, Any]]]:
    shared = {"memory_session_id": "s1", "project": "parcel", "prompt_number": 1, "discovery_tokens": 0}
    day = 86_400_000

    def row(number: int, **more: Any) -> dict[str, Any]:
        moment = 1_780_000_000_000 + number * day
        return {
            "id": number,
            **shared,
            "created_at": "2026-05-28T20:26:40Z",
            "created_at_epoch": moment,
            **more,
        }

    def observation(number: int, kind: str, title: str, **more: Any) -> dict[str, Any]:
        empty = {"text": None, "subtitle": None, "narrative": None}
        lists = dict.fromkeys(("facts", "concepts", "files_read", "files_modified"), "[]")
        return row(number, **{"type": kind, "title": title, **empty, **lists, **more})

    return {
        "observations": [
            observation(
                1, "decision", "Use Postgres for the ledger", subtitle="SQLite locks under load",
                narrative="Two writers collided. Postgres it is.", facts='["Port is 5433", "Version 17"]',
                concepts='["why-it-exists"]', files_modified='["db.py"]',
            ),
            observation(
                2, "bugfix", "Login loops on Safari", narrative="Cookies need SameSite=None.", project="shop"
            ),
            observation(3, "sensitive", "Not for others", narrative="hidden words"),
            observation(4, "security_alert", "Key leaked", narrative="hidden words"),
            observation(5, "discovery", "Old form", text="Only text, as old versions wrote it."),
        ],
        "session_summaries": [
            row(1, request="Set the ledger up", investigated="the driver", learned="WAL is on",
                completed="schema", next_steps="Write the migration", notes=None, files_read='["a.py"]',
                files_edited="[]"),
            row(2, request="Speed it up", investigated=None, learned="An index helps", completed=None,
                next_steps="Measure again", notes=None, files_read="[]", files_edited="[]"),
        ],
        "user_prompts": [row(1, prompt_text="please help", session_db_id=1, content_session_id="c")],
    }  # fmt: skip


def claude_mem(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    path = root / "claude-mem.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    for table, rows in claude_mem_rows().items():
        columns = list(rows[0])
        connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", [tuple(row.values()) for row in rows])
    connection.commit()
    connection.close()
    return path


def claude_mem_export(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    rows = claude_mem_rows()
    export = {
        "exportedAt": "2026-06-01T00:00:00Z", "exportedAtEpoch": 1, "query": "*", "totalObservations": 5,
        "totalSessions": 1, "totalSummaries": 2, "totalPrompts": 1, "observations": rows["observations"],
        "sessions": [], "summaries": rows["session_summaries"], "prompts": rows["user_prompts"],
    }  # fmt: skip
    path = root / "export.json"
    path.write_text(json.dumps(export, indent=2))
    return path


def mcp_memory(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    path = root / "memory.jsonl"
    path.write_text(
        lines(
            {"type": "entity", "name": "demo_app", "entityType": "project",
             "observations": ["uses pytest", "deploys on Tuesdays"]},
            {"type": "entity", "name": "Dana Weiß", "entityType": "person", "observations": ["prefers tea"]},
            {"type": "relation", "from": "Dana Weiß", "to": "demo_app", "relationType": "maintains"},
        ).rstrip("\n"),
        encoding="utf-8",
    )  # fmt: skip
    return path


def basic_memory(root: Path) -> Path:
    folder = root / "notes"
    (folder / "specs").mkdir(parents=True)
    (folder / "specs/Search Design.md").write_text(
        "---\ntitle: Search Design\ntype: note\ntags:\n- search\npermalink: specs/search-design\n"
        "created: 2026-03-01T10:00:00Z\nmodified: 2026-04-01T10:00:00Z\n---\n\n# Search Design\n\n"
        "- [decision] Use FTS5 #sqlite (fast enough)\n"
        "- [ ] not an observation #no\n- [site](http://x) #no\n\n"
        "- implements [[Spec 1]]\n"
    )
    (folder / "Person.md").write_text(
        "---\ntitle: Person\ntype: reference\npermalink: person\n---\n\nDana maintains it.\n"
    )
    return folder


def mem0(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    path = root / "mem0.json"
    results = [
        {"id": "5f2a", "memory": "Likes short answers", "hash": "h", "updated_at": None, "user_id": "alice",
         "created_at": "2026-02-01T08:00:00-07:00", "metadata": {"source": "chat"},
         "expiration_date": "2027-01-01"},
        {"id": "5f2b", "memory": "The agent uses metric units", "created_at": "2026-02-02T08:00:00Z",
         "agent_id": "travel", "metadata": None},
    ]  # fmt: skip
    path.write_text(json.dumps({"results": results}))
    return path


def openmemory(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    memories = [
        {"id": f"m{n}", "content": text, "metadata": {}, "created_at": 1_780_000_000 + n, "state": state,
         "updated_at": 1_780_000_000 + n, "app": "cursor", "categories": ["work"]}
        for n, (text, state) in enumerate(
            [("Lives in Graz", "active"), ("Used tabs once", "archived"), ("Wrong", "deleted")]
        )
    ]  # fmt: skip
    path = root / "backup.zip"
    with zipfile.ZipFile(path, "w") as backup:
        backup.writestr("memories.json", json.dumps({"export_meta": {"version": "1"}, "memories": memories}))
        backup.writestr("memories.jsonl.gz", gzip.compress(lines(*memories).encode()))
    return path


def codex(root: Path) -> Path:
    folder = root / "memories"
    (folder / "rollout_summaries").mkdir(parents=True)
    (folder / "memory_summary.md").write_text("v1\n\nshort\n")
    (folder / "raw_memories.md").write_text("raw\n")
    (folder / "MEMORY.md").write_text(
        "# Task Group: Parcel backend\nscope: the API\napplies_to: cwd=/srv/parcel; reuse_rule=same repo\n\n"
        "## Task 1: fix login\n### rollout_summary_files\n- rollout_summaries/a.md\n### keywords\n- login\n\n"
        "## User preferences\n- Wants diffs, not whole files\n\n## Reusable knowledge\n- Tests need Redis\n\n"
        "## Failures and how to do differently\n- Do not edit the generated client\n"
    )
    (folder / "rollout_summaries/a.md").write_text("# Fix login\n\nCookies were the reason.\n")
    return folder


def gemini(root: Path) -> Path:
    home = root / ".gemini"
    memory = home / "tmp/parcel-1/memory"
    memory.mkdir(parents=True)
    (home / "projects.json").write_text(json.dumps({"projects": {"/srv/parcel": "parcel-1"}}))
    (home / "GEMINI.md").write_text(
        "# Mine\n\n- an instruction, not a memory\n\n## Gemini Added Memories\n- My cat is called Ada\n"
        "- I write Kotlin\n\n## Other\n- something else\n"
    )
    (memory / "MEMORY.md").write_text(
        "# Memory\n\n- [Ports](ports.md) — which\n- The build takes nine minutes\n"
    )
    (memory / "ports.md").write_text("The API listens on 8123.\n")
    return home


def cline(root: Path) -> Path:
    bank = root / "parcel/memory-bank"
    bank.mkdir(parents=True)
    (bank / "projectbrief.md").write_text("# Project Brief\n\nA parcel tracker.\n")
    (bank / "techContext.md").write_text(
        "# Tech Context\n\n## Database\n\nPostgres 17.\n\n## Build\n\nGradle.\n"
    )
    (bank / "progress.md").write_text(
        "# Progress\n\n## What works\n\n- [x] Login\n- Search\n\n"
        "## What's left to build\n\n- Labels\n- [ ] Refunds\n"
    )
    return bank


def rules(root: Path) -> Path:
    project = root / "web"
    (project / ".cursor/rules/nested").mkdir(parents=True)
    (project / ".cursor/rules/ts.mdc").write_text(
        "---\ndescription: TypeScript: strict mode\nglobs: **/*.ts,*.tsx\nalwaysApply: false\n"
        "---\n\nNo `any`.\n"
    )
    (project / ".cursor/rules/nested/css-order.mdc").write_text(
        "---\nalwaysApply: true\n---\nSort properties.\n"
    )
    (project / ".cursorrules").write_text("- Use pnpm\n")
    return project


def windsurf(root: Path) -> Path:
    folder = root / "app/.windsurf/rules"
    folder.mkdir(parents=True)
    (folder / "style.md").write_text("---\ntrigger: always_on\n---\n\nWrite tests first.\n")
    return folder


def bytechef(root: Path) -> Path:
    base = root / "ai_auto_memory/1"
    shared = {"workspaceId": 1, "description": "d", "createdAt": "2026-08-01T10:00:00",
              "updatedAt": [2026, 8, 2, 10, 0, 0, 500_000_000], "version": 3}  # fmt: skip
    for kind, key, place, number, name in (
        ("USER", 7, 0, 1, "build_setup"),
        ("PROJECT_DEPLOYMENT", 12, 2, 2, "limits"),
        ("INTEGRATION_INSTANCE", 30, 1, 3, "limits"),
    ):
        folder = base / f"{kind}_{key}/{place}"
        folder.mkdir(parents=True)
        record = {
            "id": number, "principalId": key, "principalType": kind, "name": name, "title": name.title(),
            "memoryType": number - 1, "environment": place, "content": f"text {number}", **shared,
        }  # fmt: skip
        (folder / f"{number}.json").write_text(json.dumps(record))
    return root / "ai_auto_memory"


def letta(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    path = root / "helper.af"
    blocks = [
        {
            "id": "block-1",
            "label": "human",
            "value": "Dana likes tea.",
            "limit": 5000,
            "description": "the user",
        },
        {"id": "block-2", "label": "persona", "value": "I am terse.", "limit": 5000, "read_only": False},
        {"id": "block-3", "label": "empty", "value": "", "limit": 5000},
    ]
    agent = {"id": "agent-1", "name": "helper", "block_ids": ["block-1", "block-2"]}
    path.write_text(json.dumps({"agents": [agent], "blocks": blocks, "metadata": {"revision_id": "x"}}))
    return path


SOURCES: dict[str, Callable[[Path], Path]] = {
    "instructions": instructions,
    "claude-mem": claude_mem,
    "claude-mem-export": claude_mem_export,
    "mcp-memory": mcp_memory,
    "basic-memory": basic_memory,
    "mem0": mem0,
    "openmemory": openmemory,
    "codex": codex,
    "gemini": gemini,
    "cline": cline,
    "rules": rules,
    "windsurf": windsurf,
    "bytechef-json": bytechef,
    "letta": letta,
}
FORMATS = {"claude-mem-export": "claude-mem", "openmemory": "mem0", "windsurf": "rules"}
"""Sources whose format is called otherwise."""
