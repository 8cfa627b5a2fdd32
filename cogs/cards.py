"""/card add | edit | remove | list | show | test: the story cards of the channel's adventure."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import escape_markdown

from bot.client import Questsmith
from bot.context import check_triggers
from bot.errors import CardError, CardInvalid, UnknownCard
from bot.locale import Texts, texts_for
from bot.store.records import AdventureRecord
from bot.story import MatchMode, StoryCard
from bot.story.cards import ENTRY_LIMIT, NOTES_LIMIT, TITLE_LIMIT, TRIGGERS_LIMIT, split_triggers
from bot.trial import try_text
from cogs.common import adventure_here, answer, edited, require_manager
from cogs.errors import Form
from cogs.split import MESSAGE_LIMIT, split

_CHOICES = 25
_MESSAGES = 3
"""A longer list is a file."""
_QUOTE = ">>> "
_CHOICE_LENGTH = 100
_MATCHES = [app_commands.Choice(name=mode.value, value=mode.value) for mode in MatchMode]


class CardForm(Form):
    """Title, triggers, entry and notes of a card."""

    def __init__(
        self,
        cog: Cards,
        texts: Texts,
        adventure: AdventureRecord,
        card: StoryCard,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(title=texts("form-card-edit" if card.id else "form-card-add"))
        self._cog = cog
        self._texts = texts
        self._adventure = adventure
        self._card = card
        self._options = options
        paragraph = discord.TextStyle.paragraph
        needs_trigger = not options.get("pinned", card.pinned)
        self._mode: MatchMode = options.get("match", card.match)
        self._row = ("\n" if self._mode is MatchMode.REGEX else ", ").join(card.triggers)
        self._title = self._field("title", card.title, TITLE_LIMIT)
        # Patterns hold commas themselves, so they stand on lines of their own.
        name, style = (
            ("patterns", paragraph)
            if self._mode is MatchMode.REGEX
            else ("triggers", discord.TextStyle.short)
        )
        self._triggers = self._field(name, self._row, TRIGGERS_LIMIT, style, required=needs_trigger)
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
        """Save what was changed, onto what the card is by now."""
        before = self._card
        typed = {
            "title": edited(before.title, self._title.value, TITLE_LIMIT),
            "entry": edited(before.entry, self._entry.value, ENTRY_LIMIT),
            "notes": edited(before.notes, self._notes.value, NOTES_LIMIT),
        }
        changes = dict(self._options)
        changes |= {name: text for name, text in typed.items() if text != getattr(before, name)}
        dropped = 0
        if (row := edited(self._row, self._triggers.value, TRIGGERS_LIMIT)) != self._row:
            changes["triggers"], dropped = split_triggers(row, before.triggers, mode=self._mode)
        try:
            card = await self._save(changes)
        except CardError as error:
            # A form that was sent is gone: the words are given back.
            said = f"{self._texts.error(error)}\n{self._texts('card-typed')}"
            await answer(interaction, self._texts.directed(said))
            rows = (typed["title"], row, typed["entry"], typed["notes"])
            await _quote(interaction, "\n\n".join(text for text in rows if text))
            return
        title = escape_markdown(card.title)
        said = f"{self._texts('card-saved', title=title)}\n{_triggers(self._texts, card)}"
        if dropped:
            said += "\n" + self._texts("card-empty-triggers", count=dropped)
        await _say(interaction, self._texts.directed(said))

    async def _save(self, changes: Mapping[str, Any]) -> StoryCard:
        cards = self._cog.game.store.cards
        card = self._card
        if card.id:
            card = await cards.get(self._adventure.id, card.id)
        card = replace(card, **changes)
        if not card.title or not card.entry:
            raise CardInvalid(field="title" if not card.title else "entry", reason="missing")
        if not card.triggers and not card.pinned:
            raise CardInvalid(field="triggers", reason="missing")
        # An imported card may have more and longer triggers than can be typed; those may stay.
        before = self._card.triggers if card.match is self._card.match else ()
        more = len(card.triggers) > len(before)
        check_triggers(card.match, [one for one in card.triggers if more or one not in before])
        if not card.id:
            return await cards.add(self._adventure.id, card)
        await cards.update(self._adventure.id, card)
        return card


@app_commands.guild_only()
class Cards(commands.GroupCog, group_name="card"):
    """Everybody may look; adding and changing is for Manage Server or the role that the server has set."""

    def __init__(self, bot: Questsmith) -> None:
        self.game = bot.game

    @app_commands.command(name="add")
    @app_commands.choices(
        match=[app_commands.Choice(name=mode.value, value=mode.value) for mode in MatchMode]
    )
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
        options = _options(type=type, match=match, pinned=pinned)
        texts = texts_for(adventure.language)
        new = StoryCard(id="", title="", entry="")
        await interaction.response.send_modal(CardForm(self, texts, adventure, new, options))

    @app_commands.command(name="edit")
    @app_commands.choices(
        match=[app_commands.Choice(name=mode.value, value=mode.value) for mode in MatchMode]
    )
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
        found = await self._find(adventure, card)
        options = _options(type=type, match=match, pinned=pinned, enabled=enabled)
        texts = texts_for(adventure.language)
        await interaction.response.send_modal(CardForm(self, texts, adventure, found, options))

    @app_commands.command(name="remove")
    async def remove(self, interaction: discord.Interaction, card: str) -> None:
        """Remove a story card."""
        await require_manager(interaction)
        adventure = await adventure_here(interaction)
        found = await self._find(adventure, card)
        await self.game.store.cards.remove(adventure.id, found.id)
        texts = texts_for(adventure.language)
        # The text is shown once more: who removed the wrong card can paste it into a new one.
        title = escape_markdown(found.title)
        said = f"{texts('card-removed', title=title)}\n{_triggers(texts, found)}"
        await _say(interaction, texts.directed(said))
        await _quote(interaction, found.entry)

    @app_commands.command(name="list")
    async def list_(self, interaction: discord.Interaction) -> None:
        """List the story cards."""
        adventure = await adventure_here(interaction)
        texts = texts_for(adventure.language)
        cards = await self.game.store.cards.all(adventure.id)
        count = texts("card-count", count=len(cards))
        pieces = split(texts.directed("\n".join([count, *(_line(texts, card) for card in cards)])))
        if len(pieces) <= _MESSAGES:
            for piece in pieces:
                await answer(interaction, piece)
            return
        rows = (f"{card.title}: {texts.listed(card.triggers)}" for card in cards)
        file = discord.File(io.BytesIO("\n".join(rows).encode()), filename="story-cards.txt")
        await interaction.response.send_message(texts.directed(count), file=file, ephemeral=True)

    @app_commands.command(name="show")
    async def show(self, interaction: discord.Interaction, card: str) -> None:
        """Show a story card."""
        adventure = await adventure_here(interaction)
        texts = texts_for(adventure.language)
        found = await self._find(adventure, card)
        parts = [_line(texts, found), texts("card-match", mode=texts(f"match-{found.match}"))]
        if found.notes:
            parts.append(f"{texts('card-notes')} {escape_markdown(found.notes)}")
        await _say(interaction, texts.directed("\n".join(parts)))
        await _quote(interaction, found.entry)

    @app_commands.command(name="test")
    async def test(self, interaction: discord.Interaction, text: app_commands.Range[str, 1, 4000]) -> None:
        """Try which story cards a text would bring up."""
        adventure = await adventure_here(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        cards = await self.game.store.cards.all(adventure.id)
        pieces, everything = await asyncio.to_thread(_tried, cards, text, adventure.language)
        if len(pieces) <= _MESSAGES:
            for piece in pieces:
                await answer(interaction, piece)
            return
        file = discord.File(io.BytesIO(everything.encode()), filename="card-test.txt")
        # What comes up stands first.
        await interaction.followup.send(pieces[0], file=file, ephemeral=True)

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

    async def _find(self, adventure: AdventureRecord, wanted: str) -> StoryCard:
        """The card by its id; by its title when that was typed instead of chosen. Raises UnknownCard."""
        try:
            return await self.game.store.cards.get(adventure.id, wanted)
        except UnknownCard:
            named = wanted.strip().casefold()
            for card in await self.game.store.cards.all(adventure.id):
                if card.title.casefold() == named:
                    return card
            raise


def _options(match: app_commands.Choice[str] | None, **values: Any) -> dict[str, Any]:
    """The fields of a card that were given as options of the command."""
    given = {name: value for name, value in values.items() if value is not None}
    return given | ({"match": MatchMode(match.value)} if match else {})


def _triggers(texts: Texts, card: StoryCard) -> str:
    listed = texts.listed(escape_markdown(trigger) for trigger in card.triggers)
    return f"-# {listed}"


async def _say(interaction: discord.Interaction, text: str) -> None:
    for piece in split(text):
        await answer(interaction, piece)


async def _quote(interaction: discord.Interaction, text: str) -> None:
    """The author's words to the letter, so that they can be copied."""
    for piece in split(escape_markdown(text), MESSAGE_LIMIT - len(_QUOTE)):
        await answer(interaction, f"{_QUOTE}{piece}")


def _tried(cards: Sequence[StoryCard], text: str, language: str) -> tuple[list[str], str]:
    """What would come of the cards: messages, of which there are too many where all do not fit; a file.

    There may be thousands of cards: call it in a thread.
    """
    texts = texts_for(language)
    trials = try_text(cards, text, language)
    found = sum(trial.outcome.comes_up for trial in trials)
    heading = texts("card-test", found=found, total=len(cards)) if cards else texts("card-count", count=0)
    lines = [heading, f"-# {texts('card-test-note')}"]
    rows = [heading]
    for trial in trials:
        mark, line = "✅" if trial.outcome.comes_up else "▫️", trial.line(texts)
        lines.append(f"{mark} **{escape_markdown(trial.card.title)}** — {escape_markdown(line)}")
        rows.append(f"{mark} {trial.card.title}: {line}")
    shown = texts.directed("\n".join(lines))
    return split(shown[: (_MESSAGES + 2) * MESSAGE_LIMIT]), "\n".join(rows)


def _line(texts: Texts, card: StoryCard) -> str:
    state = "" if card.enabled else f" · {texts('card-disabled')}"
    pin = "📌 " if card.pinned else ""
    kind = f" ({escape_markdown(card.type)})" if card.type else ""
    return f"{pin}**{escape_markdown(card.title)}**{kind}{state}\n{_triggers(texts, card)}"


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Cards(bot))
