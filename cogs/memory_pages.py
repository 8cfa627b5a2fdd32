"""/memory list | search | add | edit | forget | pin | history: what is remembered, as pages."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass, replace

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import escape_markdown

from bot.canon import Confirmation, confirmation_text
from bot.errors import MemoryChanged, NotTheirs, RecordOutdated, StalePage
from bot.game import Game
from bot.locale import Texts, texts_for
from bot.remembered import Choice, Entry, Reach, Show, State, Viewer, found, gather, may_change, may_see, pick
from bot.store.records import AdventureRecord
from bot.story import CanonRecord, Scope
from bot.story.memories import BankMemory, MemoryStatus
from cogs.common import adventure_here, is_player, require_player, viewer_of
from cogs.correct_form import speaker_of
from cogs.memory_forms import EntryForm, SearchForm
from cogs.memory_view import (
    QUERY_LIMIT,
    TEXT_FILE,
    Spot,
    entry_page,
    history_page,
    list_page,
    needs_file,
    note_of,
    record_blocks,
)
from cogs.memory_words import icon, plain, shown, wording
from cogs.split import units

_CHOICES = 25
_CHOICE_LENGTH = 100
_BEGINNING = 600
"""Characters of the story that a memory was made of."""


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


class Pages(commands.Cog):
    """The commands about everything that is remembered, and what the buttons of their pages do."""

    game: Game

    @app_commands.command(name="list")
    async def list_(self, interaction: discord.Interaction) -> None:
        """List what is remembered."""
        adventure = await adventure_here(interaction)
        await self._show_list(interaction, Spot(adventure.id))

    @app_commands.command(name="search")
    async def search(
        self, interaction: discord.Interaction, words: app_commands.Range[str, 1, QUERY_LIMIT]
    ) -> None:
        """Search what is remembered."""
        adventure = await adventure_here(interaction)
        await self._show_list(interaction, Spot(adventure.id, Choice(query=_query(words))))

    @app_commands.command(name="add")
    async def add(self, interaction: discord.Interaction, text: app_commands.Range[str, 1, 2000]) -> None:
        """Add a memory to the bank."""
        adventure = await adventure_here(interaction)
        await require_player(interaction, adventure)
        added = await self.game.store.memories.add(
            adventure.id, text, player_id=interaction.user.id, player_name=interaction.user.display_name
        )
        await self._show_entry(interaction, Spot(adventure.id, ref=f"m{added.id}"), "memories-note-added")

    @app_commands.command(name="edit")
    async def edit(self, interaction: discord.Interaction, memory: str) -> None:
        """Edit a fact, a preference or a memory."""
        desk = await self._desk(interaction)
        await self._open_form(interaction, desk, Spot(desk.adventure.id, ref=desk.to_change(memory).ref))

    @app_commands.command(name="forget")
    async def forget(self, interaction: discord.Interaction, memory: str) -> None:
        """Forget a memory, or delete what is forgotten, a fact or a preference."""
        desk = await self._desk(interaction)
        entry = desk.to_change(memory)
        keep = isinstance(entry.thing, BankMemory) and entry.state is not State.FORGOTTEN
        await self._change(
            interaction, "forget" if keep else "delete", entry, Spot(desk.adventure.id, ref=entry.ref)
        )

    @app_commands.command(name="pin")
    async def pin(self, interaction: discord.Interaction, memory: str) -> None:
        """Pin something, or take the pin out."""
        desk = await self._desk(interaction)
        entry = desk.to_change(memory)
        verb = "unpin" if entry.pinned else "pin"
        await self._change(interaction, verb, entry, Spot(desk.adventure.id, ref=entry.ref))

    @app_commands.command(name="history")
    async def history(self, interaction: discord.Interaction, memory: str) -> None:
        """Show how something came to be remembered."""
        desk = await self._desk(interaction)
        await self._show_history(interaction, desk, Spot(desk.adventure.id, ref=desk.entry(memory).ref))

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
        desk = await self._desk_of(interaction, adventure)
        command = interaction.command.name if interaction.command else ""
        told = [entry for entry in desk.told if _offered(entry, command, desk.viewer)]
        hits = await asyncio.to_thread(found, told, _query(current))
        return [_offer(entry, desk.texts) for entry in hits[:_CHOICES]]

    async def press(self, interaction: discord.Interaction, verb: str, spot: Spot) -> None:
        """A button of a page.

        Raises StalePage, NotAPlayer, UnknownMemory, NotTheirs, MemoryChanged and what the change raises.
        """
        if verb == "search":
            adventure = await self._adventure_of(interaction, spot)
            await interaction.response.send_modal(SearchForm(self, texts_for(adventure.language), spot))
        elif verb == "entry":
            await self._show_entry(interaction, spot)
        elif verb == "history":
            await self._show_history(interaction, await self._desk(interaction, spot), spot)
        elif verb == "edit":
            await self._open_form(interaction, await self._desk(interaction, spot), spot)
        elif verb in ("pin", "unpin", "forget", "recall", "delete"):
            desk = await self._desk(interaction, spot)
            await self._change(interaction, verb, desk.to_change(spot.ref), spot)
        else:
            await self._show_list(interaction, spot)

    async def choose(self, interaction: discord.Interaction, verb: str, spot: Spot, value: str) -> None:
        """A menu of a page. Raises what ``press`` raises."""
        choice = spot.choice
        if verb == "open":
            await self._show_entry(interaction, replace(spot, ref=value))
        elif verb == "scope":
            desk = await self._desk(interaction, spot)
            entry = desk.to_change(spot.ref)
            if not isinstance(entry.thing, CanonRecord) or not entry.thing.live:
                raise MemoryChanged
            changed = await self._rescope(interaction, entry.thing, Scope(value))
            await self._show_record(interaction, changed, spot, desk.texts)
        else:
            choice = (
                replace(choice, reach=Reach(value)) if verb == "reach" else replace(choice, show=Show(value))
            )
            await self._show_list(interaction, replace(spot, choice=choice, page=0))

    async def search_for(self, interaction: discord.Interaction, spot: Spot, query: str) -> None:
        """The form of a search was sent."""
        choice = replace(spot.choice, query=_query(query))
        await self._show_list(interaction, replace(spot, choice=choice, page=0))

    async def save(self, interaction: discord.Interaction, before: Entry, text: str, spot: Spot) -> None:
        """The form of an entry was sent, which stood there as ``before``.

        Raises MemoryChanged when somebody else has changed it since, and what the change raises.
        """
        desk = await self._desk(interaction, spot)
        entry = desk.to_change(spot.ref)
        if entry.text != before.text:
            raise MemoryChanged
        if isinstance(entry.thing, CanonRecord):
            if entry.state is State.OLD:
                raise MemoryChanged
            changed = await self.game.canon.edit(entry.thing.id, speaker_of(interaction), value=text)
            await self._show_record(interaction, changed, spot, desk.texts)
            return
        await self.game.store.memories.edit(
            desk.adventure.id,
            entry.thing.id,
            text,
            player_id=interaction.user.id,
            player_name=interaction.user.display_name,
        )
        await self._show_entry(interaction, spot, "memories-note-edited")

    async def _open_form(self, interaction: discord.Interaction, desk: Desk, spot: Spot) -> None:
        entry = desk.to_change(spot.ref)
        if entry.state in (State.OLD, State.OPEN):
            raise MemoryChanged
        await interaction.response.send_modal(EntryForm(self, desk.texts, entry, spot))

    async def _change(self, interaction: discord.Interaction, verb: str, entry: Entry, spot: Spot) -> None:
        thing = entry.thing
        if isinstance(thing, CanonRecord):
            if verb != "delete":
                if not thing.live:
                    raise RecordOutdated
                await self.game.store.canon.pin(thing.id, verb == "pin")
                await self._show_entry(interaction, spot, f"memories-note-{verb}")
                return
            done = await self.game.canon.forget(thing.id)
            texts = texts_for((await self._adventure_of(interaction, spot)).language)
            await self._show_list(interaction, spot, _confirmed(done, texts))
            return
        memories, adventure_id = self.game.store.memories, thing.adventure_id
        if (verb in ("recall", "delete")) is not (thing.status is MemoryStatus.FORGOTTEN):
            raise MemoryChanged
        if verb == "delete":
            gone = await memories.delete(adventure_id, thing.id)
            texts = texts_for((await self._adventure_of(interaction, spot)).language)
            note = texts("memories-note-deleted", wording=shown(gone.text or wording(entry, texts), 300))
            await self._show_list(interaction, spot, note_of(note))
            return
        if verb == "forget":
            await memories.forget(adventure_id, thing.id)
        elif verb == "recall":
            await memories.bring_back(adventure_id, thing.id, _CAPACITY)
        else:
            await memories.pin(adventure_id, thing.id, verb == "pin")
        await self._show_entry(interaction, spot, f"memories-note-{verb}")

    async def _rescope(
        self, interaction: discord.Interaction, record: CanonRecord, scope: Scope
    ) -> Confirmation:
        question = await self.game.store.canon.question_of(record.id)
        if question is not None:
            return await self.game.canon.answer(question.id, scope, speaker_of(interaction))
        return await self.game.canon.edit(record.id, speaker_of(interaction), scope=scope)

    async def _show_list(self, interaction: discord.Interaction, spot: Spot, note: str = "") -> None:
        await self._acknowledge(interaction)
        desk = await self._desk(interaction, spot)
        await _render(interaction, await asyncio.to_thread(list_page, desk.told, spot, desk.texts, note))

    async def _show_entry(self, interaction: discord.Interaction, spot: Spot, note: str = "") -> None:
        """``note`` is the key of the sentence that says what has changed."""
        desk = await self._desk(interaction, spot)
        entry = desk.entry(spot.ref)
        said = desk.texts(note, wording=shown(wording(entry, desk.texts), 120)) if note else ""
        await self._show(interaction, desk, entry, spot, note_of(said) if said else "")

    async def _show_record(
        self, interaction: discord.Interaction, changed: Confirmation, spot: Spot, texts: Texts
    ) -> None:
        """The record that a change has written, and what it says of it."""
        spot = replace(spot, ref=f"c{changed.record.id}")
        desk = await self._desk(interaction, spot)
        await self._show(interaction, desk, desk.entry(spot.ref), spot, _confirmed(changed, texts))

    async def _show(
        self, interaction: discord.Interaction, desk: Desk, entry: Entry, spot: Spot, note: str
    ) -> None:
        mine = may_change(entry.thing, desk.viewer)
        view = entry_page(entry, spot, desk.texts, mine=mine, note=note)
        await self._acknowledge(interaction)
        await _render(interaction, view, entry.text if needs_file(entry) else "")

    async def _show_history(self, interaction: discord.Interaction, desk: Desk, spot: Spot) -> None:
        entry, texts = desk.entry(spot.ref), desk.texts
        await self._acknowledge(interaction)
        if isinstance(entry.thing, CanonRecord):
            blocks = await self._said(desk, entry.thing)
        else:
            blocks = await self._source(entry.thing, texts)
        await _render(interaction, history_page(entry, blocks, spot, texts))

    async def _said(self, desk: Desk, record: CanonRecord) -> list[str]:
        """What the player may see of everything that was said about the same thing, and is not undone."""
        canon = self.game.store.canon
        state = await canon.state(desk.adventure.id, desk.viewer.id)
        history = [
            said
            for said in await canon.history(record.id)
            if may_see(said, desk.viewer) and said.id not in state.gone
        ]
        known = {said.id: said for said in state.present if may_see(said, desk.viewer)}
        return record_blocks(history, known, desk.texts)

    async def _source(self, memory: BankMemory, texts: Texts) -> list[str]:
        name = escape_markdown(memory.player_name[:40])
        when = discord.utils.format_dt(memory.created_at, "f")
        if memory.first is None or memory.last is None:
            return [texts("memories-source-added", name=name, when=when)]
        (story,) = await self.game.store.story.stretches([(memory.first, memory.action_id)])
        text = "\n".join(story.texts)
        kept = memory.status is MemoryStatus.WAITING
        source = "waiting" if kept else memory.source.value
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

    async def _acknowledge(self, interaction: discord.Interaction) -> None:
        if interaction.response.is_done():
            return
        if interaction.message is None:
            await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await interaction.response.defer()

    async def _desk(self, interaction: discord.Interaction, spot: Spot | None = None) -> Desk:
        adventure = await (self._adventure_of(interaction, spot) if spot else adventure_here(interaction))
        await require_player(interaction, adventure)
        return await self._desk_of(interaction, adventure)

    async def _desk_of(self, interaction: discord.Interaction, adventure: AdventureRecord) -> Desk:
        viewer = await viewer_of(interaction, adventure)
        told = await gather(self.game.store, adventure, viewer)
        return Desk(adventure, viewer, texts_for(adventure.language), told)

    async def _adventure_of(self, interaction: discord.Interaction, spot: Spot) -> AdventureRecord:
        """The adventure of a page, as long as it is the one that is played here. Raises StalePage."""
        adventure = await self.game.store.adventures.open_in(interaction.channel_id or 0)
        if adventure is None or adventure.id != spot.adventure:
            raise StalePage
        return adventure


_CAPACITY = 400


def _confirmed(done: Confirmation, texts: Texts) -> str:
    return note_of(escape_markdown(plain(confirmation_text(done, texts), 700)))


def _query(typed: str) -> str:
    """Words to look for, as they may stand on a button."""
    words = " ".join(typed.split())
    while units(words) > QUERY_LIMIT:
        words = words[:-1]
    return words.strip()


def _offered(entry: Entry, command: str, viewer: Viewer) -> bool:
    """Whether a command can do something with it."""
    if command == "history":
        return True
    if not may_change(entry.thing, viewer):
        return False
    if command == "pin":
        return entry.state not in (State.FORGOTTEN, State.OLD)
    return command == "forget" or entry.state not in (State.OLD, State.OPEN)


def _offer(entry: Entry, texts: Texts) -> app_commands.Choice[str]:
    name = f"{icon(entry)} {wording(entry, texts)}"
    return app_commands.Choice(name=plain(name, _CHOICE_LENGTH), value=entry.ref)


async def _render(interaction: discord.Interaction, view: discord.ui.LayoutView, text: str = "") -> None:
    """In place of the page that was pressed, else as a new one; a text that is too long is attached."""
    files = [discord.File(io.BytesIO(text.encode()), TEXT_FILE)] if text else []
    if interaction.message is None:
        await interaction.followup.send(view=view, files=files, ephemeral=True)
    else:
        await interaction.edit_original_response(view=view, attachments=files)
