"""/card add | edit | remove | list | show: the story cards of the channel's adventure."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Questsmith
from bot.errors import CardInvalid
from bot.locale import Texts, texts_for
from bot.store.records import AdventureRecord
from bot.story import MatchMode, StoryCard
from bot.story.cards import ENTRY_LIMIT, NOTES_LIMIT, TITLE_LIMIT, TRIGGERS_LIMIT, split_triggers
from cogs.common import adventure_here, answer, require_manager
from cogs.errors import Form
from cogs.split import split

_CHOICES = 25
_CHOICE_LENGTH = 100
_MODES = (MatchMode.FORMS, MatchMode.EXACT, MatchMode.SUBSTRING)


class CardForm(Form):
    """Title, triggers, entry and notes of a card."""

    def __init__(self, cog: Cards, texts: Texts, adventure: AdventureRecord, card: StoryCard) -> None:
        super().__init__(title=texts("form-card-edit" if card.id else "form-card-add"))
        self._cog = cog
        self._texts = texts
        self._adventure = adventure
        self._card = card
        paragraph = discord.TextStyle.paragraph
        self._title = self._field("title", card.title, TITLE_LIMIT)
        self._triggers = self._field("triggers", ", ".join(card.triggers), TRIGGERS_LIMIT, required=False)
        self._entry = self._field("entry", card.entry, ENTRY_LIMIT, paragraph)
        self._notes = self._field("notes", card.notes, NOTES_LIMIT, paragraph, required=False)

    def _field(
        self,
        name: str,
        value: str,
        limit: int,
        style: discord.TextStyle = discord.TextStyle.short,
        *,
        required: bool = True,
    ) -> discord.ui.TextInput[CardForm]:
        field: discord.ui.TextInput[CardForm] = discord.ui.TextInput(
            style=style, default=value[:limit] or None, max_length=limit, required=required
        )
        texts = self._texts
        self.add_item(
            discord.ui.Label(
                text=texts(f"form-card-{name}"), description=texts(f"form-card-{name}.hint"), component=field
            )
        )
        return field

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Save the card."""
        triggers, dropped = split_triggers(self._triggers.value)
        card = replace(
            self._card,
            title=self._title.value.strip(),
            triggers=triggers,
            entry=self._entry.value.strip(),
            notes=self._notes.value.strip(),
        )
        if not card.title or not card.entry:
            raise CardInvalid(field="title" if not card.title else "entry", reason="missing")
        if not card.triggers and not card.pinned:
            raise CardInvalid(field="triggers", reason="missing")
        cards = self._cog.game.store.cards
        if card.id:
            await cards.update(self._adventure.id, card)
        else:
            await cards.add(self._adventure.id, card)
        said = self._texts("card-saved", title=card.title, triggers=self._texts.listed(card.triggers))
        if dropped:
            said += "\n" + self._texts("card-empty-triggers", count=dropped)
        await answer(interaction, said)


class Cards(commands.GroupCog, group_name="card"):
    """Everybody may look; adding and changing is for Manage Server or the role that the server has set."""

    def __init__(self, bot: Questsmith) -> None:
        self.game = bot.game

    @app_commands.command(name="add")
    @app_commands.choices(match=[app_commands.Choice(name=mode.value, value=mode.value) for mode in _MODES])
    async def add(
        self,
        interaction: discord.Interaction,
        type: app_commands.Range[str, 1, 40] | None = None,  # noqa: A002 - the players' word
        match: app_commands.Choice[str] | None = None,
        pinned: bool = False,
    ) -> None:
        """Add a story card."""
        await require_manager(interaction)
        adventure = await adventure_here(interaction)
        mode = MatchMode(match.value) if match else MatchMode.FORMS
        card = StoryCard(id="", title="", entry="", type=type or "", match=mode, pinned=pinned)
        texts = texts_for(adventure.language)
        await interaction.response.send_modal(CardForm(self, texts, adventure, card))

    @app_commands.command(name="edit")
    @app_commands.choices(match=[app_commands.Choice(name=mode.value, value=mode.value) for mode in _MODES])
    async def edit(
        self,
        interaction: discord.Interaction,
        card: str,
        type: app_commands.Range[str, 1, 40] | None = None,  # noqa: A002 - the players' word
        match: app_commands.Choice[str] | None = None,
        pinned: bool | None = None,
        enabled: bool | None = None,
    ) -> None:
        """Change a story card."""
        await require_manager(interaction)
        adventure = await adventure_here(interaction)
        found = await self.game.store.cards.get(adventure.id, card)
        found = replace(
            found,
            type=found.type if type is None else type,
            match=MatchMode(match.value) if match else found.match,
            pinned=found.pinned if pinned is None else pinned,
            enabled=found.enabled if enabled is None else enabled,
        )
        texts = texts_for(adventure.language)
        await interaction.response.send_modal(CardForm(self, texts, adventure, found))

    @app_commands.command(name="remove")
    async def remove(self, interaction: discord.Interaction, card: str) -> None:
        """Remove a story card."""
        await require_manager(interaction)
        adventure = await adventure_here(interaction)
        found = await self.game.store.cards.get(adventure.id, card)
        await self.game.store.cards.remove(adventure.id, card)
        texts = texts_for(adventure.language)
        # The text is shown once more: who removed the wrong card can paste it into a new one.
        said = texts("card-removed", title=found.title, triggers=texts.listed(found.triggers))
        for piece in split(f"{said}\n>>> {found.entry}"):
            await answer(interaction, piece)

    @app_commands.command(name="list")
    async def list_(self, interaction: discord.Interaction) -> None:
        """List the story cards."""
        adventure = await adventure_here(interaction)
        texts = texts_for(adventure.language)
        cards = await self.game.store.cards.all(adventure.id)
        lines = [_line(texts, card) for card in cards]
        for piece in split("\n".join([texts("card-count", count=len(cards)), *lines])):
            await answer(interaction, piece)

    @app_commands.command(name="show")
    async def show(self, interaction: discord.Interaction, card: str) -> None:
        """Show a story card."""
        adventure = await adventure_here(interaction)
        texts = texts_for(adventure.language)
        found = await self.game.store.cards.get(adventure.id, card)
        parts = [
            _line(texts, found),
            texts("card-match", mode=texts(f"match-{found.match}")),
            f">>> {found.entry}",
        ]
        if found.notes:
            parts.insert(2, texts("card-notes", notes=found.notes))
        for piece in split("\n".join(parts)):
            await answer(interaction, piece)

    @edit.autocomplete("card")
    @remove.autocomplete("card")
    @show.autocomplete("card")
    async def _cards(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        adventure = await self.game.store.adventures.open_in(interaction.channel_id or 0)
        if adventure is None:
            return []
        return [
            app_commands.Choice(name=card.title[:_CHOICE_LENGTH], value=card.id)
            for card in await self.game.store.cards.all(adventure.id)
            if current.casefold() in f"{card.title} {' '.join(card.triggers)}".casefold()
        ][:_CHOICES]


def _line(texts: Texts, card: StoryCard) -> str:
    state = "" if card.enabled else f" · {texts('card-disabled')}"
    pin = "📌 " if card.pinned else ""
    kind = f" ({card.type})" if card.type else ""
    return f"{pin}**{card.title}**{kind}{state}\n-# {texts.listed(card.triggers)}"


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Cards(bot))
