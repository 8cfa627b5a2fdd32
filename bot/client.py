"""The Discord client: start-up, commands, shutdown."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Sequence
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import DiscordUnreachable, IntentMissing, TokenMissing, TokenRefused
from bot.game import Game
from bot.locale import load_texts
from bot.settings import Settings
from bot.store.records import TurnRecord
from bot.turns import Turns

log = logging.getLogger(__name__)

# The bot never speaks; the libraries for it are not missing.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

EXTENSIONS = (
    "cogs.adventures",
    "cogs.cards",
    "cogs.context",
    "cogs.errors",
    "cogs.memory",
    "cogs.play",
    "cogs.plot",
    "cogs.server",
)
FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What a request may raise: Discord's refusal, or the way to Discord."""
_UNREACHABLE = (
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    aiohttp.ClientError,
    OSError,
)
_DISCORD_LOCALES = {"ru": ("ru",), "ar": ("ar",)}
"""Our languages beside English, by Discord's names for them."""
_AUTHENTICATION_FAILED = 4004
"""The gateway's close code for a token that was reset since the log-in."""


class Questsmith(commands.AutoShardedBot):
    """The bot. Its resources are opened outside and handed to it."""

    def __init__(
        self, settings: Settings, game: Game, turns: Turns, interrupted: Sequence[TurnRecord] = ()
    ) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
        )
        self.settings = settings
        self.game = game
        self.turns = turns
        self._interrupted = list(interrupted)

    def take_interrupted(self) -> list[TurnRecord]:
        """The turns that the last process left unfinished; each is handed out once."""
        taken, self._interrupted = self._interrupted, []
        return taken

    async def setup_hook(self) -> None:
        """Load the cogs and send the commands to Discord when they have changed."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync()

    async def on_message(self, message: discord.Message, /) -> None:
        """There are no text commands; discord.py would take a message that mentions the bot for one."""

    async def _sync(self) -> None:
        payload = command_payload(self.tree)
        digest = hashlib.sha256(
            json.dumps([self.application_id, payload], sort_keys=True).encode()
        ).hexdigest()
        notes = self.game.store.notes
        if await notes.get("commands") == digest:
            return
        try:
            await self._send_commands(payload)
        except FAILURES as error:
            # The commands of the last sync still work, and playing by messages needs none.
            log.error("Discord refused the commands: %s", error)
        else:
            await notes.set("commands", digest)

    async def _send_commands(self, payload: list[Any]) -> None:
        application = self.application_id or 0
        try:
            await self.http.bulk_upsert_global_commands(application, payload=payload)
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            # One name that Discord does not take refuses them all: better English ones than none.
            log.warning("Discord refused the translated commands: %s", error)
            english = [command.to_dict(self.tree) for command in self.tree.get_commands()]
            await self.http.bulk_upsert_global_commands(application, payload=english)


def command_payload(tree: app_commands.CommandTree[Any]) -> list[Any]:
    """All commands as Discord takes them, with names and descriptions from the Fluent files.

    A command's key is its path (``command-card-add``), an option's its name (``option-card``); that of an
    entry of a message's menu is among its ``extras``. Such an entry has no description.
    """
    payload = []
    for command in tree.get_commands():
        node = command.to_dict(tree)
        if isinstance(command, app_commands.ContextMenu):
            node["name_localizations"] = _translations(command.extras["key"])
        else:
            _localize(node, "command")
        payload.append(node)
    return payload


def _localize(node: dict[str, Any], prefix: str) -> None:
    is_option = node.get("type", 1) > 2  # 1 is a command, 2 a group; the others are options
    key = f"option-{node['name']}" if is_option else f"{prefix}-{node['name']}"
    texts = load_texts()
    node["description"] = texts["en"](f"{key}.description")
    for field, name in (("name_localizations", key), ("description_localizations", f"{key}.description")):
        node[field] = _translations(name)
    for choice in node.get("choices", ()):
        name = f"{node['name']}-{choice['value']}"
        choice["name"], choice["name_localizations"] = texts["en"](name), _translations(name)
    for option in node.get("options", ()):
        _localize(option, key)


def _translations(key: str) -> dict[str, str]:
    """A text in our languages beside English, by Discord's locales."""
    texts = load_texts()
    return {
        locale: texts[language](key) for language, locales in _DISCORD_LOCALES.items() for locale in locales
    }


async def run_client(client: Questsmith, stop: asyncio.Event) -> None:
    """Be on Discord until ``stop`` is set.

    Raises TokenMissing, TokenRefused, IntentMissing, DiscordUnreachable.

    Closing the client in a signal handler would kill turns in flight: it stays connected while they get
    their time, and only then lets go (discord.md).
    """
    token = client.settings.discord_token
    if token is None:
        raise TokenMissing
    running = asyncio.create_task(client.start(token.get_secret_value()))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
    except discord.LoginFailure:
        raise TokenRefused from None
    except discord.PrivilegedIntentsRequired:
        raise IntentMissing from None
    except _UNREACHABLE as error:
        if isinstance(error, discord.ConnectionClosed) and error.code == _AUTHENTICATION_FAILED:
            raise TokenRefused from None
        log.error("No connection with Discord: %s", error)
        raise DiscordUnreachable from None
    finally:
        await client.turns.stop()
        running.cancel()
        stopping.cancel()
        await asyncio.gather(running, stopping, return_exceptions=True)
        await client.close()
