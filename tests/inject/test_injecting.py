"""Looking changes nothing; giving records; nobody sees what is not theirs."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta

import pytest

from memdeck import Deck
from memdeck.memory.errors import InvalidField, MemoryUnavailable, NotFound, StoreFault
from memdeck.memory.ranking import Dropped, Hit, Miss, Ranking
from memdeck.store import injections
from memdeck.store.database import FILE_NAME

pytestmark = pytest.mark.usefixtures("by_words")


@pytest.fixture
def build(deck):
    return deck.add("Build setup", "Always use Gradle with the Kotlin DSL.", type="USER")


def test_looking_changes_nothing(deck, build):
    before = deck.last_change()
    made = deck.preview("use gradle")
    assert [item.id for item in made.items] == [build.id]
    assert "Gradle" in made.text
    assert deck.get(build.id) == build
    assert deck.last_change() == before
    assert deck.injections() == []


def test_an_injection_is_recorded_with_its_exact_text(any_deck, clock):
    build = any_deck.add("Build setup", "Always use Gradle with the Kotlin DSL.", type="USER")
    clock.forward(hours=1)
    made = any_deck.inject("use gradle", session="s1", client="hook claude-code")
    (record,) = any_deck.injections()
    assert (record.text, record.prompt, record.session) == (made.text, "use gradle", "s1")
    assert (record.client, record.access, record.at) == ("hook claude-code", ("user:me",), clock())
    assert (record.tokens, record.bytes) == (made.tokens, made.bytes)
    assert [(entry.id, entry.rank) for entry in record.entries] == [(build.id, 1)]
    after = any_deck.get(build.id)
    assert (after.access_count, after.last_accessed) == (1, clock())
    assert (after.version, after.updated_at) == (build.version, build.updated_at)
    assert any_deck.injection(record.id) == record


def test_records_are_paged_newest_first(deck, build):
    for number in range(5):
        deck.inject("use gradle", session=str(number))
    assert [record.session for record in deck.injections(limit=2)] == ["4", "3"]
    last = deck.injections(limit=2)[-1].id
    assert [record.session for record in deck.injections(limit=2, before=last)] == ["2", "1"]
    with pytest.raises(NotFound):
        deck.injection("inj_none")


def test_a_session_gets_an_unchanged_block_once(deck, build):
    first = deck.inject("use gradle", session="a")
    second = deck.inject("use gradle again", session="a")
    assert first.text and not first.repeated
    assert (second.text, second.tokens, second.bytes, second.repeated) == ("", 0, 0, True)
    assert deck.get(build.id).access_count == 1
    assert deck.inject("use gradle", session="b").text == first.text
    assert deck.inject("use gradle").text == deck.inject("use gradle").text == first.text
    assert deck.inject("use gradle", session="a", again=True).text == first.text
    deck.edit(build.id, content="Always use Gradle, never Maven.")
    assert "Maven" in deck.inject("use gradle", session="a").text


def test_nothing_relevant_is_nothing_given_and_nothing_recorded(deck, build):
    assert deck.inject("weather tomorrow", session="a").text == ""
    assert deck.injections() == []


def test_the_block_is_handed_over_before_the_record_is_written(deck, build):
    seen = []
    deck.inject("use gradle", give=lambda made: seen.append((made.text, len(deck.injections()))))
    assert seen == [(deck.preview("use gradle").text, 0)]


def test_a_store_that_is_locked_costs_the_record_and_not_the_block(deck, build, monkeypatch):
    """S35: recall is immediate while somebody else writes."""
    monkeypatch.setattr(injections, "RECORD_SECONDS", 0.01)
    other = sqlite3.connect(deck.home / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    given = []
    try:
        with pytest.raises(StoreFault, match="not recorded"):
            deck.inject("use gradle", give=lambda made: given.append(made.text))
    finally:
        other.close()
    assert "Gradle" in given[0]
    assert deck.get(build.id).access_count == 0


def test_read_only_gives_and_records_nothing(deck, build):
    with Deck.open(deck.home, read_only=True) as reader:
        assert reader.inject("use gradle").text
    assert deck.injections() == []


def test_purging_an_entry_takes_its_text_out_of_the_records(any_deck):
    build = any_deck.add("Build setup", "Always use Gradle.", type="USER")
    any_deck.add("Other", "gradle too", type="USER")
    any_deck.inject("use gradle", session="a")
    any_deck.inject("too", session="b")
    any_deck.purge(build.id)
    second, first = any_deck.injections()
    assert first.text == "" and second.text
    assert "build_setup" in {entry.name for entry in first.entries}


@pytest.mark.parametrize("prompt", ["use gradle \udcff", "use gradle \x00", "use gradle 🙂"])
def test_any_prompt_can_be_recorded(any_deck, prompt):
    any_deck.add("Build setup", "Always use Gradle.", type="USER")
    any_deck.inject(prompt, session="a")
    assert any_deck.injections()[0].prompt.startswith("use gradle")


# -- access ------------------------------------------------------------------------------------------------


def test_without_an_owner_given_only_the_persons_own_are_seen(deck, build):
    """S41: an unknown folder is the user only, never everything."""
    deck.add("Canary", "use gradle ORCHID-7", owner="project:a")
    assert "ORCHID" not in deck.preview("use gradle ORCHID-7").text
    assert "ORCHID" not in deck.preview("use gradle ORCHID-7", access=("me", "project:b")).text
    assert "ORCHID" in deck.preview("use gradle ORCHID-7", access=("me", "project:a")).text


def test_what_a_leaking_ranking_brings_goes_no_further(deck, build, monkeypatch):
    """S41: the filter is applied to every hit again, and the near misses name nobody else's entry."""
    canary = deck.add("ORCHID-7", "use gradle ORCHID-7", owner="project:a")
    gone = deck.add("Gone", "use gradle GONE")
    gone = deck.remove(gone.id)
    leaking = Ranking(
        hits=(Hit(canary, 0.9), Hit(gone, 0.8), Hit(build, 0.7)),
        dropped=(Dropped(canary, 0.5, {}, Miss.BELOW_FLOOR), Dropped(gone, 0.5, {}, Miss.BELOW_FLOOR)),
    )
    monkeypatch.setattr(Deck, "_ranking_for", lambda *_: leaking)
    made = deck.preview("x", access=("me", "project:b"))
    assert [item.id for item in made.items] == [build.id]
    assert made.dropped == ()


@pytest.mark.parametrize(
    "access",
    [
        (),
        ("deployment:a@PROD", "me"),
        ("integration:x", "project:a"),
        ("deployment:a@PROD", "deployment:a@DEV"),
    ],
)
def test_no_owner_or_a_mixture_is_unavailable_with_a_reason(deck, access):
    with pytest.raises(MemoryUnavailable, match="Memory is unavailable"):
        deck.preview("x", access=access)


def test_a_deployment_sees_only_its_own_environment(deck):
    deck.add("Prod", "use gradle PROD-1", owner="deployment:acme@PRODUCTION")
    deck.add("Dev", "use gradle DEV-1", owner="deployment:acme@DEVELOPMENT")
    text = deck.preview("use gradle", access=("deployment:acme@dev",)).text
    assert "DEV-1" in text and "PROD-1" not in text


def test_an_entry_of_another_owner_cannot_be_pinned(deck, build):
    other = deck.add("Canary", "ORCHID-7", owner="project:a")
    with pytest.raises(NotFound):
        deck.preview("use gradle", pin=(other.id,))


def test_a_project_is_known_by_its_folder(deck, tmp_path):
    root = tmp_path / "demo"
    (root / "src").mkdir(parents=True)
    key = deck.register_project(str(root.resolve()))
    assert deck.access_in(root / "src") == ("user:me", f"project:{key}")
    assert deck.access_in(tmp_path) == ("user:me",)
    assert deck.access_in(None) == ("user:me",)
    (tmp_path / "link").symlink_to(root)
    assert deck.project_in(tmp_path / "link" / "src") == key


def test_a_linked_worktree_shares_the_memory_of_its_repository(deck, tmp_path):
    """S42: one rule for worktrees."""
    root, tree = tmp_path / "demo", tmp_path / "demo-fix"
    (root / ".git" / "worktrees" / "fix").mkdir(parents=True)
    (tree / "src").mkdir(parents=True)
    (tree / ".git").write_text(f"gitdir: {root / '.git' / 'worktrees' / 'fix'}\n")
    key = deck.register_project(str(root.resolve()))
    assert deck.project_in(tree / "src") == key


# -- trying things out -------------------------------------------------------------------------------------


def test_pinning_and_excluding_show_a_difference_and_store_nothing(deck, build):
    maven = deck.add("Maven", "Gradle replaced Maven", type="PROJECT")
    far = deck.add("Tea", "Green tea", type="REFERENCE")
    made = deck.preview("use gradle", pin=(far.id,), exclude=(build.id,))
    assert [item.id for item in made.items] == [far.id, maven.id]
    assert made.items[0].reason == "pinned by hand"
    assert [near.memory.id for near in made.dropped] == [build.id]
    assert deck.preview("use gradle").items[0].id == build.id


def test_a_moment_needs_a_zone(deck):
    with pytest.raises(InvalidField):
        deck.preview("x", as_of=datetime(2026, 1, 1))  # noqa: DTZ001 - that is the point


def test_the_moment_is_kept_in_the_outcome(deck, build, clock):
    then = clock() - timedelta(days=3)
    assert deck.preview("use gradle", as_of=then).as_of == then
    assert deck.preview("use gradle").as_of == clock()


def test_a_budget_is_kept_on_every_path(deck, build):
    """S58: the same check in preview and injection, never half an entry."""
    deck.add("Long", "gradle " * 400, type="USER")
    for made in (deck.preview("use gradle", budget=150), deck.inject("use gradle", budget=150)):
        assert 0 < made.tokens <= 150
        assert [item.id for item in made.items] == [build.id]
