"""The form warns of what looks like a secret, while there is time: the person decides what is saved."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from textual import on, work
from textual.widgets import Static

from memdeck.memory.secrets_level import SecretLevel
from memdeck.tui.commands import command
from memdeck.tui.form_values import FormValues
from memdeck.tui.literal import literal
from memdeck.tui.screens.edit_drafting import EditDrafting
from memdeck.tui.widgets.edit_form import EditForm

SECRET_SECONDS = 0.4
"""The text is looked through when nothing was typed for this long."""
_FIELDS = ("title", "description", "tags", "content")


class SecretLine(Static):
    """One line that says what was found; not there when there is nothing."""

    def tell(self, kinds: tuple[str, ...], key: str) -> None:
        """Say which kinds of secrets the form holds, and which key masks them."""
        words = f"⚠ Looks like a secret: {', '.join(kinds)}. {key} masks it; saving keeps it."
        self.update(literal(words if kinds else "", "$text-warning"))
        self.set_class(bool(kinds), "-said")


class EditSecrets(EditDrafting):
    """A form that looks for secrets in what is typed."""

    def on_mount(self) -> None:
        """Look at what the form opens with."""
        self.query_one("#dialog").mount(SecretLine("", id="secret", markup=False), before="#foot")
        self._look_for_secrets()

    def action_mask(self) -> None:
        """Mask what looks like a secret, in the form; saving is another step."""
        values = self.form.values
        masked = _masked(values, self._secret_level)
        if masked == values:
            self.notice("There is nothing to mask.")
            return
        self.form.show(masked)
        self.notice("Masked; not saved yet.")

    @property
    def _secret_level(self) -> SecretLevel:
        return SecretLevel(self.app.deck.settings.secrets.level)

    @on(EditForm.Changed)
    @work(exclusive=True, group="secrets", exit_on_error=False)
    async def _look_for_secrets(self) -> None:
        await asyncio.sleep(SECRET_SECONDS)
        kinds = await asyncio.to_thread(_kinds, self.form.values, self._secret_level)
        if self.is_attached:
            self.query_one(SecretLine).tell(kinds, self.app.key_of(command("edit.mask")))


def _kinds(values: FormValues, level: SecretLevel) -> tuple[str, ...]:
    from memdeck.memory.secrets import find_secrets

    found = (finding for field in _FIELDS for finding in find_secrets(getattr(values, field), level))
    return tuple(dict.fromkeys(finding.kind for finding in found))


def _masked(values: FormValues, level: SecretLevel) -> FormValues:
    from memdeck.memory.secrets import mask_secrets

    texts = {field: mask_secrets(getattr(values, field), level).text for field in _FIELDS}
    return replace(values, **texts)
