"""What a player has before them when they look at what is remembered."""

from __future__ import annotations

import io
from dataclasses import dataclass

import discord

from bot.errors import NotTheirs, StalePage
from bot.locale import Texts, texts_for
from bot.remembered import Entry, Viewer, gather, may_change, pick
from bot.store.records import AdventureRecord
from cogs.common import adventure_here, game_of, require_player, viewer_of
from cogs.memory_controls import Spot

TEXT_FILE = "memory.txt"


@dataclass(frozen=True, slots=True)
class Desk:
    """What is remembered where a player looks, as they may see it."""

    adventure: AdventureRecord
    viewer: Viewer
    texts: Texts
    told: list[Entry]

    def entry(self, ref: str) -> Entry:
        """Raises UnknownMemory."""
        return pick(self.told, ref)

    def to_change(self, ref: str) -> Entry:
        """An entry that the player may change. Raises UnknownMemory, NotTheirs."""
        entry = self.entry(ref)
        if not may_change(entry.thing, self.viewer):
            raise NotTheirs
        return entry


async def desk_here(interaction: discord.Interaction) -> Desk:
    """In the channel's adventure. Raises NoAdventure, NotAPlayer."""
    adventure = await adventure_here(interaction)
    await require_player(interaction, adventure)
    return await desk_of(interaction, adventure)


async def desk_at(interaction: discord.Interaction, spot: Spot) -> Desk:
    """Where a page was made. Raises StalePage, NotAPlayer."""
    adventure = await adventure_at(interaction, spot)
    await require_player(interaction, adventure)
    return await desk_of(interaction, adventure)


async def desk_of(interaction: discord.Interaction, adventure: AdventureRecord) -> Desk:
    """In an adventure that the user may look at."""
    viewer = await viewer_of(interaction, adventure)
    told = await gather(game_of(interaction).store, adventure, viewer)
    return Desk(adventure, viewer, texts_for(adventure.language), told)


async def adventure_at(interaction: discord.Interaction, spot: Spot) -> AdventureRecord:
    """The adventure of a page, as long as it is the one that is played here. Raises StalePage."""
    adventure = await game_of(interaction).store.adventures.open_in(interaction.channel_id or 0)
    if adventure is None or adventure.id != spot.adventure:
        raise StalePage
    return adventure


async def acknowledge(interaction: discord.Interaction) -> None:
    """Tell Discord that a page is coming."""
    if interaction.response.is_done():
        return
    if interaction.message is None:
        await interaction.response.defer(ephemeral=True, thinking=True)
    else:
        await interaction.response.defer()


async def render(interaction: discord.Interaction, view: discord.ui.LayoutView, text: str = "") -> None:
    """In place of the page that was pressed, else as a new one; ``text`` is attached.

    The interaction is acknowledged.
    """
    files = [discord.File(io.BytesIO(text.encode()), TEXT_FILE)] if text else []
    if interaction.message is None:
        await interaction.followup.send(view=view, files=files, ephemeral=True)
    else:
        await interaction.edit_original_response(view=view, attachments=files)
