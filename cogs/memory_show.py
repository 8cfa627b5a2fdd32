"""Shows what is remembered: in place of the page that was pressed, else for the eyes of who asked."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
from discord.utils import escape_markdown

from bot.canon import Confirmation, confirmation_text
from bot.locale import Texts
from bot.remembered import Entry, may_change, may_see
from bot.story import CanonRecord
from bot.story.memories import BankMemory, MemoryStatus
from cogs.common import game_of
from cogs.memory_controls import Spot
from cogs.memory_desk import Desk, acknowledge, desk_at, render
from cogs.memory_view import entry_page, history_page, list_page, needs_file, note_of, record_blocks
from cogs.memory_words import plain, shown, wording

_BEGINNING = 600
"""Characters of the story that a memory was made of."""


async def show_list(interaction: discord.Interaction, spot: Spot, note: str = "") -> None:
    """A page of the list, with the sentence ``note`` above it. Raises StalePage, NotAPlayer."""
    await acknowledge(interaction)
    desk = await desk_at(interaction, spot)
    await render(interaction, await asyncio.to_thread(list_page, desk.told, spot, desk.texts, note))


async def show_entry(interaction: discord.Interaction, spot: Spot, note: str = "") -> None:
    """One entry; ``note`` is the key of the sentence that says what has changed.

    Raises StalePage, NotAPlayer, UnknownMemory.
    """
    desk = await desk_at(interaction, spot)
    entry = desk.entry(spot.ref)
    said = desk.texts(note, wording=shown(wording(entry, desk.texts), 120)) if note else ""
    await _show(interaction, desk, entry, spot, note_of(said) if said else "")


async def show_record(
    interaction: discord.Interaction, changed: Confirmation, spot: Spot, texts: Texts
) -> None:
    """The record that a change has written, and what it says of it. Raises what ``show_entry`` raises."""
    spot = replace(spot, ref=f"c{changed.record.id}")
    desk = await desk_at(interaction, spot)
    await _show(interaction, desk, desk.entry(spot.ref), spot, confirmed(changed, texts))


async def show_history(interaction: discord.Interaction, desk: Desk, spot: Spot) -> None:
    """How an entry came to be remembered. Raises UnknownMemory."""
    entry, texts = desk.entry(spot.ref), desk.texts
    await acknowledge(interaction)
    if isinstance(entry.thing, CanonRecord):
        blocks = await _said(interaction, desk, entry.thing)
    else:
        blocks = await _source(interaction, entry.thing, texts)
    await render(interaction, history_page(entry, blocks, spot, texts))


async def _show(interaction: discord.Interaction, desk: Desk, entry: Entry, spot: Spot, note: str) -> None:
    mine = may_change(entry.thing, desk.viewer)
    view = entry_page(entry, spot, desk.texts, mine=mine, note=note)
    await acknowledge(interaction)
    await render(interaction, view, entry.text if needs_file(entry) else "")


async def _said(interaction: discord.Interaction, desk: Desk, record: CanonRecord) -> list[str]:
    """What the player may see of everything that was said about the same thing, and is not undone."""
    canon = game_of(interaction).store.canon
    state = await canon.state(desk.adventure.id, desk.viewer.id)
    history = [
        said
        for said in await canon.history(record.id)
        if may_see(said, desk.viewer)
        and said.id not in state.gone
        and (said.place.adventure_id == desk.adventure.id or not said.scope.inside_adventure)
    ]
    known = {said.id: said for said in state.present if may_see(said, desk.viewer)}
    return record_blocks(history, known, desk.texts)


async def _source(interaction: discord.Interaction, memory: BankMemory, texts: Texts) -> list[str]:
    name = escape_markdown(memory.player_name[:40])
    when = discord.utils.format_dt(memory.created_at, "f")
    if memory.first is None or memory.last is None:
        return [texts("memories-source-added", name=name, when=when)]
    (story,) = await game_of(interaction).store.story.stretches([(memory.first, memory.action_id)])
    text = "\n".join(story.texts)
    source = "waiting" if memory.status is MemoryStatus.WAITING else memory.source.value
    return [
        texts(
            f"memories-source-{source}",
            first=str(memory.first + 1),
            last=str(memory.last + 1),
            name=name or "—",
            when=when,
        ),
        texts("memories-source-begins"),
        f"> {shown(text, _BEGINNING)}",
    ]


def confirmed(done: Confirmation, texts: Texts) -> str:
    """What a change of the canon has done, above a page."""
    return note_of(escape_markdown(plain(confirmation_text(done, texts), 700)))
