"""Installing into assistants' settings: everything else stays, twice changes nothing, and it goes again."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from memdeck.doors.install.change import BACKUP_SUFFIX
from memdeck.doors.install.clients import CLIENTS
from memdeck.doors.install.running_command import running_command

ALL = sorted(CLIENTS)


@pytest.fixture
def user() -> Path:
    """The person's home folder (tests/conftest.py makes one for each test)."""
    return Path.home()


def memdeck(*arguments, **environment):
    """Run as a process, as the script beside this Python if there is one."""
    done = subprocess.run(
        [sys.executable, "-m", "memdeck", *map(str, arguments)],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def done(*arguments, **environment):
    code, out, err = memdeck(*arguments, **environment)
    assert code == 0, err
    return out, err


def files_of(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(BACKUP_SUFFIX)
    }


def program():
    words = running_command(arguments=()).words
    assert Path(words[0]).is_absolute()
    return words


@pytest.mark.parametrize("client", ALL)
def test_in_twice_and_out_again(user, client):
    out, _ = done("install", client)
    made = files_of(user)
    assert made
    assert sorted(out.splitlines()) == sorted(str(user / path) for path in made)
    assert done("install", client)[0] == ""
    assert files_of(user) == made
    done("install", client, "--uninstall")
    assert files_of(user) == {}
    assert "nothing to change" in done("install", client, "--uninstall")[1]


@pytest.mark.parametrize("client", ALL)
def test_a_dry_run_shows_the_difference_and_writes_nothing(user, client):
    out, _ = done("install", client, "--dry-run")
    assert files_of(user) == {}
    assert out.startswith("--- /dev/null\n+++ ")
    assert program()[0] in out
    done("install", client)
    before = files_of(user)
    out, _ = done("install", client, "--uninstall", "--dry-run")
    assert files_of(user) == before
    assert "\n+++ /dev/null\n" in out


@pytest.mark.parametrize("client", ALL)
def test_a_project_gets_its_own_files(user, tmp_path, client):
    project = tmp_path / "parcel"
    project.mkdir()
    done("install", client, "--project", project)
    assert files_of(user) == {}
    assert files_of(project)
    done("install", client, "--project", project, "--uninstall")
    assert files_of(project) == {}


CLAUDE_SETTINGS = """{
    // my settings
    "model": "opus",
    "hooks": {
        "UserPromptSubmit": [
            {"hooks": [{"type": "command", "command": "say hello"}]}
        ],
        "Stop": []
    },
    "numbers": [1.0, 1e3],   /* as written */
    "permissions": {"allow": ["Bash(ls:*)"]}
}
"""


def test_claude_code_keeps_everything_else_byte_for_byte(user):
    settings = user / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(CLAUDE_SETTINGS)
    settings.chmod(0o640)
    (user / ".claude.json").write_text('{"projects": {"/a": {}}, "mcpServers": {"other": {"command": "x"}}}')
    done("install", "claude-code")
    text = settings.read_text()
    for line in CLAUDE_SETTINGS.splitlines():
        assert line.rstrip(",") in text
    bare = text.replace("// my settings", "").replace("/* as written */", "")
    hooks = json.loads(bare)["hooks"]
    assert set(hooks) == {"UserPromptSubmit", "Stop", "SessionStart", "PostCompact", "SessionEnd"}
    assert hooks["UserPromptSubmit"][0]["hooks"][0]["command"] == "say hello"
    handler = hooks["UserPromptSubmit"][1]["hooks"][0]
    assert handler["command"].endswith("hook claude-code UserPromptSubmit")
    assert handler["command"].startswith(program()[0])
    servers = json.loads((user / ".claude.json").read_text())["mcpServers"]
    assert servers["other"] == {"command": "x"}
    assert servers["memdeck"] == {"command": program()[0], "args": [*program()[1:], "mcp"]}
    assert stat.S_IMODE(settings.stat().st_mode) == 0o640
    assert settings.with_name("settings.json" + BACKUP_SUFFIX).read_text() == CLAUDE_SETTINGS
    done("install", "claude-code", "--uninstall")
    assert settings.read_text() == CLAUDE_SETTINGS


def test_what_is_installed_works(user, tmp_path):
    """The written line, run by a shell as the client does, answers an event from the store that was meant."""
    home = tmp_path / "my store"
    done("--home", home, "add", "Build", "Always build with Gradle.", "--type", "user")
    done("install", "claude-code", "--home", home)
    hooks = json.loads((user / ".claude" / "settings.json").read_text())["hooks"]
    line = hooks["SessionStart"][0]["hooks"][0]["command"]
    event = '{"session_id": "s", "hook_event_name": "SessionStart", "source": "startup"}'
    answer = subprocess.run(
        ["sh", "-c", line], input=event, capture_output=True, check=True, encoding="utf-8", cwd="/"
    )
    assert "Gradle" in json.loads(answer.stdout)["hookSpecificOutput"]["additionalContext"]
    server = json.loads((user / ".claude.json").read_text())["mcpServers"]["memdeck"]
    assert server["args"][-2:] == ["--home", str(home)]


def test_a_store_chosen_by_a_variable_is_written_too(user, tmp_path):
    done("install", "cursor", MEMDECK_HOME=str(tmp_path / "store"))
    server = json.loads((user / ".cursor" / "mcp.json").read_text())["mcpServers"]["memdeck"]
    assert server["args"][-2:] == ["--home", str(tmp_path / "store")]


def test_an_older_installation_is_brought_up_to_date(user):
    settings = user / ".claude" / "settings.json"
    settings.parent.mkdir()

    def handler(command, **more):
        return {"type": "command", "command": command, **more}

    start = handler("/old/bin/memdeck hook claude-code SessionStart")
    other = handler("memdeck", args=["hook", "claude-code", "x"])
    compact = handler("'/o l d/memdeck' --home /x hook claude-code PreCompact")
    old = {
        "hooks": {
            "SessionStart": [
                {"matcher": "startup", "hooks": [start]},
                {"hooks": [handler("lint"), other]},
            ],
            "PreCompact": [{"hooks": [compact]}],
        }
    }
    settings.write_text(json.dumps(old, indent=2))
    server = {"command": "/old/bin/memdeck", "args": ["mcp"], "env": {"A": "b"}}
    (user / ".claude.json").write_text(json.dumps({"mcpServers": {"memdeck": server}}))
    done("install", "claude-code")
    hooks = json.loads(settings.read_text())["hooks"]
    assert "PreCompact" not in hooks
    commands = [each["command"] for group in hooks["SessionStart"] for each in group["hooks"]]
    assert commands == ["lint", f"{' '.join(program())} hook claude-code SessionStart"]
    assert json.loads((user / ".claude.json").read_text())["mcpServers"]["memdeck"]["env"] == {"A": "b"}


def test_handlers_that_only_mention_us_stay(user):
    settings = user / ".claude" / "settings.json"
    settings.parent.mkdir()
    theirs = [{"hooks": [{"type": "command", "command": "backup ~/memdeck && run hook now"}]}]
    text = json.dumps({"hooks": {"SessionStart": theirs}}, indent=2)
    settings.write_text(text)
    done("install", "claude-code")
    done("install", "claude-code", "--uninstall")
    assert settings.read_text() == text


def test_a_server_of_that_name_that_is_not_ours_is_not_taken_away(user):
    (user / ".cursor").mkdir()
    text = '{"mcpServers": {"memdeck": {"command": "npx", "args": ["other"]}}}'
    (user / ".cursor" / "mcp.json").write_text(text)
    done("install", "cursor", "--uninstall")
    assert (user / ".cursor" / "mcp.json").read_text() == text


@pytest.mark.parametrize("scope", ["user", "project", "local"])
def test_hooks_that_are_switched_off_are_not_written(user, tmp_path, scope):
    project = tmp_path / "p"
    files = {
        "user": user / ".claude" / "settings.json",
        "project": project / ".claude" / "settings.json",
        "local": project / ".claude" / "settings.local.json",
    }
    project.mkdir()
    files[scope].parent.mkdir(parents=True)
    files[scope].write_text('{"disableAllHooks": true}')
    _, err = done("install", "claude-code", "--project", project)
    assert "disableAllHooks" in err
    assert files[scope].read_text() == '{"disableAllHooks": true}'
    assert (project / ".mcp.json").exists()


def test_switched_off_hooks_of_others(user):
    (user / ".codex").mkdir()
    (user / ".codex" / "config.toml").write_text("[features]\nhooks = false\n")
    assert "features.hooks" in done("install", "codex")[1]
    assert not (user / ".codex" / "hooks.json").exists()
    (user / ".gemini").mkdir()
    (user / ".gemini" / "settings.json").write_text('{"hooksConfig": {"enabled": false}}')
    assert "hooksConfig.enabled" in done("install", "gemini")[1]
    assert "hooks" not in json.loads((user / ".gemini" / "settings.json").read_text())


def test_never_beside_the_plugin(user):
    settings = user / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"enabledPlugins": {"memdeck@somewhere": true, "x@y": true}}')
    code, _, err = memdeck("install", "claude-code")
    assert code == 1
    assert "memdeck@somewhere" in err
    assert files_of(user) == {".claude/settings.json": settings.read_bytes()}
    settings.write_text('{"enabledPlugins": {"memdeck@somewhere": false}}')
    done("install", "claude-code")


@pytest.mark.parametrize("client", ["codex", "gemini", "claude-code"])
def test_hooks_stand_once_for_the_person_or_the_project(tmp_path, client):
    project = tmp_path / "p"
    project.mkdir()
    done("install", client)
    assert "already" in done("install", client, "--project", project)[1]
    assert not any("hook " in text.decode() for text in files_of(project).values())


BROKEN = [
    ("claude-code", ".claude/settings.json", '{\n  "a": 1\n  "b": 2\n}', ":3:"),
    ("claude-code", ".claude/settings.json", '{"hooks": []}', ":1:"),
    ("claude-code", ".claude/settings.json", '{\n"hooks": {\n"SessionStart": {}}}', ":3:"),
    ("claude-code", ".claude.json", "[]", ":1:"),
    ("claude-code", ".claude.json", '{"mcpServers": 3}', ":1:"),
    ("claude-code", ".claude.json", '{"a": 1, "a": 2}', ":1:"),
    ("cursor", ".cursor/mcp.json", '{"mcpServers": {}', ":1:"),
    ("gemini", ".gemini/settings.json", "{\n\n'a': 1}", ":3:"),
    ("vscode", ".config/Code/User/mcp.json", '{"servers": "x"}', ":1:"),
    ("codex", ".codex/config.toml", "a = 1\nb = \n", ":2:"),
    ("codex", ".codex/config.toml", "mcp_servers = {other = {command = 'x'}}\n", "by hand"),
    ("codex", ".codex/config.toml", "mcp_servers = 3\n", "table"),
    ("codex", ".codex/hooks.json", "{", ":1:"),
]


@pytest.mark.parametrize(("client", "file", "text", "said"), BROKEN)
def test_a_file_that_is_not_understood_is_named_and_nothing_is_touched(user, client, file, text, said):
    path = user / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    code, out, err = memdeck("install", client)
    assert (code, out) == (1, "")
    assert str(path) in err
    assert said in err
    assert "Nothing was changed" in err
    assert err.count("\n") == 1
    assert files_of(user) == {file: text.encode()}


def test_bytes_that_are_no_text(user):
    (user / ".cursor").mkdir()
    (user / ".cursor" / "mcp.json").write_bytes(b'{\n"a": "\xff"}')
    code, _, err = memdeck("install", "cursor")
    assert code == 1
    assert "mcp.json:2: is not UTF-8" in err


def test_a_link_stays_a_link(user, tmp_path):
    """Settings that are kept in a repository of dot files."""
    real = tmp_path / "dotfiles" / "settings.json"
    real.parent.mkdir()
    real.write_text("{}\n")
    (user / ".gemini").mkdir()
    link = user / ".gemini" / "settings.json"
    link.symlink_to(real)
    done("install", "gemini")
    assert link.is_symlink()
    assert "memdeck" in real.read_text()
    done("install", "gemini", "--uninstall")
    assert real.read_text() == "{}\n"


def test_byte_order_mark_and_line_ends_stay(user):
    path = user / ".cursor" / "mcp.json"
    path.parent.mkdir()
    original = b'\xef\xbb\xbf{\r\n\t"a": 1,\r\n\t"b": {}\r\n}\r\n'
    path.write_bytes(original)
    done("install", "cursor")
    data = path.read_bytes()
    assert data.startswith(b'\xef\xbb\xbf{\r\n\t"a": 1,\r\n\t"b": {},\r\n\t"mcpServers": {\r\n\t\t"memdeck"')
    assert data.count(b"\n") == data.count(b"\r\n")
    done("install", "cursor", "--uninstall")
    assert path.read_bytes() == original


def test_codex_keeps_comments_and_order(user):
    path = user / ".codex" / "config.toml"
    path.parent.mkdir()
    original = '# mine\nmodel = "o"  # the model\n\n[mcp_servers.a]\ncommand = "x"\n\n[profiles.z]\n# last\n'
    path.write_text(original)
    done("install", "codex")
    text = path.read_text()
    assert text.startswith(original)
    assert tomllib.loads(text)["mcp_servers"]["memdeck"]["command"] == program()[0]
    path.write_text(text + "\n# about the next\n[tail]\nx = 1\n")
    done("install", "codex", "--uninstall")
    assert path.read_text() == original + "\n# about the next\n[tail]\nx = 1\n"


def test_claude_config_dir_and_codex_home_are_followed(user, tmp_path):
    done("install", "claude-code", CLAUDE_CONFIG_DIR=str(tmp_path / "cc"))
    assert set(files_of(tmp_path / "cc")) == {".claude.json", "settings.json"}
    done("install", "codex", CODEX_HOME=str(tmp_path / "cx"))
    assert set(files_of(tmp_path / "cx")) == {"config.toml", "hooks.json"}
    assert files_of(user) == {}


def test_usage(tmp_path):
    assert memdeck("install", "emacs")[0] == 2
    assert memdeck("install", "cursor", "--project", tmp_path / "none")[0] == 1
    assert memdeck("--read-only", "install", "cursor")[0] == 1


def test_a_settings_file_of_blank_lines_is_an_empty_one(user):
    settings = user / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("\n\n")
    done("install", "claude-code")
    assert "SessionStart" in json.loads(settings.read_text())["hooks"]


def test_hooks_that_are_not_written_need_no_trust(user):
    config = user / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text("[features]\nhooks = false\n")
    _, err = done("install", "codex")
    assert "switched off" in err
    assert "/hooks" not in err


def test_a_dry_run_says_that_nothing_was_written(user):
    _, err = done("install", "claude-code", "--dry-run")
    assert "Nothing was written (--dry-run)." in err
    assert not (user / ".claude.json").exists()


def test_a_folder_in_the_place_of_a_settings_file_is_named_plainly(user):
    (user / ".claude.json").mkdir()
    code, _, err = memdeck("install", "claude-code")
    assert code == 1
    assert "Is a directory" in err
    assert "Errno" not in err


@pytest.mark.parametrize(
    "original",
    [
        '{"hooks": {}}\n',
        '{\n  "hooks": {\n  },\n  "model": "opus"\n}',
        '{"model": "opus"}',
        "{ }\n",
        "{}",
        "\n\n",
        '{"hooks": {"SessionStart": [], "Stop": []}}\n',
        '{"mcpServers": {}, // none\n "hooks": {}}\n',
    ],
)
@pytest.mark.parametrize(
    ("client", "place"),
    [
        ("claude-code", ".claude/settings.json"),
        ("claude-code", ".claude.json"),
        ("gemini", ".gemini/settings.json"),
        ("cursor", ".cursor/mcp.json"),
        ("codex", ".codex/hooks.json"),
    ],
)
def test_uninstalling_gives_the_very_bytes_back(user, tmp_path, client, place, original):
    """An empty `"hooks": {}` went with the hooks that had been put into it."""
    path = user / place
    path.parent.mkdir(exist_ok=True)
    path.write_text(original)
    done("install", client, "--home", tmp_path / "other")
    assert path.read_text() != original
    done("install", client, "--uninstall")
    assert path.read_text() == original


def test_what_a_person_changed_meanwhile_stays_after_uninstalling(user):
    path = user / ".gemini" / "settings.json"
    path.parent.mkdir()
    path.write_text('{\n  "hooks": {},\n  "model": "a"\n}\n')
    done("install", "gemini")
    path.write_text(path.read_text().replace('"a"', '"b"'))
    done("install", "gemini", "--uninstall")
    assert json.loads(path.read_text()) == {"model": "b"}


def test_uninstalling_leaves_a_blank_file_alone(user):
    path = user / ".gemini" / "settings.json"
    path.parent.mkdir()
    path.write_text("\n\n")
    done("install", "gemini", "--uninstall")
    assert path.read_text() == "\n\n"
