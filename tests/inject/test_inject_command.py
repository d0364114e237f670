"""`memdeck preview` and `memdeck inject` on the command line, and the short way of the latter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from functools import partial

import pytest
from click.testing import CliRunner

from memdeck import Deck
from memdeck.cli.before_prompt import inject_at_once, usual_form
from memdeck.cli.commands import preview
from memdeck.cli.group import memdeck
from memdeck.cli.slow_line import said_when_slow
from memdeck.memory.errors import StoreFault
from memdeck.store.embedder.usem3 import Usem3

PROMPT = "build with Gradle"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Deck.open(tmp_path / "home") as deck:
        deck.add("Build setup", "Always build with Gradle and the Kotlin DSL.", type="USER")
        deck.add("Canary", "build with Gradle ORCHID-7", owner="project:other")
        deck.embed_waiting()
    return tmp_path / "home"


@pytest.fixture
def line(home):
    def run(*arguments, stdin=""):
        return CliRunner().invoke(memdeck, [*arguments, "--home", str(home)], input=stdin)

    return run


def text_of(home, **changes):
    with Deck.open(home) as deck:
        return deck.preview(PROMPT, **changes).text


def test_preview_prints_the_block_and_says_its_size_apart(line, home):
    done = line("preview", PROMPT)
    assert done.stdout == text_of(home)
    assert "1 entry · ≈" in done.stderr
    with Deck.open(home) as deck:
        assert deck.injections() == []


def test_preview_waits_for_the_model_and_says_so(line, home, monkeypatch):
    """S25: on a new machine the first answer is the true one; what stands before a prompt waits no longer."""
    prepare = Usem3.prepare

    def slow(model):
        time.sleep(0.3 if model._backend is None else 0.0)
        prepare(model)

    monkeypatch.setattr(Usem3, "prepare", slow)
    monkeypatch.setattr("memdeck.deck.lanes._LOADING_SECONDS", 0.15)
    monkeypatch.setattr(preview, "said_when_slow", partial(said_when_slow, seconds=0.1))
    with Deck.open(home) as deck:
        deck.add("Compiler", "The JVM toolchain of builds is 25.", type="USER")
    done = line("preview", PROMPT)
    assert done.stderr.startswith("Making search by meaning ready")
    assert "meaning: failed" not in done.stderr
    assert "not embedded yet" not in done.stderr
    hasty = line("inject", PROMPT)
    assert "meaning: failed" in hasty.stderr


def test_a_model_that_is_missing_does_not_stop_preview(line, tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text("storage: {embedding_model: onnx:/nowhere}\n")
    done = line("preview", PROMPT, "--config", str(config))
    assert (done.exit_code, "/nowhere holds no ONNX model" in done.stderr) == (0, True)
    assert "Build setup" in done.stdout


def test_json_has_the_agreed_shape(line, home):
    data = json.loads(line("preview", PROMPT, "--json").stdout)
    assert list(data) == ["text", "tokens", "bytes", "as_of", "items", "dropped"]
    assert set(data["items"][0]) == {"id", "name", "type", "rank", "score", "parts", "reason"}
    assert data["items"][0]["rank"] == 1
    assert data["text"] == text_of(home)
    near = json.loads(line("preview", "tea", "--json").stdout)["dropped"]
    assert all(set(each) == {"id", "name", "type", "score", "parts", "reason"} for each in near)


def test_explain_says_why(line):
    done = line("preview", PROMPT, "--explain")
    assert "IN\n  1  " in done.stdout and "build_setup · " in done.stdout


def test_the_prompt_may_come_from_stdin(line, home):
    assert line("preview", stdin=PROMPT).stdout == line("preview", "-", stdin=PROMPT).stdout == text_of(home)


def test_inject_prints_the_block_only_and_records_it(line, home):
    done = line("inject", PROMPT, "--session", "s")
    assert (done.stdout, done.stderr, done.exit_code) == (text_of(home), "", 0)
    assert line("inject", PROMPT, "--session", "s").stdout == ""
    with Deck.open(home) as deck:
        (record,) = deck.injections()
        assert (record.text, record.session, record.client) == (done.stdout, "s", "memdeck inject")


def test_a_folder_of_no_project_sees_the_person_only_and_that_is_said(line, tmp_path):
    """S41: unknown folder, user only."""
    done = line("preview", PROMPT, "--project", str(tmp_path))
    assert "ORCHID" not in done.stdout
    assert "No project is registered" in done.stderr
    assert "ORCHID" in line("preview", PROMPT, "--owner", "project:other").stdout


def test_what_cannot_be_is_one_line_and_a_code(line, tmp_path):
    both = line("preview", PROMPT, "--owner", "me", "--project", str(tmp_path))
    assert both.exit_code == 2 and "not both" in both.stderr
    mixed = line("inject", PROMPT, "--owner", "me", "--owner", "deployment:a@PROD")
    assert mixed.exit_code == 6 and "unavailable" in mixed.stderr and mixed.stdout == ""


def test_a_record_that_fails_does_not_fail_the_prompt(line, monkeypatch):
    def full(*_):
        raise StoreFault("The injection was not recorded: disk full.")

    monkeypatch.setattr("memdeck.store.injections.InjectionLog.record", full)
    done = line("inject", PROMPT)
    assert "Gradle" in done.stdout and done.exit_code == 0
    assert "not recorded" in done.stderr


# -- the short way -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["inject", PROMPT],
        ["inject", PROMPT, "--owner", "me", "--session", "x", "--budget", "90"],
        ["inject", "--owner", "me", "--owner", "project:other", PROMPT],
        ["inject", PROMPT, "--project", "."],
        ["inject", PROMPT, "--owner=project:other"],
        ["inject", PROMPT, "--owner", "nobody"],
        ["inject", PROMPT, "--owner", "me", "--project", "."],
        ["inject", PROMPT, "--budget", "none"],
        ["inject", PROMPT, "--config", "missing.yaml"],
        ["inject", "--", "-x"],
        ["inject", PROMPT, "more"],
        ["inject"],
    ],
)
def test_both_ways_give_the_same(home, line, arguments):
    ordinary = CliRunner().invoke(memdeck, arguments, env={"MEMDECK_HOME": str(home)})
    short = subprocess.run(
        [sys.executable, "-m", "memdeck", *arguments],
        env={**os.environ, "MEMDECK_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert short.stdout == ordinary.stdout_bytes
    assert short.returncode == ordinary.exit_code
    assert short.stderr.decode() == ordinary.stderr


@pytest.mark.parametrize(
    "arguments", [["--help"], ["x", "--unknown"], ["x", "--session"], ["x", "--budget", "0"], []]
)
def test_unusual_forms_go_the_ordinary_way(arguments):
    assert usual_form(arguments) is None
    assert not inject_at_once(arguments)


def test_a_surprise_after_the_block_was_given_gives_it_once(home, monkeypatch, capfd):
    def broken(*_):
        raise RuntimeError

    monkeypatch.setenv("MEMDECK_HOME", str(home))
    monkeypatch.setattr("memdeck.store.injections.InjectionLog.record", broken)
    assert inject_at_once([PROMPT])
    out, err = capfd.readouterr()
    assert out.count("Gradle") == 1 and "RuntimeError" in err
