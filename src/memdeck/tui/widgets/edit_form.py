"""The fields of an entry, to be filled in. It knows how they look, not what saving means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Select, Static, TextArea

from memdeck.memory.errors import InvalidField
from memdeck.memory.kinds import TODO_STATUSES, Importance, MemoryType, Status
from memdeck.memory.limits import CONTENT_LIMIT, DESCRIPTION_LIMIT, NAME_LIMIT, TITLE_LIMIT
from memdeck.memory.naming import check_name
from memdeck.memory.owner import owner_label
from memdeck.memory.printable import printable
from memdeck.memory.rules import checked_content, checked_tags, one_line, status_for
from memdeck.tui.form_values import FormValues, split_tags
from memdeck.tui.literal import literal
from memdeck.tui.widgets.counted_field import CountedField, counted
from memdeck.tui.widgets.safe_area import SafeArea

OTHER_OWNER = "…"
"""The line of the owner list that asks for one that is not in it."""

_SELECTS = ("type", "owner", "importance", "status")


class EditForm(Vertical):
    """The form. `values` is what it holds; `Changed` follows each change."""

    @dataclass
    class Changed(Message):
        """Something was typed or chosen."""

    @dataclass
    class OwnerWanted(Message):
        """The person wants an owner that is not in the list."""

    def __init__(
        self,
        values: FormValues,
        owners: Sequence[str],
        *,
        suggest_name: Callable[[str], str] | None = None,
    ) -> None:
        """Hold `values`.

        Args:
            values: what to show.
            owners: the owners to choose from.
            suggest_name: gives the name for a title; given only when the entry is new, so its name is free.
        """
        super().__init__()
        self._values = values
        self._owners = list(dict.fromkeys([values.owner, *owners]))
        self._suggest_name = suggest_name

    def compose(self) -> ComposeResult:
        """Name, title, description; the choices; tags; content."""
        values = self._values
        if self._suggest_name:
            yield CountedField("name", "Name", values.name, limit=NAME_LIMIT, placeholder="from the title")
        else:
            with Horizontal(id="fixed-name"):
                yield Static("Name", classes="label", markup=False)
                yield Static(literal(values.name), id="name")
                yield Static("fixed; rename with R", classes="note", markup=False)
        yield CountedField("title", "Title", values.title, limit=TITLE_LIMIT)
        yield CountedField("description", "Description", values.description, limit=DESCRIPTION_LIMIT)
        with Grid(id="choices"):
            yield from self._choices()
        yield Static("", id="choice-problem", markup=False)
        yield CountedField("tags", "Tags", values.tags, placeholder="build, java")
        with Horizontal(id="content-head"):
            yield Static("Content", classes="label", markup=False)
            yield Static("Markdown", id="content-note", markup=False)
            yield Static(counted(len(values.content), CONTENT_LIMIT), id="content-counter")
        yield SafeArea(values.content, field_id="content")
        yield Static("", id="content-problem", markup=False)

    def _choices(self) -> ComposeResult:
        values = self._values
        for field, label, options in (
            ("type", "Type", [(kind.value, kind.value) for kind in MemoryType]),
            ("owner", "Owner", self._owner_options()),
            ("importance", "Importance", [(kind.value, kind.value) for kind in Importance]),
            ("status", "Status", self._status_options(values.type)),
        ):
            yield Static(label, classes="label", id=f"label-{field}", markup=False)
            value = getattr(values, field)
            yield Select(
                [(Text(printable(words)), key) for words, key in options],
                value=value if value in [key for _, key in options] else options[0][1],
                allow_blank=False,
                id=field,
                compact=True,
            )

    def _owner_options(self) -> list[tuple[str, str]]:
        return [(owner_label(owner), owner) for owner in self._owners] + [("other…", OTHER_OWNER)]

    def _status_options(self, kind: str) -> list[tuple[str, str]]:
        todo = kind == MemoryType.TODO
        offered = [each for each in Status if todo or each not in TODO_STATUSES]
        return [(each.value.replace("_", " "), each.value) for each in offered]

    # -- what it holds ---------------------------------------------------------------------------------

    @property
    def values(self) -> FormValues:
        """What the form holds, as it is kept."""
        chosen = {field: str(self._select(field).value) for field in _SELECTS}
        if chosen["owner"] == OTHER_OWNER:
            chosen["owner"] = self._values.owner
        return replace(
            self._values,
            name=self._field("name").raw if self._suggest_name else self._values.name,
            title=self._field("title").raw,
            description=self._field("description").raw,
            tags=self._field("tags").raw,
            content=self._area.raw,
            **chosen,
        )

    def show(self, values: FormValues) -> None:
        """Hold other values; the content changes as one step of undo."""
        self._values = values
        self.offer_owner(values.owner)
        for field in ("title", "description", "tags", *(("name",) if self._suggest_name else ())):
            self._field(field).raw = getattr(values, field)
        for field in ("type", "importance"):
            self._select(field).value = getattr(values, field)
        self._fill_statuses(values.type, values.status)
        self.show_content(values.content)

    def show_content(self, raw: str) -> None:
        """Replace the content as one step of undo."""
        if raw != self._area.raw:
            self._area.replace_raw(raw)

    def add_owners(self, owners: Iterable[str]) -> None:
        """Offer more owners; the chosen one stays."""
        new = [owner for owner in owners if owner not in self._owners]
        if new:
            select = self._select("owner")
            chosen = self._values.owner if select.value == OTHER_OWNER else select.value
            self._owners += new
            with self.prevent(Select.Changed):  # filling the list is no choice
                select.set_options([(Text(printable(words)), key) for words, key in self._owner_options()])
                select.value = chosen

    def offer_owner(self, owner: str) -> None:
        """Choose an owner, which the list need not hold yet."""
        self.add_owners([owner])
        self._select("owner").value = owner
        self._values = replace(self._values, owner=owner)

    def _fill_statuses(self, kind: str, status: str) -> None:
        select = self._select("status")
        select.set_options([(Text(words), key) for words, key in self._status_options(kind)])
        select.value = status_for(MemoryType(kind), Status(status)).value

    # -- what is wrong with it -------------------------------------------------------------------------

    def check(self) -> bool:
        """Say at each field what is wrong with it, go to the first one, and return whether all is well."""
        values = self.values
        rules: list[tuple[str, Callable[[], object]]] = [
            ("title", lambda: one_line("title", values.title, TITLE_LIMIT, required=True)),
            ("description", lambda: one_line("description", values.description, DESCRIPTION_LIMIT)),
            ("tags", lambda: checked_tags(split_tags(values.tags))),
            ("content", lambda: checked_content(values.content)),
        ]
        if self._suggest_name and values.name:
            rules.insert(0, ("name", lambda: check_name(values.name)))
        wrong = []
        for field, rule in rules:
            try:
                rule()
            except InvalidField as problem:
                self.show_problem(field, str(problem))
                wrong.append(field)
        if wrong:
            self.focus_field(wrong[0])
        return not wrong

    def show_problem(self, field: str, words: str) -> None:
        """Say at a field what is wrong with it; a field without a place of its own gets the common one."""
        if field in ("title", "description", "tags") or (field == "name" and self._suggest_name):
            self._field(field).show_problem(words)
            return
        place = "#content-problem" if field == "content" else "#choice-problem"
        problem = self.query_one(place, Static)
        problem.update(literal(f"✗ {words}", "$text-error"))
        problem.set_class(bool(words), "-wrong")

    def focus_field(self, field: str) -> None:
        """Put the cursor into a field, at once: `Widget.focus` would do it behind the keys that wait."""
        if field == "content":
            self.screen.set_focus(self._area)
        elif field in _SELECTS:
            self.screen.set_focus(self._select(field))
        elif field != "name" or self._suggest_name:
            self._field(field).focus_field()

    # -- the parts -------------------------------------------------------------------------------------

    @property
    def _area(self) -> SafeArea:
        return self.query_one("#content", SafeArea)

    def _field(self, field: str) -> CountedField:
        return self.query_one(f"#field-{field}", CountedField)

    def _select(self, field: str) -> Select[str]:
        return self.query_one(f"#{field}", Select)

    def on_mount(self) -> None:
        """Say how many characters are shown as symbols."""
        hidden = self._area.hidden
        if hidden:
            self.query_one("#content-note", Static).update(
                f"Markdown · {hidden:,} unsafe {'sign' if hidden == 1 else 'signs'} shown as symbols, kept"
            )
        self._suggest()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._suggest()
        self.post_message(self.Changed())

    @on(TextArea.Changed)
    def _written(self, event: TextArea.Changed) -> None:
        event.stop()
        self.query_one("#content-counter", Static).update(counted(len(event.text_area.text), CONTENT_LIMIT))
        self.show_problem("content", "")
        self.post_message(self.Changed())

    @on(Select.Changed)
    def _chosen(self, event: Select.Changed) -> None:
        event.stop()
        self.show_problem("choice", "")
        if event.select.id == "owner":
            if event.value == OTHER_OWNER:
                self.post_message(self.OwnerWanted())
                return
            self._values = replace(self._values, owner=str(event.value))
        if event.select.id == "type":
            self._fill_statuses(str(event.value), str(self._select("status").value))
        self.post_message(self.Changed())

    def _suggest(self) -> None:
        if self._suggest_name:
            title = self._field("title").raw.strip()
            self._field("name").placeholder = self._suggest_name(title) if title else "from the title"
