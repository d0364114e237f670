"""The program as a person meets it: in a terminal, on a store with entries that try to be more than text."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdeck import Deck

sys.path.insert(0, str(Path(__file__).parent))

from shown_terminal import Shown

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="needs a pty")]

CLIPBOARD = "\x1b]52;c;VEFLRU4=\x07"
WINDOW_TITLE = "\x1b]0;TAKEN\x07"
LINK = "\x1b]8;;https://taken.example\x07link\x1b]8;;\x07"
HOSTILE = (
    f"{CLIPBOARD}{WINDOW_TITLE}\x1b[2J\x1b[31mred\x9b5m \x1b[?1049l {LINK} \u202egnp.exe\u202c "
    "zero\u200bwidth \b\b back [bold]markup[/bold] [@click=app.quit]press[/]"
)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "home"
    with Deck.open(folder) as deck:
        deck.add(f"Hostile {HOSTILE}", f"{HOSTILE}\r\n" * 3, description=HOSTILE, name="hostile")
        deck.add(
            "Build setup", "Always build with Gradle.", description="Gradle with the Kotlin DSL", type="USER"
        )
        deck.add("Commit style", "Imperative, with the reason.", type="FEEDBACK")
        deck.add("数据库选型", "PostgreSQL 16。", description="统一使用 PostgreSQL", owner="project:parcel")
    yield folder


def started(
    home: Path, tmp_path: Path, *arguments: str, columns: int = 80, rows: int = 24, **env: str
) -> Shown:
    return Shown(*arguments, env={"MEMDECK_HOME": str(home), **env}, columns=columns, rows=rows, cwd=tmp_path)


def assert_only_text(written: bytes) -> None:
    """Nothing that an entry holds acts on the terminal: what is raw on the wire is the program's own."""
    assert b"\x1b]52" not in written
    assert b"\x1b]8" not in written
    assert b"TAKEN\x07" not in written
    for command in re.findall(rb"\x1b\](\d+)", written):
        assert command == b"22", "the only OSC that Textual sends is the shape of the pointer"
    assert b"\x1b[2J\x1b[31mred" not in written
    assert "\x9b".encode() not in written
    for sign in ("\u202e", "\u202c", "\u200b"):
        assert sign.encode() not in written
    assert written.count(b"\x1b[?1049l") == 1


def assert_restored(written: bytes) -> None:
    """The terminal is as it was: main screen, cursor shown, mouse and paste modes off."""
    for on, off in (
        (b"?1049h", b"?1049l"),
        (b"?25l", b"?25h"),
        (b"?1000h", b"?1000l"),
        (b"?2004h", b"?2004l"),
    ):
        assert written.rfind(b"\x1b[" + off) > written.rfind(b"\x1b[" + on), f"{off!r} is missing"


def test_search_edit_delete_undo_quit(home: Path, tmp_path: Path) -> None:
    """S01, S02 and what else entry text may try; the whole way of a person through the program."""
    with started(home, tmp_path) as terminal:
        first = terminal.until("All memories · 4", "Hostile", "Build setup", "数据库选型")
        assert "␛]52;c;VEFLRU4=␇" in first
        terminal.send("/")
        terminal.until("To the list")
        terminal.send("gradel")
        terminal.until("1 of 4 match", "Build setup", gone="Commit style")
        terminal.send("\r")
        terminal.until("Retype")  # the keys are the list's again
        terminal.send("e")
        terminal.until("Title", "Build setup", "Save")
        terminal.send("\x15\x0b")  # Ctrl+U, Ctrl+K: empty the title
        terminal.until("0 / 255")
        terminal.send("Build setup and Maven")
        terminal.until("Build setup and Maven", "21 / 255")
        terminal.send("\x13")  # Ctrl+S
        terminal.until("1 of 4 match", "Build setup and Maven", gone="Cancel")
        terminal.send("d")
        terminal.until("Deleted", "0 of 3 match")
        terminal.send("u")
        terminal.until("1 of 4 match", "Build setup and Maven")
        terminal.send("\x1b")
        terminal.until("All memories · 4", "Commit style")
        terminal.send("q")
        assert terminal.wait_end() == 0
        assert_only_text(bytes(terminal.seen))
        assert_restored(bytes(terminal.seen))
    with Deck.open(home) as deck:
        assert deck.get("build_setup").title == "Build setup and Maven"
        assert deck.get("hostile").content == f"{HOSTILE}\r\n" * 3
        assert [change.action for change in deck.history("build_setup")] == ["undo", "remove", "edit", "add"]


def test_the_entry_beside_the_list_is_only_text_too(home: Path, tmp_path: Path) -> None:
    """S01: a hostile entry opened, on a wide screen and a narrow one, on every screen that shows it."""
    with started(home, tmp_path, columns=120, rows=40) as terminal:
        terminal.until("All memories · 4", "Hostile")
        terminal.send("/")
        terminal.until("To the list")
        terminal.send("hostile")
        terminal.until("1 of 4 match")
        terminal.send("\r")
        terminal.until("[bold]markup[/bold]", "[@click=app.quit]press[/]")
        terminal.send("h")
        terminal.until("History")
        terminal.send("1")
        terminal.until("1 of 4 match")
        terminal.send("q")
        assert terminal.wait_end() == 0
        assert_only_text(bytes(terminal.seen))


def test_another_size_is_another_layout(home: Path, tmp_path: Path) -> None:
    with started(home, tmp_path) as terminal:
        terminal.until("All memories · 4", gone="Too small")
        terminal.resize(50, 12)
        terminal.until("Too small: needs 60×15.")
        terminal.resize(140, 40)
        terminal.until("All memories · 4", "Commit style", "Deleted", gone="Too small")
        terminal.resize(80, 24)
        terminal.until("All memories · 4", "Commit style")
        terminal.send("q")
        assert terminal.wait_end() == 0
        assert_restored(bytes(terminal.seen))


def test_no_color_is_followed(home: Path, tmp_path: Path) -> None:
    """With NO_COLOR only greys are sent."""
    with started(home, tmp_path, NO_COLOR="1") as terminal:
        terminal.until("All memories · 4", "Commit style")
        terminal.send("q")
        assert terminal.wait_end() == 0
        colours = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", bytes(terminal.seen))
        assert all(red == green == blue for red, green, blue in colours)


def test_a_store_that_can_not_be_read_is_said_on_the_screen(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "memdeck.db").write_text("no database " * 999)
    with started(home, tmp_path) as terminal:
        terminal.until("damaged or not a Memdeck store")
        terminal.send("q")
        assert terminal.wait_end() == 0
        assert_restored(bytes(terminal.seen))


def test_the_demo_shows_samples_and_leaves_nothing_behind(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = {"TMPDIR": str(temporary), "MEMDECK_HOME": str(tmp_path / "own")}
    with Shown("demo", env=env, cwd=tmp_path) as terminal:
        terminal.until("All memories", "samples")
        terminal.send("3")
        terminal.until("in demo")
        terminal.send("\x11")
        assert terminal.wait_end() == 0
        assert_restored(bytes(terminal.seen))
    assert not list(temporary.glob("memdeck-demo-*"))
    assert not (tmp_path / "own").exists()


def test_a_search_that_comes_in_one_piece_is_searched(home: Path, tmp_path: Path) -> None:
    """No letter of it is taken for a command, neither behind the slash nor behind the number of a screen."""
    with started(home, tmp_path) as terminal:
        terminal.until("All memories · 4", "Commit style")
        terminal.send("/gradle d")
        terminal.until("1 of 4 match", "gradle d", "Build setup")
        terminal.send("\x1b")
        terminal.until("All memories · 4")
        terminal.send("3build a d")
        terminal.until("Pre-flight", "build a d")
        terminal.send("\x03\x11")
        assert terminal.wait_end() == 0
    with Deck.open(home) as deck:
        assert deck.count() == 4


def test_input_that_is_no_text_and_a_paste_with_escapes(home: Path, tmp_path: Path) -> None:
    """A byte that is not UTF-8 ended the program, and a pasted escape made keys of the letters behind it."""
    with started(home, tmp_path) as terminal:
        terminal.until("All memories · 4", "Retype")
        terminal.send("\x1b[200~pasted \x1b[31mddDy\r\x1b[201~")
        terminal.send("/")
        terminal.until("To the list")
        terminal.send("gr\udce4dle")  # the byte E4, an ä in Latin-1
        terminal.until("gr\ufffddle")
        terminal.send("\x1b[200~ \x1b[31md\rD\x1b[201~")
        terminal.until("gr\ufffddle ␛[31md")
        terminal.send("\x1b")
        terminal.until("All memories · 4")


def test_a_window_squeezed_to_nothing_ends_nothing(home: Path, tmp_path: Path) -> None:
    """Lists in a window of a few columns ended the program."""
    with started(home, tmp_path) as terminal:
        terminal.until("All memories · 4", "Retype")
        terminal.send("s")
        terminal.until("Order")
        for columns, rows in ((8, 3), (1, 1), (2, 30), (120, 1), (80, 24)):
            terminal.resize(columns, rows)
            terminal.send("\x1b[6~")  # page down
            terminal.settle(0.2)
        terminal.until("Order")
        terminal.send("\x1b")
        terminal.until("All memories · 4", gone="Order")
