"""The same bot in a local browser page that looks like Discord, without Discord.

simcord holds the made-up server and shows it; the bot, its store and its narrator are the real ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import discord
import simcord
from simcord.preview import Preview

from bot.client import Questsmith
from bot.game import Game
from bot.settings import Settings
from bot.turns import Turns

_SETTLE = 30.0
"""Seconds that a command may take before the page says that it hangs."""
_REFRESH = 0.5
"""Seconds between two looks at the channel; the page itself asks twice a second."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A running page."""

    url: str
    preview: Preview


@asynccontextmanager
async def open_sandbox(
    settings: Settings, game: Game, *, port: int = 0, scenario: str = "lantern", language: str = "en"
) -> AsyncIterator[Sandbox]:
    """Serve the page on a loopback port, with a server, three people and an open adventure.

    The address holds a secret: whoever has it can play. Raises SetupError when the port is taken,
    ScenarioError, UnknownScenario.
    """
    game.scenarios.get(scenario, language)
    async with Turns(settings.shutdown_grace) as turns:
        bot = Questsmith(settings, game, turns)
        options = {"shard_count": 1, "check_errors": False, "settle_timeout": _SETTLE}
        async with simcord.run(bot, **options) as env:
            guild = env.create_guild("Questsmith")
            managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
            manager = guild.add_member(env.create_user("manager", global_name="Rowan"), roles=[managers])
            ash = guild.add_member(env.create_user("ash", global_name="Ash"))
            juno = guild.add_member(env.create_user("juno", global_name="Juno"))
            channel = guild.create_text_channel("adventure")
            me = bot.get_guild(guild.id)
            if me is not None:
                await me.me.edit(nick="Questsmith")
            await manager.slash(channel, "adventure start", scenario=scenario, language=language)
            people = (ash, juno, manager)
            async with env.preview(channel, viewers=people, layout="channel", port=port) as preview:
                changed = asyncio.Event()

                def notice(_event: str, _payload: object) -> None:
                    changed.set()

                env.backend.subscribers.append(notice)
                refresher = asyncio.create_task(_refresh(preview, changed))
                try:
                    yield Sandbox(preview.url, preview)
                finally:
                    refresher.cancel()
                    with suppress(asyncio.CancelledError):
                        await refresher
            turns.close()
            await turns.idle_or_grace()


async def _refresh(preview: Preview, changed: asyncio.Event) -> None:
    """Publish what the bot did by itself: turns are told after the action that asked for them."""
    while True:
        await changed.wait()
        changed.clear()
        try:
            await preview.refresh()
        except simcord.SetupError:
            changed.set()  # the page is busy with an action; look again
        await asyncio.sleep(_REFRESH)


async def run_sandbox(
    settings: Settings,
    game: Game,
    stop: asyncio.Event,
    *,
    port: int,
    scenario: str,
    language: str,
    opened: Callable[[str], None],
) -> None:
    """Serve the page until ``stop`` is set or somebody ends it there; ``opened`` gets the address."""
    async with open_sandbox(settings, game, port=port, scenario=scenario, language=language) as sandbox:
        opened(sandbox.url)
        waits = [asyncio.create_task(stop.wait()), asyncio.create_task(sandbox.preview.wait_closed())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
