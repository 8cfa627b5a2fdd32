"""/memory correct | remember | alias, and Correct this… on a message of the narrator's."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import escape_markdown

from bot.canon import Correction
from bot.client import Questsmith
from bot.errors import NotNarrated
from bot.locale import load_texts, texts_for
from bot.store.records import AdventureRecord
from bot.story import ActionType, Kind, Scope
from cogs.canon_buttons import AnswerButton, RecordButton, ScopeButton
from cogs.common import adventure_here
from cogs.correct_form import CorrectForm, FormButton, correct, hear, speaker_of
from cogs.memory_controls import MemoryButton, MemoryMenu
from cogs.memory_pages import Pages

_NARRATED = (ActionType.START, ActionType.OUTPUT)
_RECENT = 200
"""Actions among which a message is looked for."""


@app_commands.guild_only()
class Memory(Pages, commands.GroupCog, group_name="memory"):
    """What lasts of a story beside its text: who plays may correct the narrator."""

    def __init__(self, bot: Questsmith) -> None:
        self.bot = bot
        self.game = bot.game
        self._menu = app_commands.ContextMenu(
            name=load_texts()["en"]("menu-correct"),
            callback=self.correct_this,
            extras={"key": "menu-correct"},
        )

    async def cog_load(self) -> None:
        """A cog cannot hold a message menu by itself."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take it back."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(name="correct")
    @app_commands.choices(
        kind=[app_commands.Choice(name=kind.value, value=kind.value) for kind in Kind],
        scope=[app_commands.Choice(name=scope.value, value=scope.value) for scope in Scope],
    )
    async def correct(
        self,
        interaction: discord.Interaction,
        subject: str = "",
        attribute: str = "",
        value: str = "",
        kind: app_commands.Choice[str] | None = None,
        scope: app_commands.Choice[str] | None = None,
    ) -> None:
        """Say what is true; with subject, attribute and value it is saved at once, else a form opens."""
        adventure = await adventure_here(interaction)
        form = Correction(
            subject,
            attribute,
            value,
            Kind(kind.value) if kind else Kind.FACT,
            Scope(scope.value) if scope else None,
        )
        if subject and attribute and value:
            await correct(interaction, form)
        else:
            await interaction.response.send_modal(CorrectForm(texts_for(adventure.language), form))

    @app_commands.command(name="remember")
    async def remember(self, interaction: discord.Interaction, text: str) -> None:
        """Say it in plain words."""
        await hear(interaction, text)

    @app_commands.command(name="alias")
    async def alias(self, interaction: discord.Interaction, name: str, also: str) -> None:
        """Give a subject another name."""
        adventure = await adventure_here(interaction)
        texts = texts_for(adventure.language)
        subject, other = await self.game.canon.alias(adventure.id, speaker_of(interaction), name, also)
        said = texts("canon-alias", name=escape_markdown(subject), also=escape_markdown(other))
        await interaction.response.send_message(texts.directed(said))

    @app_commands.guild_only()
    async def correct_this(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """Open the form with what is known about the narrator's words."""
        adventure = await adventure_here(interaction)
        if not await self._narrated(adventure, message):
            raise NotNarrated
        record = await self.game.canon.mentioned(adventure.id, interaction.user.id, message.content)
        known = (
            Correction(record.subject, record.attribute, record.value) if record else Correction("", "", "")
        )
        await interaction.response.send_modal(CorrectForm(texts_for(adventure.language), known))

    async def _narrated(self, adventure: AdventureRecord, message: discord.Message) -> bool:
        """Whether the message shows a piece that the narrator told, and that the story still holds."""
        if self.bot.user is None or message.author.id != self.bot.user.id:
            return False
        # The opening stands under a heading and over small print.
        lines = message.content.splitlines()
        shown = "\n".join(line for line in lines if not line.startswith(("## ", "-# "))).strip()
        path = await self.game.store.story.path(adventure.id, last=_RECENT)
        told = "\n\n".join(action.text for action in path)
        played = (action.text for action in path if action.type not in _NARRATED)
        return bool(shown) and shown in told and not any(shown in text for text in played)


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    bot.add_dynamic_items(RecordButton, ScopeButton, AnswerButton, FormButton, MemoryButton, MemoryMenu)
    await bot.add_cog(Memory(bot))
