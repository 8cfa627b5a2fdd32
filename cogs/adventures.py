"""/adventure start | list | info | resume | end | mode."""

from __future__ import annotations

import re
from typing import Any, Self, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Questsmith
from bot.errors import PermissionMissing, UnknownAdventure
from bot.locale import Texts, texts_for
from bot.store.records import AdventureRecord
from bot.story import ActionType
from bot.story.types import LANGUAGES
from cogs.answer import send
from cogs.buttons import story_buttons
from cogs.common import StoryChannel, adventure_here, answer, channel_of, game_of, require_owner, texts_in
from cogs.errors import handle
from cogs.play import Play
from cogs.split import split

_LISTED = 15
_CHOICES = 25
_CHOICE_LENGTH = 100
_RETOLD = 3


class ScenarioPicker(
    discord.ui.DynamicItem[discord.ui.Select[Any]],
    template=r"scenario:(?P<language>[a-z]{2}):(?P<thread>[01])",
):
    """The menu of scenarios; works after a restart too."""

    def __init__(
        self, language: str, thread: bool, texts: Texts | None = None, bot: Questsmith | None = None
    ) -> None:
        self.language = language
        self.thread = thread
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"scenario:{language}:{int(thread)}",
            placeholder=texts("adventure-pick") if texts else None,
            options=[
                discord.SelectOption(
                    label=scenario.title, value=scenario.id, description=scenario.description[:_CHOICE_LENGTH]
                )
                for scenario in (bot.game.scenarios.all(language) if bot else ())
            ][:_CHOICES],
        )
        super().__init__(select)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu after a restart."""
        return cls(match["language"], match["thread"] == "1")

    async def callback(self, interaction: discord.Interaction) -> None:
        """Start what was picked."""
        try:
            scenario = cast("list[str]", cast("dict[str, Any]", interaction.data)["values"])[0]
            await start(interaction, scenario, self.language, thread=self.thread)
        except Exception as error:
            await handle(interaction, error)


async def start(interaction: discord.Interaction, scenario: str, language: str, *, thread: bool) -> None:
    """Open the adventure and post its opening with the buttons.

    Raises UnknownScenario, AdventureOpen, PermissionMissing.
    """
    game = game_of(interaction)
    channel: StoryChannel = channel_of(interaction)
    chosen = game.scenarios.get(scenario, language)
    texts = texts_for(chosen.language)
    await interaction.response.defer(ephemeral=True, thinking=True)
    if thread:
        channel = await _thread(channel, chosen.title)
    adventure = await game.start_adventure(
        guild_id=interaction.guild_id or 0,
        channel_id=channel.id,
        owner_id=interaction.user.id,
        scenario=chosen.id,
        language=chosen.language,
    )
    await interaction.followup.send(texts("adventure-started", title=chosen.title, channel=channel.mention))
    await post(interaction, adventure, channel, f"## {chosen.title}\n{chosen.opening}")


async def post(
    interaction: discord.Interaction, adventure: AdventureRecord, channel: StoryChannel, text: str
) -> None:
    """Show a piece of the story with the buttons under it."""
    store = game_of(interaction).store
    head = (await store.story.path(adventure.id))[-1]
    view = story_buttons(texts_for(adventure.language), adventure, head)
    pieces = split(text)
    for piece in pieces[:-1]:
        await send(channel, piece)
    message = await send(channel, pieces[-1], view=view)
    await store.adventures.saw(channel.id, message.id)  # what players write from here on is played
    play = cast("Questsmith", interaction.client).get_cog("Play")
    await cast("Play", play).move_buttons(adventure.id, channel, message.id)


async def _thread(channel: StoryChannel, title: str) -> discord.Thread:
    allowed = channel.permissions_for(channel.guild.me)
    if not isinstance(channel, discord.TextChannel) or not (
        allowed.create_public_threads and allowed.send_messages_in_threads
    ):
        raise PermissionMissing(permissions=["create_public_threads", "send_messages_in_threads"])
    return await channel.create_thread(name=title[:100], type=discord.ChannelType.public_thread)


class Adventures(commands.GroupCog, group_name="adventure"):
    """Manages the adventures of a server: one per channel or thread."""

    def __init__(self, bot: Questsmith) -> None:
        self.bot = bot
        self.game = bot.game

    @app_commands.command(name="start")
    @app_commands.choices(language=[app_commands.Choice(name=code, value=code) for code in LANGUAGES])
    async def start(
        self,
        interaction: discord.Interaction,
        scenario: str | None = None,
        language: app_commands.Choice[str] | None = None,
        thread: bool = False,
    ) -> None:
        """Begin a new adventure here or in a thread made for it."""
        texts = await texts_in(interaction)
        chosen = language.value if language else texts.language
        if scenario is not None:
            await start(interaction, scenario, chosen, thread=thread)
            return
        view = discord.ui.View(timeout=None)
        view.add_item(ScenarioPicker(chosen, thread, texts, self.bot))
        await interaction.response.send_message(texts("adventure-pick-intro"), view=view, ephemeral=True)

    @start.autocomplete("scenario")
    async def _scenarios(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        texts = await texts_in(interaction)
        return [
            app_commands.Choice(name=scenario.title[:_CHOICE_LENGTH], value=scenario.id)
            for scenario in self.game.scenarios.all(texts.language)
            if current.casefold() in f"{scenario.title} {scenario.id}".casefold()
        ][:_CHOICES]

    @app_commands.command(name="list")
    async def list_(self, interaction: discord.Interaction) -> None:
        """List the adventures of this server."""
        texts = await texts_in(interaction)
        adventures = await self.game.store.adventures.of_guild(interaction.guild_id or 0)
        lines = [
            texts(
                "adventure-line-open" if adventure.open else "adventure-line-ended",
                id=str(adventure.id),
                title=adventure.title,
                channel=f"<#{adventure.channel_id}>",
                when=discord.utils.format_dt(adventure.updated_at, "R"),
            )
            for adventure in adventures[:_LISTED]
        ]
        if len(adventures) > _LISTED:
            lines.append(texts("list-more", count=len(adventures) - _LISTED))
        await answer(interaction, "\n".join(lines) or texts("adventure-none"))

    @app_commands.command(name="info")
    async def info(self, interaction: discord.Interaction) -> None:
        """Show what is played in this channel."""
        adventure = await adventure_here(interaction)
        texts = texts_for(adventure.language)
        store = self.game.store
        await answer(
            interaction,
            texts(
                "adventure-info",
                id=str(adventure.id),
                title=adventure.title,
                mode=texts(f"mode-{adventure.mode}"),
                actions=len(await store.story.path(adventure.id)),
                cards=len(await store.cards.all(adventure.id)),
                players=texts.listed(name for _, name in await store.turns.authors(adventure.id)),
                model=self.game.settings.model,
                when=discord.utils.format_dt(adventure.created_at, "R"),
            ),
        )

    @app_commands.command(name="resume")
    async def resume(self, interaction: discord.Interaction, adventure: int) -> None:
        """Go on with an adventure, here."""
        channel = channel_of(interaction)
        record = await self.game.store.adventures.get(adventure)
        if record.guild_id != (interaction.guild_id or 0):
            raise UnknownAdventure
        await require_owner(interaction, record)
        await interaction.response.defer(ephemeral=True, thinking=True)
        record = await self.game.store.adventures.reopen(record.id, channel.id)
        texts = texts_for(record.language)
        await interaction.followup.send(
            texts("adventure-resumed", title=record.title, channel=channel.mention)
        )
        path = await self.game.store.story.path(record.id)
        await post(interaction, record, channel, "\n\n".join(action.text for action in path[-_RETOLD:]))

    @resume.autocomplete("adventure")
    async def _adventures(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        adventures = await self.game.store.adventures.of_guild(interaction.guild_id or 0)
        return [
            app_commands.Choice(name=f"{record.title} (#{record.id})"[:_CHOICE_LENGTH], value=record.id)
            for record in adventures
            if current.casefold() in f"{record.title} {record.id}".casefold()
        ][:_CHOICES]

    @app_commands.command(name="end")
    async def end(self, interaction: discord.Interaction) -> None:
        """End the adventure of this channel; it can be resumed."""
        adventure = await adventure_here(interaction)
        await require_owner(interaction, adventure)
        await self.game.store.adventures.end(adventure.id)
        texts = texts_for(adventure.language)
        await interaction.response.send_message(texts("adventure-ended", title=adventure.title))

    @app_commands.command(name="mode")
    @app_commands.choices(
        mode=[
            app_commands.Choice(name=mode.value, value=mode.value)
            for mode in (ActionType.DO, ActionType.SAY, ActionType.STORY)
        ]
    )
    async def mode(self, interaction: discord.Interaction, mode: app_commands.Choice[str]) -> None:
        """Choose what a bare message is."""
        adventure = await adventure_here(interaction)
        await require_owner(interaction, adventure)
        await self.game.store.adventures.set_mode(adventure.id, ActionType(mode.value))
        texts = texts_for(adventure.language)
        await interaction.response.send_message(texts("adventure-mode", mode=texts(f"mode-{mode.value}")))


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Adventures(bot))
