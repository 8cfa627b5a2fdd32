"""What the buttons, menus and forms of the pages of what is remembered do."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.canon import Confirmation
from bot.errors import MemoryChanged, RecordOutdated
from bot.locale import Texts, texts_for
from bot.remembered import Entry, Reach, Show, State
from bot.story import CanonRecord, Scope
from bot.story.memories import MemoryStatus
from cogs.common import game_of
from cogs.correct_form import speaker_of
from cogs.memory_controls import QUERY_LIMIT, Spot
from cogs.memory_desk import Desk, adventure_at, desk_at
from cogs.memory_forms import EntryForm, SearchForm
from cogs.memory_show import confirmed, show_entry, show_history, show_list, show_record
from cogs.memory_view import note_of
from cogs.memory_words import shown
from cogs.split import units


async def press(interaction: discord.Interaction, verb: str, spot: Spot) -> None:
    """A button of a page.

    Raises StalePage, NotAPlayer, UnknownMemory, NotTheirs, MemoryChanged and what the change raises.
    """
    if verb == "search":
        adventure = await adventure_at(interaction, spot)
        await _open_search(interaction, texts_for(adventure.language), spot)
    elif verb == "entry":
        await show_entry(interaction, spot)
    elif verb == "history":
        await show_history(interaction, await desk_at(interaction, spot), spot)
    elif verb == "edit":
        await open_form(interaction, await desk_at(interaction, spot), spot)
    elif verb in ("pin", "unpin", "forget", "recall", "delete"):
        await change(interaction, verb, await desk_at(interaction, spot), spot)
    else:
        await show_list(interaction, spot)


async def choose(interaction: discord.Interaction, verb: str, spot: Spot, value: str) -> None:
    """A menu of a page. Raises what ``press`` raises."""
    if verb == "open":
        await show_entry(interaction, replace(spot, ref=value))
    elif verb == "scope":
        desk = await desk_at(interaction, spot)
        entry = desk.to_change(spot.ref)
        if not isinstance(entry.thing, CanonRecord) or not entry.thing.live:
            raise MemoryChanged
        changed = await _rescope(interaction, entry.thing, Scope(value))
        await show_record(interaction, changed, spot, desk.texts)
    else:
        now = spot.choice
        choice = replace(now, reach=Reach(value)) if verb == "reach" else replace(now, show=Show(value))
        await show_list(interaction, replace(spot, choice=choice, page=0))


async def _open_search(interaction: discord.Interaction, texts: Texts, spot: Spot) -> None:
    async def search(interaction: discord.Interaction, words: str) -> None:
        choice = replace(spot.choice, query=query_of(words))
        await show_list(interaction, replace(spot, choice=choice, page=0))

    await interaction.response.send_modal(SearchForm(texts, spot.choice.query, search))


async def save(interaction: discord.Interaction, before: Entry, text: str, spot: Spot) -> None:
    """The form of an entry was sent, which stood there as ``before``.

    Raises MemoryChanged when somebody else has changed it since, and what the change raises.
    """
    desk = await desk_at(interaction, spot)
    entry = desk.to_change(spot.ref)
    if entry.text != before.text or entry.state is State.OLD:
        raise MemoryChanged
    if isinstance(entry.thing, CanonRecord):
        changed = await game_of(interaction).canon.edit(entry.thing.id, speaker_of(interaction), value=text)
        await show_record(interaction, changed, spot, desk.texts)
        return
    await game_of(interaction).store.memories.edit(
        desk.adventure.id,
        entry.thing.id,
        text,
        before=before.text,
        player_id=interaction.user.id,
        player_name=interaction.user.display_name,
    )
    await show_entry(interaction, spot, "memories-note-edited")


async def open_form(interaction: discord.Interaction, desk: Desk, spot: Spot) -> None:
    """The form of an entry. Of an open question its page, where it can be answered.

    Raises UnknownMemory, NotTheirs, RecordOutdated.
    """
    entry = desk.to_change(spot.ref)
    if entry.state is State.OLD:
        raise RecordOutdated
    if entry.state is State.OPEN:
        await show_entry(interaction, spot)
        return

    async def keep(interaction: discord.Interaction, text: str) -> None:
        await save(interaction, entry, text, spot)

    await interaction.response.send_modal(EntryForm(desk.texts, entry, keep))


async def change(interaction: discord.Interaction, verb: str, desk: Desk, spot: Spot) -> None:
    """Pin or unpin, forget, bring back or delete what the spot names, and say so.

    Raises UnknownMemory, NotTheirs, MemoryChanged, RecordOutdated, UnknownRecord.
    """
    thing = desk.to_change(spot.ref).thing
    if isinstance(thing, CanonRecord):
        await _change_record(interaction, verb, thing, desk.texts, spot)
        return
    memories = game_of(interaction).store.memories
    if (verb in ("recall", "delete")) is not (thing.status is MemoryStatus.FORGOTTEN):
        raise MemoryChanged
    if verb == "delete":
        gone = await memories.delete(thing.adventure_id, thing.id)
        words = gone.text or desk.texts("memories-unwritten")
        said = desk.texts("memories-note-deleted", wording=shown(words, 300))
        await show_list(interaction, spot, note_of(said))
        return
    if verb == "forget":
        await memories.forget(thing.adventure_id, thing.id)
    elif verb == "recall":
        game = game_of(interaction)
        await memories.bring_back(thing.adventure_id, thing.id, game.settings.memory_capacity)
        game.look_after(thing.adventure_id)  # it may have no text yet
    else:
        await memories.pin(thing.adventure_id, thing.id, verb == "pin")
    await show_entry(interaction, spot, f"memories-note-{verb}")


async def _change_record(
    interaction: discord.Interaction, verb: str, record: CanonRecord, texts: Texts, spot: Spot
) -> None:
    if verb == "delete":
        done = await game_of(interaction).canon.forget(record.id)
        await show_list(interaction, spot, confirmed(done, texts))
        return
    if not record.live:
        raise RecordOutdated
    await game_of(interaction).store.canon.pin(record.id, verb == "pin")
    await show_entry(interaction, spot, f"memories-note-{verb}")


async def _rescope(interaction: discord.Interaction, record: CanonRecord, scope: Scope) -> Confirmation:
    question = await game_of(interaction).store.canon.question_of(record.id)
    if question is not None:
        return await game_of(interaction).canon.answer(question.id, scope, speaker_of(interaction))
    return await game_of(interaction).canon.edit(record.id, speaker_of(interaction), scope=scope)


def query_of(typed: str) -> str:
    """Words to look for, as they may stand on a button."""
    words = " ".join(typed.split())
    while units(words) > QUERY_LIMIT:
        words = words[:-1]
    return words.strip()
