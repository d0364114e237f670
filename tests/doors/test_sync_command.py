"""`memdeck sync`: exit codes, JSON, watching, and its page."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from documented import check_page
from sync_folders import FLAT, claude_folder

from memdeck import Deck


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def run(home):
    def run(*arguments, **environment):
        done = subprocess.run(
            [sys.executable, "-m", "memdeck", "sync", *map(str, arguments)],
            env={**os.environ, "MEMDECK_HOME": str(home), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_check_ends_with_one_when_out_of_step(run, folder):
    """S15: for a hook of Git or a job."""
    code, out, err = run(folder, "--check")
    assert code == 1
    assert out.count("new in memdeck") == 2
    assert "nothing was written" in err
    assert run(folder, "--dry-run")[0] == 0
    assert run(folder)[0] == 0
    assert run(folder, "--check")[:2] == (0, "")


def test_conflicts_problems_and_json(run, folder, home):
    run(folder)
    with Deck.open(home) as deck:
        deck.edit("user_review_style", content="Ours.")
    (folder / "user_review_style.md").write_text(FLAT.replace("short list", "poem"))
    (folder / "broken.md").write_text("---\nnever closed\n")
    code, out, err = run(folder, "--json")
    assert code == 5
    report = json.loads(out)[0]
    assert report["conflicts"][0]["file"] == "user_review_style.md"
    assert "memdeck: conflict: " in err
    assert "broken.md:1:" in err
    assert "Ours." not in err
    assert run(folder, "--prefer", "memdeck")[0] == 3


def test_usage(run, folder, tmp_path):
    assert run()[0] == 1
    assert run("--claude-code", "--owner", "me")[0] == 2
    assert run(folder, "--watch", "--check")[0] == 2
    assert run(tmp_path / "none")[0] == 1
    assert run(folder, "--read-only")[0] == 1


def test_read_only_may_look(run, folder):
    assert run(folder, "--read-only", "--check")[0] == 1


def test_watching_follows_both_sides(folder, home):
    process = subprocess.Popen(
        [sys.executable, "-m", "memdeck", "sync", str(folder), "--watch"],
        env={**os.environ, "MEMDECK_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )

    def wait_for(what, happens):
        until = time.monotonic() + 40
        while not happens():
            assert process.poll() is None, process.stderr.read()
            assert time.monotonic() < until, what
            time.sleep(0.1)

    try:
        for line in process.stderr:
            if "Watching" in line:
                break
        with Deck.open(home) as deck:
            (folder / "new.md").write_text("A new one.\n")
            wait_for("a new file", lambda: deck.named("me", "new"))
            deck.edit("new", content="Changed here.")
            wait_for("an edit", lambda: "Changed here." in (folder / "new.md").read_text())
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in {0, 130}
    finally:
        process.kill()
        process.communicate()


def test_the_page_of_syncing(tmp_path, folder, home):
    config = tmp_path / "claude" / "projects" / "-parcel" / "memory"
    claude_folder(config)
    environment = {"MEMDECK_HOME": str(home), "CLAUDE_CONFIG_DIR": str(tmp_path / "claude")}
    assert check_page("sync.md", tmp_path, **environment) >= 8
