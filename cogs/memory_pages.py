"""/memory list | search | add | edit | forget | pin | history: what is remembered, as pages."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.game import Game
from bot.locale import Texts
from bot.remembered import Choice, Entry, State, Viewer, found, may_change
from bot.story.memories import MEMORY_LIMIT, BankMemory
from cogs import memory_acts
from cogs.common import adventure_here, is_player, require_player
from cogs.memory_acts import change, open_form, query_of
from cogs.memory_controls import QUERY_LIMIT, Spot
from cogs.memory_desk import Desk, desk_here, desk_of
from cogs.memory_show import show_entry, show_history, show_list
from cogs.memory_words import icon, plain, wording

_CHOICES = 25
_CHOICE_LENGTH = 100


class Pages(commands.Cog):
    """The commands about everything that is remembered. Everybody who plays may look."""

    game: Game

    @app_commands.command(name="list")
    async def list_(self, interaction: discord.Interaction) -> None:
        """List what is remembered."""
        adventure = await adventure_here(interaction)
        await show_list(interaction, Spot(adventure.id))

    @app_commands.command(name="search")
    async def search(
        self, interaction: discord.Interaction, words: app_commands.Range[str, 1, QUERY_LIMIT]
    ) -> None:
        """Search what is remembered."""
        adventure = await adventure_here(interaction)
        await show_list(interaction, Spot(adventure.id, Choice(query=query_of(words))))

    @app_commands.command(name="add")
    async def add(
        self, interaction: discord.Interaction, text: app_commands.Range[str, 1, MEMORY_LIMIT]
    ) -> None:
        """Add a memory to the bank."""
        adventure = await adventure_here(interaction)
        await require_player(interaction, adventure)
        added = await self.game.store.memories.add(
            adventure.id,
            text,
            player_id=interaction.user.id,
            player_name=interaction.user.display_name,
            capacity=self.game.settings.memory_capacity,
        )
        await show_entry(interaction, Spot(adventure.id, ref=f"m{added.id}"), "memories-note-added")

    @app_commands.command(name="edit")
    async def edit(self, interaction: discord.Interaction, memory: str) -> None:
        """Edit a fact, a preference or a memory."""
        desk = await desk_here(interaction)
        await open_form(interaction, desk, _spot(desk, memory))

    @app_commands.command(name="forget")
    async def forget(self, interaction: discord.Interaction, memory: str) -> None:
        """Forget a memory, or delete what is forgotten, a fact or a preference."""
        desk = await desk_here(interaction)
        entry = desk.entry(memory)
        keep = isinstance(entry.thing, BankMemory) and entry.state is not State.FORGOTTEN
        await change(interaction, "forget" if keep else "delete", desk, _spot(desk, memory))

    @app_commands.command(name="pin")
    async def pin(self, interaction: discord.Interaction, memory: str) -> None:
        """Pin something, or take the pin out."""
        desk = await desk_here(interaction)
        verb = "unpin" if desk.entry(memory).pinned else "pin"
        await change(interaction, verb, desk, _spot(desk, memory))

    @app_commands.command(name="history")
    async def history(self, interaction: discord.Interaction, memory: str) -> None:
        """Show how something came to be remembered."""
        desk = await desk_here(interaction)
        await show_history(interaction, desk, _spot(desk, memory))

    @edit.autocomplete("memory")
    @forget.autocomplete("memory")
    @pin.autocomplete("memory")
    @history.autocomplete("memory")
    async def _memories(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        adventure = await self.game.store.adventures.open_in(interaction.channel_id or 0)
        if adventure is None or not await is_player(interaction, adventure):
            return []
        desk = await desk_of(interaction, adventure)
        command = interaction.command.name if interaction.command else ""
        told = [entry for entry in desk.told if _offered(entry, command, desk.viewer)]
        hits = await asyncio.to_thread(found, told, query_of(current))
        return [_offer(entry, desk.texts) for entry in hits[:_CHOICES]]

    async def press(self, interaction: discord.Interaction, verb: str, spot: Spot) -> None:
        """A button of a page."""
        await memory_acts.press(interaction, verb, spot)

    async def choose(self, interaction: discord.Interaction, verb: str, spot: Spot, value: str) -> None:
        """A menu of a page."""
        await memory_acts.choose(interaction, verb, spot, value)


def _spot(desk: Desk, memory: str) -> Spot:
    """What was chosen, by its ref or by words. Raises UnknownMemory."""
    return Spot(desk.adventure.id, ref=desk.entry(memory).ref)


def _offered(entry: Entry, command: str, viewer: Viewer) -> bool:
    """Whether a command can do something with it."""
    if command == "history":
        return True
    if not may_change(entry.thing, viewer):
        return False
    if command == "pin":
        return entry.state not in (State.FORGOTTEN, State.OLD)
    return command == "forget" or entry.state is not State.OLD


def _offer(entry: Entry, texts: Texts) -> app_commands.Choice[str]:
    name = f"{icon(entry)} {wording(entry, texts)}"
    return app_commands.Choice(name=plain(name, _CHOICE_LENGTH), value=entry.ref)
