"""What a hook gives: the same bytes as the preview, once, and only what the session's folder may see."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hook_calls import Hooks

from memdeck import Deck
from memdeck.inject.selection import HOOK_CHARACTERS, characters

PROMPT = "write the gradle build file for the service"
GRADLE = "Always build with Gradle and the Kotlin DSL."


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    with Deck.open(home) as deck:
        deck.add("Build setup", GRADLE, type="USER")
        deck.add("Java version of the service", "The service is built by Gradle for Java 25.")
        deck.embed_waiting()
    return home


@pytest.fixture
def hooks(home):
    return Hooks(home)


def preview(home, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "memdeck", "preview", *arguments, "--home", str(home)],
        capture_output=True,
        check=True,
    )
    return done.stdout.decode()


def git(*arguments, cwd):
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=cwd, check=True, capture_output=True)


@pytest.mark.parametrize(
    ("client", "event"),
    [("claude-code", "UserPromptSubmit"), ("codex", "UserPromptSubmit"), ("gemini", "BeforeAgent")],
)
def test_a_prompt_gets_what_the_preview_shows(hooks, home, tmp_path, client, event):
    answer = hooks(client, event, cwd=str(tmp_path), prompt=PROMPT)
    assert (answer.code, answer.err) == (0, "")
    assert answer.output["hookEventName"] == event
    assert answer.text == preview(home, PROMPT, "--project", str(tmp_path))
    assert "Gradle" in answer.text
    assert "Java 25" in answer.text
    with Deck.open(home) as deck:
        record = deck.injections()[0]
    assert (record.text, record.client, record.session) == (answer.text, f"hook {client}", "s1")


@pytest.mark.parametrize("client", ["claude-code", "codex", "gemini"])
def test_a_session_starts_with_what_always_holds(hooks, home, tmp_path, client):
    with Deck.open(home) as deck:
        deck.add("Freeze", "No deploys until Monday.", importance="pinned")
        deck.add("Old habit", "Likes tabs.", type="USER", importance="low")
        deck.add("Over", "Use SVN.", type="FEEDBACK", status="archived")
    answer = hooks(client, "SessionStart", cwd=str(tmp_path), source="startup")
    assert answer.output["hookEventName"] == "SessionStart"
    assert answer.text == preview(home, "--session-start")
    assert GRADLE in answer.text
    assert "No deploys" in answer.text
    assert "tabs" not in answer.text
    assert "SVN" not in answer.text
    assert "Java 25" not in answer.text  # a prompt has to ask for it


def test_an_unchanged_block_is_given_once(hooks, home):
    assert hooks("claude-code", "UserPromptSubmit", prompt=PROMPT).text
    assert hooks("claude-code", "UserPromptSubmit", prompt=PROMPT).out == b""
    assert hooks("claude-code", "UserPromptSubmit", prompt=PROMPT, session_id="s2").text
    with Deck.open(home) as deck:
        deck.edit("build_setup", content="Build with Maven instead of Gradle.")
    assert "Maven" in hooks("claude-code", "UserPromptSubmit", prompt=PROMPT).text


@pytest.mark.parametrize("source", ["compact", "clear"])
def test_a_session_that_lost_its_context_gets_everything_again(hooks, home, source):
    first = hooks("claude-code", "SessionStart", source="startup").text
    asked = hooks("claude-code", "UserPromptSubmit", prompt=PROMPT).text
    assert first
    assert hooks("claude-code", "SessionStart", source="resume").out == b""
    assert hooks("claude-code", "SessionStart", source=source).text == first
    assert hooks("claude-code", "UserPromptSubmit", prompt=PROMPT).text == asked
    with Deck.open(home) as deck:
        assert [made.session for made in deck.injections()] == ["s1", "s1", "s1 (earlier)", "s1 (earlier)"]


def test_nothing_to_say_is_no_output(hooks):
    assert hooks("claude-code", "UserPromptSubmit", prompt="yes, go on").out == b""
    assert hooks("claude-code", "UserPromptSubmit", prompt="").out == b""
    assert hooks("gemini", "BeforeAgent").out == b""
    assert hooks.log == []


def test_a_block_stays_below_what_a_client_cuts(home, hooks):
    with Deck.open(home) as deck:
        for number in range(6):
            deck.add(
                f"Gradle note {number}", f"Gradle build rule {number}: " + "🦊 words " * 300, type="USER"
            )
    config = home / "config.yaml"
    config.write_text("injection: {token_budget: 100000, max_memories: 50}\n")
    answer = hooks("claude-code", "SessionStart", "--config", str(config))
    assert 3_000 < characters(answer.text) <= HOOK_CHARACTERS


def test_hostile_prompts_and_fields_change_nothing(hooks):
    """Fields may be missing, of another type, or hold what no file system knows."""
    for fields in ({"prompt": None}, {"prompt": ["a"]}, {"cwd": 7}, {"session_id": {}}, {"source": []}):
        assert hooks("claude-code", "UserPromptSubmit", **{"prompt": "Gradle?", **fields}).code == 0
    for cwd in ("/no/such/folder", "relative/path", "/tmp/\0", "/tmp/\ud800", ""):
        answer = hooks("claude-code", "UserPromptSubmit", prompt=PROMPT, cwd=cwd, session_id=repr(cwd))
        assert GRADLE in answer.text
    assert hooks.log == []


class TestAccess:
    """S41: another project's entries never come, and an unknown folder sees the person's own only."""

    @pytest.fixture
    def repository(self, tmp_path):
        root = tmp_path / "parcel"
        root.mkdir()
        git("init", "-q", cwd=root)
        git("commit", "-q", "--allow-empty", "-m", "first", cwd=root)
        return root

    @pytest.fixture(autouse=True)
    def two_projects(self, home, repository, tmp_path):
        other = tmp_path / "other"
        other.mkdir()
        with Deck.open(home) as deck:
            mine = deck.register_project(str(repository.resolve()))
            foreign = deck.register_project(str(other.resolve()))
            deck.add("Gradle port", "Gradle daemon of MAGNOLIA-3.", owner=f"project:{mine}")
            deck.add("Gradle canary", "Gradle canary ORCHID-7.", owner=f"project:{foreign}")
        return other

    def ask(self, hooks, cwd, *options):
        answer = hooks("claude-code", "UserPromptSubmit", *options, cwd=str(cwd), prompt="gradle daemon port")
        assert answer.code == 0
        return answer.text

    def test_the_registered_project_around_the_folder_is_seen(self, hooks, repository):
        deep = repository / "src" / "deep"
        deep.mkdir(parents=True)
        text = self.ask(hooks, deep)
        assert "MAGNOLIA-3" in text
        assert "ORCHID-7" not in text

    def test_a_link_to_the_folder_is_the_folder(self, hooks, repository, tmp_path):
        link = tmp_path / "link"
        link.symlink_to(repository)
        assert "MAGNOLIA-3" in self.ask(hooks, link)

    def test_an_unknown_folder_sees_the_person_only(self, hooks, tmp_path):
        text = self.ask(hooks, tmp_path)
        assert "MAGNOLIA-3" not in text
        assert "ORCHID-7" not in text
        nowhere = hooks("claude-code", "UserPromptSubmit", prompt="gradle daemon port", session_id="s9").text
        assert "MAGNOLIA-3" not in nowhere
        assert "ORCHID-7" not in nowhere

    def test_a_worktree_shares_its_repository_unless_set_apart(self, hooks, home, repository, tmp_path):
        """S42: one rule, and a setting for the other; also for a worktree inside the repository."""
        apart = home / "apart.yaml"
        apart.write_text("storage: {worktrees: apart}\n")
        for number, tree in enumerate((tmp_path / "tree", repository / ".trees" / "inner")):
            git("worktree", "add", "-q", str(tree), "-b", f"b{number}", cwd=repository)
            assert "MAGNOLIA-3" in self.ask(hooks, tree)
            assert "MAGNOLIA-3" not in self.ask(hooks, tree, "--config", str(apart))
            with Deck.open(home, apart) as deck:
                assert deck.repository_in(tree) == os.path.realpath(tree)
            with Deck.open(home) as deck:
                assert deck.repository_in(tree) == os.path.realpath(repository)
            hooks.home.joinpath("memdeck.log").unlink(missing_ok=True)
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=repository, check=True)
            with Deck.open(home) as deck:  # the next tree asks as a fresh session
                deck.inject(None, session="s1", access=("user:me",), anew=True)


HEAVY = (
    "click", "sqlmodel", "sqlalchemy", "alembic", "chromadb", "textual", "rich", "onnxruntime", "mcp",
    "pydantic", "platformdirs", "subprocess",
)  # fmt: skip


def test_a_hook_loads_nothing_heavy_not_even_click(home):
    """Issue 4 §3: cold speed as `memdeck inject`, recording included."""
    code = (
        "import sys; from memdeck.__main__ import _run; "
        f"code = _run(['hook', 'claude-code', 'UserPromptSubmit', '--home', {str(home)!r}]); "
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)), code, file=sys.stderr)"
    )
    event = b'{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"gradle build","cwd":"/"}'
    done = subprocess.run([sys.executable, "-c", code], input=event, capture_output=True, check=True)
    assert b"Gradle" in done.stdout
    assert done.stderr.decode() == "[] 0\n"


def test_global_options_in_front_go_the_ordinary_way(home):
    event = b'{"session_id":"s","hook_event_name":"SessionStart"}'
    done = subprocess.run(
        [sys.executable, "-m", "memdeck", "--home", str(home), "hook", "codex", "session-start"],
        input=event,
        capture_output=True,
        check=True,
    )
    assert b'"hookEventName": "SessionStart"' in done.stdout
