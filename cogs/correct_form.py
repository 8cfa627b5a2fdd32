"""The form of /memory correct and of Correct this…"""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord.utils import escape_markdown

from bot.canon import Correction, Heard, Speaker
from bot.canon.recognise import SUBJECT_LIMIT, VALUE_LIMIT
from bot.errors import CorrectionUnclear
from bot.locale import Texts
from bot.story import Kind, Scope
from bot.story.phrasing import aside
from cogs.common import adventure_here, answer, channel_of, game_of, texts_in
from cogs.corrections import show_to
from cogs.errors import Form, handle


class CorrectForm(Form):
    """Subject, attribute, value, kind and scope of a correction, as far as they are known."""

    def __init__(self, texts: Texts, known: Correction) -> None:
        super().__init__(title=texts("form-correct"))
        self._texts = texts
        short, long = discord.TextStyle.short, discord.TextStyle.paragraph
        self._subject = self._field("subject", known.subject, SUBJECT_LIMIT, short)
        self._attribute = self._field("attribute", known.attribute, SUBJECT_LIMIT, short)
        self._value = self._field("value", known.value, VALUE_LIMIT, long, required=True)
        self._kind = self._menu("kind", list(Kind), known.kind, required=True)
        self._scope = self._menu("scope", list(Scope), known.scope)

    def _field(
        self, name: str, value: str, limit: int, style: discord.TextStyle, *, required: bool = False
    ) -> discord.ui.TextInput[CorrectForm]:
        field: discord.ui.TextInput[CorrectForm] = discord.ui.TextInput(
            style=style, default=value[:limit] or None, max_length=limit, required=required
        )
        self._label(name, field)
        return field

    def _menu(
        self,
        name: str,
        values: list[Kind] | list[Scope],
        chosen: Kind | Scope | None,
        *,
        required: bool = False,
    ) -> discord.ui.Select[CorrectForm]:
        menu: discord.ui.Select[CorrectForm] = discord.ui.Select(
            min_values=int(required),
            required=required,
            options=[
                discord.SelectOption(
                    label=self._texts(f"{name}-{value}"), value=value.value, default=value is chosen
                )
                for value in values
            ],
        )
        self._label(name, menu)
        return menu

    def _label(self, name: str, component: discord.ui.Item[Any]) -> None:
        texts = self._texts
        self.add_item(
            discord.ui.Label(
                text=texts(f"form-canon-{name}"),
                description=texts(f"form-canon-{name}.hint"),
                component=component,
            )
        )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Save the correction. A form that was sent is gone: what cannot be saved is given back."""
        form = Correction(
            self._subject.value,
            self._attribute.value,
            self._value.value,
            Kind(self._kind.values[0]),
            Scope(self._scope.values[0]) if self._scope.values else None,
        )
        try:
            await correct(interaction, form)
        except CorrectionUnclear as error:
            typed = " | ".join(filter(None, (form.subject, form.attribute, form.value)))
            said = f"{self._texts.error(error)}\n> {escape_markdown(' '.join(typed.split()))}"
            await answer(interaction, self._texts.directed(said))


class FormButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"canon:form"):
    """Opens the form, where plain words were not understood."""

    def __init__(self, label: str = "") -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, style=discord.ButtonStyle.primary, emoji="✏️", custom_id="canon:form"
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        """Open the form."""
        try:
            form = CorrectForm(await texts_in(interaction), Correction("", "", ""))
            await interaction.response.send_modal(form)
        except Exception as error:
            await handle(interaction, error)


async def correct(interaction: discord.Interaction, form: Correction) -> None:
    """Save a correction and confirm it. Raises NoAdventure, PermissionMissing, CorrectionUnclear."""
    adventure = await adventure_here(interaction)
    channel = channel_of(interaction)  # before anything is saved that could not be confirmed
    heard = await game_of(interaction).canon.correct(
        adventure.id, speaker_of(interaction), form, f"interaction:{interaction.id}"
    )
    await show_to(interaction, channel, heard, await texts_in(interaction))


async def hear(interaction: discord.Interaction, text: str) -> None:
    """Plain words of a command that are meant for the narrator. Raises NoAdventure, PermissionMissing."""
    adventure = await adventure_here(interaction)
    channel = channel_of(interaction)
    texts = await texts_in(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    said = aside(text)
    heard: Heard = await game_of(interaction).canon.hear(
        adventure.id,
        speaker_of(interaction),
        text if said is None else said,
        f"interaction:{interaction.id}",
        meant=True,
    )
    if heard:
        await show_to(interaction, channel, heard, texts)
        return
    view = discord.ui.View(timeout=None)
    view.add_item(FormButton(texts("canon-button-form")))
    await interaction.followup.send(texts.directed(texts("canon-not-understood")), view=view)


def speaker_of(interaction: discord.Interaction) -> Speaker:
    """Who corrects."""
    return Speaker(interaction.user.id, interaction.user.display_name)
