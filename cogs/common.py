"""What all cogs share: whose adventure this is, which language to answer in, who may do what."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import discord

from bot.errors import Forbidden, NoAdventure, NotAPlayer, NotTheirs, PermissionMissing
from bot.game import Game, Player
from bot.locale import Texts, texts_for
from bot.remembered import Viewer, may_change
from bot.store.records import AdventureRecord, GuildSettings
from bot.story import CanonRecord

if TYPE_CHECKING:
    from bot.client import Questsmith

type_channels = (discord.TextChannel, discord.Thread, discord.VoiceChannel, discord.StageChannel)
StoryChannel = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel
"""Where an adventure can live: what a guild member can write messages in."""

_NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
_IMPLIED = {
    "view_channel": _NEEDED[1:],
    "send_messages": ("embed_links", "attach_files"),
    "send_messages_in_threads": ("embed_links", "attach_files"),
}
"""What discord.py takes away together with a permission, whether or not it was granted."""


def client_of(interaction: discord.Interaction) -> Questsmith:
    """The bot, with its own attributes."""
    return cast("Questsmith", interaction.client)


def game_of(interaction: discord.Interaction) -> Game:
    """The engine."""
    return client_of(interaction).game


def player_of(user: discord.abc.User) -> Player:
    """The player as the story knows them."""
    return Player(user.id, user.display_name)


async def texts_in(interaction: discord.Interaction) -> Texts:
    """The language of the channel's adventure, else the server's setting, else the user's own."""
    game = game_of(interaction)
    adventure = await game.store.adventures.open_in(interaction.channel_id or 0)
    guild = await game.store.guilds.get(interaction.guild_id or 0)
    return texts_for(
        adventure.language if adventure else None,
        guild.language,
        str(interaction.locale),
        game.settings.language,
    )


async def adventure_here(interaction: discord.Interaction) -> AdventureRecord:
    """The open adventure of the channel. Raises NoAdventure."""
    adventure = await game_of(interaction).store.adventures.open_in(interaction.channel_id or 0)
    if adventure is None:
        raise NoAdventure
    return adventure


def channel_of(interaction: discord.Interaction) -> StoryChannel:
    """The channel to tell a story in. Raises PermissionMissing that names what the bot lacks there."""
    channel = interaction.channel
    if not isinstance(channel, type_channels):
        raise NoAdventure
    missing = missing_permissions(channel)
    if missing:
        raise PermissionMissing(permissions=missing)
    return channel


def missing_permissions(channel: StoryChannel) -> list[str]:
    """The permissions that the bot needs in the channel and does not have, by discord.py's names."""
    allowed = channel.permissions_for(channel.guild.me)
    needed = [
        "send_messages_in_threads"
        if name == "send_messages" and isinstance(channel, discord.Thread)
        else name
        for name in _NEEDED
    ]
    missing = [name for name in needed if not getattr(allowed, name)]
    implied = {name for one in missing for name in _IMPLIED.get(one, ())}
    return [name for name in missing if name not in implied]


def is_manager(user: discord.abc.User, guild: GuildSettings) -> bool:
    """Whether the member has Manage Server, or the role that the server has set."""
    if not isinstance(user, discord.Member):
        return False
    return user.guild_permissions.manage_guild or any(role.id == guild.card_role_id for role in user.roles)


async def require_manager(interaction: discord.Interaction) -> None:
    """Raises Forbidden unless the member may change the server's story cards."""
    if not is_manager(
        interaction.user, await game_of(interaction).store.guilds.get(interaction.guild_id or 0)
    ):
        raise Forbidden


async def require_owner(interaction: discord.Interaction, adventure: AdventureRecord) -> None:
    """Raises Forbidden unless the member started the adventure or is a manager."""
    if interaction.user.id != adventure.owner_id:
        await require_manager(interaction)


async def viewer_of(interaction: discord.Interaction, adventure: AdventureRecord) -> Viewer:
    """What the user is in an adventure of this server."""
    manager = is_manager(interaction.user, await game_of(interaction).store.guilds.get(adventure.guild_id))
    return Viewer(interaction.user.id, owner=interaction.user.id == adventure.owner_id, manager=manager)


async def require_may_change(interaction: discord.Interaction, record: CanonRecord) -> None:
    """Raises NotTheirs."""
    guild_id = record.place.guild_id
    manager = guild_id == interaction.guild_id and is_manager(
        interaction.user, await game_of(interaction).store.guilds.get(guild_id)
    )
    if not may_change(record, Viewer(interaction.user.id, manager=manager)):
        raise NotTheirs


async def is_player(interaction: discord.Interaction, adventure: AdventureRecord) -> bool:
    """Whether the member manages, has acted in the adventure, or could act now by writing here."""
    member, channel = interaction.user, interaction.channel
    if isinstance(member, discord.Member) and isinstance(channel, type_channels):
        may = channel.permissions_for(member)
        if may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages:
            return True
    store = game_of(interaction).store
    if member.id == adventure.owner_id or is_manager(member, await store.guilds.get(adventure.guild_id)):
        return True
    return any(author == member.id for author, _ in await store.turns.authors(adventure.id))


async def require_player(interaction: discord.Interaction, adventure: AdventureRecord) -> None:
    """Raises NotAPlayer."""
    if not await is_player(interaction, adventure):
        raise NotAPlayer


def edited(before: str, typed: str, limit: int) -> str:
    """A text after it was in a form that shows no more than ``limit`` characters of it.

    What was not edited stays as it was, and so does what the form could not show, unless all was removed.
    """
    if typed.strip() == before[:limit].strip():
        return before
    return f"{typed}{before[limit:]}".strip() if typed.strip() else ""


async def answer(interaction: discord.Interaction, content: str) -> None:
    """Answer for the user's eyes only, whether or not the interaction was acknowledged before."""
    if interaction.response.is_done():
        await interaction.followup.send(content, ephemeral=True)
    else:
        await interaction.response.send_message(content, ephemeral=True)
