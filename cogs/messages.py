"""What players write in a channel, as the game takes it."""

from __future__ import annotations

import re
from contextlib import suppress

import discord

from bot.client import FAILURES
from bot.game import Player
from cogs.common import StoryChannel, player_of


def is_players(message: discord.Message) -> bool:
    """Whether a person plays with it: no bot, webhook or system message, nothing without words."""
    return (
        not message.author.bot
        and message.webhook_id is None
        and message.type in (discord.MessageType.default, discord.MessageType.reply)
        and bool(message.content.strip())
    )


def said_in(message: discord.Message) -> str:
    """What was written, as Discord sends it: a correction may mention nobody but the bot."""
    me = message.guild.me.id if message.guild is not None else 0
    return re.sub(rf"<@!?{me}>", "", message.content).strip()


def words_of(message: discord.Message) -> str:
    """What was written, with names where Discord has ids; a mention of the bot is no part of it."""
    words = message.clean_content
    if message.guild is not None and message.guild.me in message.mentions:
        words = words.replace(f"@{message.guild.me.display_name}", "")
    return words.strip()


async def author_of(message: discord.Message, channel: StoryChannel) -> Player:
    """Who wrote it, by their name on the server; messages that are read later come without it."""
    author = message.author
    if isinstance(author, discord.User):
        with suppress(*FAILURES):
            author = await channel.guild.fetch_member(author.id)
    return player_of(author)
