"""What is written without a person looking at it holds no secret: not in the store, not in the history."""

from __future__ import annotations

from pathlib import Path

import pytest

from fixed_clock import FixedClock
from memdeck import Deck
from memdeck.memory.author import Author
from memdeck.memory.entry import Memory
from memdeck.memory.kinds import Writer
from memdeck.settings import Settings
from memdeck.settings.sections import Secrets

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3
ADDRESS = "postgres://u:p4ss@h/db"


def opened(home: Path, writer: Writer, level: str = "balanced") -> Deck:
    settings = Settings(secrets=Secrets(level))
    return Deck.open(home, settings, clock=FixedClock(), author=Author(writer, "somebody"))


def everything(home: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(home.rglob("*")) if file.is_file())


@pytest.mark.parametrize("writer", [Writer.ASSISTANT, Writer.EXTRACTION, Writer.SYNC, Writer.IMPORT])
def test_automatic_writers_leave_no_secret_in_any_file(tmp_path: Path, writer: Writer) -> None:
    """S48: masked before storing, in text, title, name, tags, extra, history and its reasons."""
    with opened(tmp_path, writer) as deck:
        memory = deck.add(
            f"Use {TOKEN}",
            f"Connect to {ADDRESS}. The password policy holds.",
            description=TOKEN,
            tags=[TOKEN],
            extra={"env": {"TOKEN": TOKEN, "list": [TOKEN]}},
            reason=f"got {TOKEN}",
        )
        assert memory == deck.get(memory.id)
        assert (memory.title, memory.name) == ("Use <GITHUB_TOKEN>", "use_github_token")
        assert memory.content == "Connect to postgres://u:<URL_PASSWORD>@h/db. The password policy holds."
        edited = deck.edit(memory.id, content=f"Now {TOKEN}", reason=TOKEN)
        assert edited.content == "Now <GITHUB_TOKEN>"
        deck.rename(memory.id, "plain")
        deck.undo()
    found = everything(tmp_path)
    assert TOKEN.encode() not in found
    assert TOKEN.casefold().encode() not in found
    assert b"p4ss" not in found


def test_a_person_decides_alone(tmp_path: Path) -> None:
    """S48: what a person saves stays as it was typed, also when a program changes another field later."""
    with opened(tmp_path, Writer.PERSON) as deck:
        memory = deck.add("Token", TOKEN, name="token")
    assert memory.content == TOKEN
    with opened(tmp_path, Writer.ASSISTANT) as deck:
        assert deck.edit("token", title="Token of the robot").content == TOKEN
        deck.remove("token")
        assert deck.restore("token").content == TOKEN
        assert deck.edit("token", content=f"{TOKEN} and more").content == "<GITHUB_TOKEN> and more"
        deck.undo()
        assert deck.get("token").content == TOKEN


def test_the_level_is_a_setting(tmp_path: Path) -> None:
    contents = {}
    for level in ("strict", "balanced", "permissive", "off"):
        with opened(tmp_path / level, Writer.ASSISTANT, level) as deck:
            contents[level] = deck.add("x", f"{TOKEN} password=abcdefgh password=Abc12345").content
    assert contents == {
        "strict": "<GITHUB_TOKEN> password=<PASSWORD> password=<PASSWORD>",
        "balanced": "<GITHUB_TOKEN> password=abcdefgh password=<PASSWORD>",
        "permissive": "<GITHUB_TOKEN> password=abcdefgh password=Abc12345",
        "off": f"{TOKEN} password=abcdefgh password=Abc12345",
    }


def test_a_mask_that_breaks_a_limit_is_said(tmp_path: Path) -> None:
    from memdeck.memory.errors import InvalidField

    with opened(tmp_path, Writer.ASSISTANT) as deck, pytest.raises(InvalidField, match="content") as error:
        deck.add("x", "a " * 32_760 + " u://u:p4@h")
    assert "p4@" not in str(error.value)


def test_many_at_once_are_masked_too(tmp_path: Path) -> None:
    with opened(tmp_path, Writer.EXTRACTION) as deck:
        made: list[Memory] = deck.add_many([{"title": f"T{n}", "content": TOKEN} for n in range(3)])
        assert {memory.content for memory in made} == {"<GITHUB_TOKEN>"}
