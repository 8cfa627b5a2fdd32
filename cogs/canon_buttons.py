"""What hangs under a confirmation and a question. It outlives a restart: its ids say all that it needs."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord.utils import escape_markdown

from bot.canon import Confirmation, Speaker, confirmation_text, question_text, scope_name, thing
from bot.canon.decide import options_of
from bot.canon.recognise import VALUE_LIMIT
from bot.locale import Texts
from bot.story import CanonRecord, Kind, Scope
from bot.story.canon import OpenQuestion
from cogs.common import game_of, require_may_change, texts_in
from cogs.errors import Form, handle
from cogs.split import split

_EMOJI = {"undo": "↩️", "edit": "✏️", "scopes": "🔭", "back": "◀️"}
_SCOPES = "|".join(Scope)


class RecordButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"canon:(?P<verb>undo|edit|scopes|back):(?P<record>\d{1,18})",
):
    """Takes a record back, opens it in a form, or shows the scopes that it may have."""

    def __init__(self, verb: str, record_id: int, texts: Texts | None = None) -> None:
        self.verb = verb
        self.record_id = record_id
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=texts(f"canon-button-{verb}") if texts else None,
            emoji=_EMOJI[verb],
            style=discord.ButtonStyle.secondary,
            custom_id=f"canon:{verb}:{record_id}",
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls(match["verb"], int(match["record"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says."""
        try:
            game = game_of(interaction)
            texts = await texts_in(interaction)
            record = await game.store.canon.standing(self.record_id)
            await require_may_change(interaction, record)
            if self.verb == "undo":
                await _show(interaction, await game.canon.undo(record.id), texts)
            elif self.verb == "edit":
                await interaction.response.send_modal(EditForm(texts, record))
            else:
                view = scopes_view(record, texts) if self.verb == "scopes" else record_view(record, texts)
                await interaction.response.edit_message(view=view)
        except Exception as error:
            await handle(interaction, error)


class ScopeButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"canon:scope:(?P<record>\d{{1,18}}):(?P<scope>{_SCOPES})",
):
    """Gives a record another scope."""

    def __init__(self, record_id: int, scope: Scope, label: str = "", *, disabled: bool = False) -> None:
        self.record_id = record_id
        self.scope = scope
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, custom_id=f"canon:scope:{record_id}:{scope}", disabled=disabled
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls(int(match["record"]), Scope(match["scope"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Save the scope and say so."""
        try:
            game = game_of(interaction)
            await require_may_change(interaction, await game.store.canon.standing(self.record_id))
            changed = await game.canon.edit(self.record_id, _speaker(interaction), scope=self.scope)
            await _show(interaction, changed, await texts_in(interaction))
        except Exception as error:
            await handle(interaction, error)


class AnswerButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"canon:answer:(?P<question>\d{{1,18}}):(?P<scope>{_SCOPES})",
):
    """Answers how far a correction reaches."""

    def __init__(self, question_id: int, scope: Scope, label: str = "") -> None:
        self.question_id = question_id
        self.scope = scope
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label,
            style=discord.ButtonStyle.primary,
            custom_id=f"canon:answer:{question_id}:{scope}",
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls(int(match["question"]), Scope(match["scope"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Save the answer and say what holds now."""
        try:
            game = game_of(interaction)
            question = await game.store.canon.question(self.question_id)
            await require_may_change(interaction, question.record)
            saved = await game.canon.answer(self.question_id, self.scope, _speaker(interaction))
            await _show(interaction, saved, await texts_in(interaction))
        except Exception as error:
            await handle(interaction, error)


class EditForm(Form):
    """Another value of a record."""

    def __init__(self, texts: Texts, record: CanonRecord) -> None:
        super().__init__(title=texts("form-canon-edit"))
        self._record = record
        self._value: discord.ui.TextInput[EditForm] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph, default=record.value, max_length=VALUE_LIMIT
        )
        label, hint = texts("form-memory-wish"), texts("form-memory-wish.hint")
        if record.kind is Kind.FACT:
            label, hint = texts("form-canon-value"), thing(record)
        self.add_item(discord.ui.Label(text=label, description=hint[:100], component=self._value))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Save the value; the confirmation says what holds now."""
        changed = await game_of(interaction).canon.edit(
            self._record.id, _speaker(interaction), value=self._value.value
        )
        await _show(interaction, changed, await texts_in(interaction))


def confirmation_content(confirmation: Confirmation, texts: Texts) -> str:
    """What changed, where it applies and what it replaced, as a message of Discord's."""
    return split(texts.directed(escape_markdown(confirmation_text(confirmation, texts))))[0]


def question_content(question: OpenQuestion, texts: Texts) -> str:
    """The question as a message of Discord's."""
    return split(texts.directed(escape_markdown(question_text(question, texts))))[0]


def confirmation_view(confirmation: Confirmation, texts: Texts) -> discord.ui.View:
    """The buttons under a confirmation; none when the record does not count any more."""
    record = confirmation.record
    if not record.live:
        return discord.ui.View(timeout=None)
    return record_view(record, texts, widen=confirmation.can_widen)


def record_view(record: CanonRecord, texts: Texts, *, widen: bool = False) -> discord.ui.View:
    """Undo, Edit, Change scope, and one that widens the scope at once."""
    view = discord.ui.View(timeout=None)
    for verb in ("undo", "edit", "scopes"):
        view.add_item(RecordButton(verb, record.id, texts))
    if widen:
        widest = options_of(record.kind)[-1]
        view.add_item(ScopeButton(record.id, widest, texts(f"canon-widen-{widest}")))
    return view


def scopes_view(record: CanonRecord, texts: Texts) -> discord.ui.View:
    """The scopes that a record may have, and the way back."""
    view = discord.ui.View(timeout=None)
    for scope in options_of(record.kind):
        view.add_item(ScopeButton(record.id, scope, scope_name(scope, texts), disabled=scope is record.scope))
    view.add_item(RecordButton("back", record.id, texts))
    return view


def question_view(question: OpenQuestion, texts: Texts) -> discord.ui.View:
    """The scopes to choose from."""
    view = discord.ui.View(timeout=None)
    for scope in question.options:
        view.add_item(AnswerButton(question.id, scope, scope_name(scope, texts)))
    return view


async def _show(interaction: discord.Interaction, confirmation: Confirmation, texts: Texts) -> None:
    """The message of the button says what holds now."""
    await interaction.response.edit_message(
        content=confirmation_content(confirmation, texts), view=confirmation_view(confirmation, texts)
    )


def _speaker(interaction: discord.Interaction) -> Speaker:
    return Speaker(interaction.user.id, interaction.user.display_name)
