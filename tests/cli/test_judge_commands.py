"""`memdeck conflicts scan` with a judge, and what `doctor` and `config check` say of one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import CommandLine

from judge_server import JudgeServer, verdict
from onnx_models import write_nli_model


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    running = JudgeServer()
    running.answer = lambda asked: verdict(0.97)
    yield running
    running.close()


@pytest.fixture
def line(tmp_path: Path) -> CommandLine:
    line = CommandLine(tmp_path / "home")
    line.done("add", "Place", "Tests live next to the code.", "--type", "user")
    line.done("add", "Folder", "Tests live in a separate tests folder.", "--type", "user")
    return line


def test_a_scan_says_what_the_judge_did(line: CommandLine, server: JudgeServer) -> None:
    assert line.done("conflicts", "scan", "--json").json["judge"] is None
    done = line.done("conflicts", "scan", "--judge", server.address, "--json")
    assert (done.json["judge"], done.json["asked"], done.json["open"]) == ("tiny-judge", 1, 1)
    assert "tiny-judge was asked 1 question.\n" in done.err
    assert "judged by tiny-judge: " in line.done("conflicts").out
    again = line.done("conflicts", "scan", "--full", "--judge", server.address, "--json")
    assert (again.json["asked"], again.json["open"]) == (0, 1)


def test_a_judge_that_fails_is_said_once_and_blocks_nothing(line: CommandLine, server: JudgeServer) -> None:
    server.answer = lambda asked: (401, {"error": "made-up words of the server"})
    done = line("conflicts", "scan", "--judge", server.address)
    assert done.code == 3
    assert done.err.count("gave status 401") == 1 and "Looked at" in done.err
    assert "2 memories wait for the next scan" in done.err
    assert "made-up words" not in done.err + done.out
    line.done("add", "Maven", "Build with Maven.", "--type", "user")


def test_a_wrong_judge_is_a_wrong_use(line: CommandLine) -> None:
    done = line("conflicts", "scan", "--judge", "http://example.com/v1#m")
    assert done.code == 2 and "conflicts.judge is" in done.err


def test_the_doctor_asks_one_question(
    line: CommandLine, server: JudgeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "judge" not in line.done("doctor").out
    monkeypatch.setenv("MEMDECK_CONFLICTS__JUDGE", server.address)
    out = line.done("doctor").out
    assert "ok    judge          tiny-judge, " in out
    assert "2 memories wait for 'memdeck conflicts scan'" in out
    assert len(server.asked) == 1 and "Gradle" in str(server.asked)
    server.answer = lambda asked: verdict(0.1)
    assert "warn  judge" in line.done("doctor").out
    server.answer = lambda asked: (401, {})
    out = line.done("doctor").out
    assert "warn  judge          The judge at 127.0.0.1" in out and "gave status 401" in out


def test_the_configuration_is_checked_without_asking(
    line: CommandLine, server: JudgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDECK_CONFLICTS__JUDGE", server.address)
    assert "was not asked" in line.done("config", "check").err
    assert server.asked == []
    monkeypatch.setenv("MEMDECK_CONFLICTS__JUDGE", str(tmp_path / "nowhere"))
    assert "holds no ONNX model" in line("config", "check").err
    monkeypatch.setenv("MEMDECK_CONFLICTS__JUDGE", str(write_nli_model(tmp_path / "tiny")))
    line.done("config", "check")
