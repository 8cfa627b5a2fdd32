"""A made-up Discord server with the real bot in it, a real database, and a scripted narrator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import discord
from discord import app_commands
from simcord import ChannelHandle, Env, GuildHandle, MemberActor

from bot.app import open_game
from bot.client import Questsmith
from bot.errors import QuestsmithError
from bot.game import Game
from bot.settings import Settings
from bot.store.records import AdventureRecord
from bot.turns import Turns
from tests.support.provider import KEY, Provider


def settings_for(folder: Path, provider: Provider, **overrides: object) -> Settings:
    """Settings whose database is in the folder and whose narrator is the provider."""
    values: dict[str, object] = {
        "_env_file": None,
        "database_url": f"sqlite+aiosqlite:///{folder / 'questsmith.db'}",
        "openai_base_url": provider.base_url,
        "openai_api_key": KEY,
        "openai_model": "gpt-4o-mini",
        "stream_interval": 0.0,
        "answer_timeout": 20.0,
        "shutdown_grace": 0.0,
        "embedder": "none",  # it takes a second to load
    }
    return Settings(**values | overrides)  # type: ignore[arg-type]


class World:
    """Arrange with the actors, act, wait with ``idle()``, assert with ``lines()``."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    manager: MemberActor
    ash: MemberActor
    juno: MemberActor
    bot: Questsmith
    game: Game
    turns: Turns

    def __init__(self, settings: Settings, provider: Provider, *, keeps: bool = False) -> None:
        self.settings = settings
        self.provider = provider
        self.keeps = keeps
        self._process = AsyncExitStack()

    @classmethod
    @asynccontextmanager
    async def open(
        cls, settings: Settings, provider: Provider, *, keeps: bool = False
    ) -> AsyncIterator[World]:
        """A server with a manager and two players; no adventure is open yet.

        Memories and summaries are written only where the bot ``keeps`` them: they would take the next
        answers of the provider's script.
        An error that the bot could not explain to a player fails the test at the end.
        """
        world = cls(settings, provider, keeps=keeps)
        try:
            env = world.env = Env(await world._start(), shard_count=1)
            await env.start()
            try:
                world._furnish()
                yield world
                await world._process.aclose()
                unforeseen = [error for error in env.errors if not _explained(error)]
                assert not unforeseen, unforeseen
            finally:
                await env.shutdown()
        finally:
            await world._process.aclose()

    def _furnish(self) -> None:
        self.guild = self.env.create_guild("Questsmith")
        managers = self.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        people = [self.env.create_user(name.lower(), global_name=name) for name in ("Rowan", "Ash", "Juno")]
        self.manager = self.guild.add_member(people[0], roles=[managers])
        self.ash, self.juno = (self.guild.add_member(user) for user in people[1:])
        self.channel = self.guild.create_text_channel("adventure")

    async def restart(self) -> None:
        """End the process as a stop would, and start it again from disk."""
        await self._process.aclose()
        await self.env.restart_bot(await self._start())

    async def idle(self) -> None:
        """Return when no turn is being told and the bot has nothing left to do."""
        await self.turns.idle()
        if self.game.keeper is not None:
            await self.game.keeper.idle()
        await self.env.settle()

    async def begin(self, scenario: str = "lantern", language: str = "en") -> AdventureRecord:
        """Ash starts an adventure in the channel."""
        await self.ash.slash(self.channel, "adventure start", scenario=scenario, language=language)
        return await self.adventure()

    async def adventure(self) -> AdventureRecord:
        """The adventure that is open in the channel."""
        adventure = await self.game.store.adventures.open_in(self.channel.id)
        assert adventure is not None
        return adventure

    async def story(self) -> list[str]:
        """The texts from the opening to the head."""
        return [action.text for action in await self.game.store.story.path((await self.adventure()).id)]

    def lines(self) -> list[str]:
        """The channel's messages, oldest first."""
        return [message.content for message in self.channel.history()]

    def last(self) -> discord.Message:
        """The newest message of the channel."""
        message = self.channel.last_message
        assert message is not None
        return message

    async def say(self, *contents: str, by: MemberActor | None = None) -> None:
        """Messages of a player, each told to its end."""
        for content in contents:
            await (by or self.ash).send(self.channel, content)
            await self.idle()

    async def _start(self) -> Questsmith:
        self._process = AsyncExitStack()
        self.game = await self._process.enter_async_context(open_game(self.settings, keeps=self.keeps))
        self.turns = await self._process.enter_async_context(Turns(self.settings.shutdown_grace))
        interrupted = await self.game.store.turns.interrupt_open(terminal=False)
        self.bot = Questsmith(self.settings, self.game, self.turns, interrupted)
        return self.bot


def _explained(error: BaseException) -> bool:
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    return isinstance(error, QuestsmithError | app_commands.CheckFailure)


def labels(message: discord.Message) -> list[str]:
    """The labels of a message's buttons that can be pressed."""
    return [
        child.label or ""
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
        if isinstance(child, discord.Button) and not child.disabled
    ]
