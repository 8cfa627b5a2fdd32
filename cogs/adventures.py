"""/adventure start | list | info | resume | end | mode | scene | summary."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any, Self, cast

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import escape_markdown

from bot.canon.text import clean, trimmed
from bot.client import Questsmith
from bot.errors import NoThreads, PermissionMissing, UnknownAdventure, UnknownScenario
from bot.locale import Texts, texts_for
from bot.settings import EMBEDDED_LANGUAGES
from bot.store.records import AdventureRecord, SummaryProgress
from bot.story import ActionType
from bot.story.types import LANGUAGES
from cogs.answer import send
from cogs.buttons import story_buttons
from cogs.common import (
    StoryChannel,
    adventure_here,
    answer,
    channel_of,
    game_of,
    is_manager,
    require_owner,
    texts_in,
)
from cogs.errors import handle
from cogs.split import MESSAGE_LIMIT, split, units
from cogs.telling import move_buttons

_CHOICES = 25
_LISTED = 20
_CHOICE_LENGTH = 100
_RETOLD = 3
_WATCHED = 600.0
"""Seconds that an answer shows progress: Discord lets it be edited for 15 minutes."""


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

    Raises UnknownScenario, ScenarioError, AdventureOpen, NoThreads, PermissionMissing.
    """
    game = game_of(interaction)
    channel: StoryChannel = channel_of(interaction)
    chosen = game.scenarios.get(scenario, language)
    texts = texts_for(chosen.language)
    await interaction.response.defer(ephemeral=True, thinking=True)
    if thread:
        channel = await _thread(channel, chosen.title, interaction.user)
    adventure = await game.start_adventure(
        guild_id=interaction.guild_id or 0,
        channel_id=channel.id,
        owner_id=interaction.user.id,
        scenario=chosen.id,
        language=chosen.language,
    )
    title = escape_markdown(chosen.title)
    said = texts("adventure-started", title=title, channel=channel.mention)
    await interaction.followup.send(texts.directed(said))
    # Everybody who plays reads how to, not only who has started the adventure.
    how = texts("adventure-how", mode=chosen.mode)
    if game.settings.embedded and chosen.language not in EMBEDDED_LANGUAGES:
        how += "\n-# " + texts("adventure-embedded", model=game.settings.model)
    opening = f"## {title}\n{chosen.opening}\n" + texts.directed(f"-# {how}")
    await post(interaction, adventure, channel, opening)


async def post(
    interaction: discord.Interaction, adventure: AdventureRecord, channel: StoryChannel, text: str
) -> None:
    """Show a piece of the story with the buttons under it."""
    store = game_of(interaction).store
    head = (await store.story.path(adventure.id, last=1))[-1]
    view = story_buttons(texts_for(adventure.language), adventure, head)
    pieces = split(text)
    for piece in pieces[:-1]:
        await send(channel, piece)
    message = await send(channel, pieces[-1], view=view)
    await store.adventures.saw(channel.id, message.id)  # what players write from here on is played
    await move_buttons(store, adventure.id, channel, message.id)


async def _thread(channel: StoryChannel, title: str, starter: discord.abc.User) -> discord.Thread:
    """A new thread of the channel; of its parent when the channel is a thread itself."""
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(place, discord.TextChannel):
        raise NoThreads
    allowed = place.permissions_for(place.guild.me)
    missing = [
        name for name in ("create_public_threads", "send_messages_in_threads") if not getattr(allowed, name)
    ]
    if missing:
        raise PermissionMissing(permissions=missing)
    kind = discord.ChannelType.news_thread if place.is_news() else discord.ChannelType.public_thread
    thread = await place.create_thread(name=title[:_CHOICE_LENGTH], type=kind)
    with suppress(discord.HTTPException):  # the thread is then in their list; without, in the channel's
        await thread.add_user(starter)
    return thread


async def take_buttons_off(bot: Questsmith, adventure: AdventureRecord) -> None:
    """The story does not go on where it stood: the buttons there would only refuse."""
    if adventure.buttons_id:
        await bot.game.store.adventures.set_buttons(adventure.id, 0)
        channel = bot.get_partial_messageable(adventure.channel_id)
        with suppress(discord.HTTPException):
            await channel.get_partial_message(adventure.buttons_id).edit(view=None)


@app_commands.guild_only()
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
        if not self.game.scenarios.all(chosen):
            raise next(iter(self.game.scenarios.problems), UnknownScenario(name="—", known="—"))
        view = discord.ui.View(timeout=None)
        view.add_item(ScenarioPicker(chosen, thread, texts, self.bot))
        await interaction.response.send_message(texts("adventure-pick-intro"), view=view, ephemeral=True)

    @start.autocomplete("scenario")
    async def _scenarios(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        texts = await texts_in(interaction)
        language = getattr(interaction.namespace, "language", None) or texts.language
        return [
            app_commands.Choice(name=scenario.title[:_CHOICE_LENGTH], value=scenario.id)
            for scenario in self.game.scenarios.all(language)
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
                title=escape_markdown(adventure.title),
                channel=f"<#{adventure.channel_id}>",
                when=discord.utils.format_dt(adventure.updated_at, "R"),
            )
            for adventure in sorted(adventures, key=lambda adventure: not adventure.open)[:_LISTED]
        ]
        listed = _fitting(lines, len(adventures), texts)
        await answer(interaction, listed or texts.directed(texts("adventure-none")))

    @app_commands.command(name="info")
    async def info(self, interaction: discord.Interaction) -> None:
        """Show what is played in this channel."""
        adventure = await adventure_here(interaction)
        texts = texts_for(adventure.language)
        store = self.game.store
        await answer(
            interaction,
            texts.directed(
                texts(
                    "adventure-info",
                    id=str(adventure.id),
                    title=escape_markdown(adventure.title),
                    mode=texts(f"mode-{adventure.mode}"),
                    actions=await store.story.count(adventure.id),
                    cards=len(await store.cards.all(adventure.id)),
                    players=texts.listed(
                        escape_markdown(name) for _, name in await store.turns.authors(adventure.id)
                    ),
                    model=self.game.settings.model,
                    when=discord.utils.format_dt(adventure.created_at, "R"),
                ),
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
        before, record = record, await self.game.store.adventures.reopen(record.id, channel.id)
        texts = texts_for(record.language)
        said = texts.directed(
            texts("adventure-resumed", title=escape_markdown(record.title), channel=channel.mention)
        )
        await interaction.followup.send(said)
        await take_buttons_off(self.bot, before)
        if before.open and before.channel_id != channel.id:
            with suppress(discord.HTTPException):
                await self.bot.get_partial_messageable(before.channel_id).send(said)
        path = await self.game.store.story.path(record.id, last=_RETOLD)
        await post(interaction, record, channel, "\n\n".join(action.text for action in path))

    @resume.autocomplete("adventure")
    async def _adventures(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        adventures = await self.game.store.adventures.of_guild(interaction.guild_id or 0)
        manages = is_manager(interaction.user, await self.game.store.guilds.get(interaction.guild_id or 0))
        return [
            app_commands.Choice(name=f"{record.title} (#{record.id})"[:_CHOICE_LENGTH], value=record.id)
            for record in adventures
            if (manages or record.owner_id == interaction.user.id)
            and current.casefold() in f"{record.title} {record.id}".casefold()
        ][:_CHOICES]

    @app_commands.command(name="end")
    async def end(self, interaction: discord.Interaction) -> None:
        """End the adventure of this channel; it can be resumed."""
        adventure = await adventure_here(interaction)
        await require_owner(interaction, adventure)
        await self.game.store.adventures.end(adventure.id)
        texts = texts_for(adventure.language)
        await interaction.response.send_message(
            texts.directed(texts("adventure-ended", title=escape_markdown(adventure.title)))
        )
        await take_buttons_off(self.bot, adventure)

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
        await interaction.response.send_message(
            texts.directed(texts("adventure-mode", mode=texts(f"mode-{mode.value}")))
        )

    @app_commands.command(name="scene")
    @app_commands.rename(new_arc="new-arc")
    async def scene(
        self, interaction: discord.Interaction, name: app_commands.Range[str, 1, 80], new_arc: bool = False
    ) -> None:
        """Say that another scene begins; what was true in the last one only ends with it."""
        adventure = await adventure_here(interaction)
        title = trimmed(clean(name)) or "—"
        place = await self.game.store.canon.enter_scene(adventure.id, title, new_arc=new_arc)
        texts = texts_for(adventure.language)
        said = texts("adventure-scene", name=escape_markdown(place.scene), arc=place.arc)
        await interaction.response.send_message(texts.directed(said))

    @app_commands.command(name="summary")
    @app_commands.choices(switch=[app_commands.Choice(name=value, value=value) for value in ("on", "off")])
    async def summary(self, interaction: discord.Interaction, switch: app_commands.Choice[str]) -> None:
        """Have the story summary kept up to date, or not; it catches up on what it has missed."""
        adventure = await adventure_here(interaction)
        await require_owner(interaction, adventure)
        texts = texts_for(adventure.language)
        await self.game.store.adventures.set_summarises(adventure.id, summarises=switch.value == "on")
        said = texts.directed(texts("adventure-summary", switch=switch.value))
        await interaction.response.send_message(said)
        if switch.value == "on" and self.game.keeper is not None:
            await _show_progress(interaction, self.game.keeper.follow(adventure.id), texts, said)


async def _show_progress(
    interaction: discord.Interaction, steps: AsyncGenerator[SummaryProgress, None], texts: Texts, said: str
) -> None:
    """Tell under the answer how far the summary has come, until it is done or goes on later."""

    async def show(step: SummaryProgress, key: str) -> None:
        line = texts(key, read=step.read, total=step.total)
        await interaction.edit_original_response(content=f"{said}\n{texts.directed(line)}")

    step = None
    with suppress(discord.HTTPException):  # somebody has deleted it
        with suppress(TimeoutError):
            async with asyncio.timeout(_WATCHED), aclosing(steps):
                async for step in steps:
                    if not step.done:
                        await show(step, "adventure-summary-progress")
        if step is not None:
            await show(step, "adventure-summary-done" if step.done else "adventure-summary-later")


def _fitting(lines: list[str], count: int, texts: Texts) -> str:
    """The lines that one message holds, and how many of the ``count`` there are beside them."""
    for shown in range(len(lines), 0, -1):
        rest = [texts("list-more", count=count - shown)] if shown < count else []
        text = texts.directed("\n".join([*lines[:shown], *rest]))
        if units(text) <= MESSAGE_LIMIT:
            return text
    return ""


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    bot.add_dynamic_items(ScenarioPicker)
    await bot.add_cog(Adventures(bot))
