"""Playing: messages in the channel, /do, /say, /story, /continue, /retry, /undo, /redo and the buttons."""

from __future__ import annotations

import logging
import re
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.canon import Heard
from bot.client import FAILURES, Questsmith
from bot.errors import (
    DuplicateTurn,
    EmptyAction,
    PermissionMissing,
    QuestsmithError,
    StaleButton,
    Stopping,
    TypedCommand,
)
from bot.game import TurnRequest
from bot.locale import Texts, texts_for
from bot.queues import Queues
from bot.store.records import AdventureRecord, TurnKind, TurnRecord
from bot.story import ActionType, Kind
from bot.story.phrasing import is_out_of_character, quoted
from cogs.answer import send
from cogs.buttons import ResumeButton, StoryButton, story_buttons
from cogs.common import (
    StoryChannel,
    adventure_here,
    answer,
    channel_of,
    missing_permissions,
    player_of,
    type_channels,
)
from cogs.correct_form import hear
from cogs.corrections import show_in
from cogs.errors import Form
from cogs.memory_words import shown
from cogs.messages import author_of, is_players, said_in, words_of
from cogs.split import split
from cogs.telling import Telling, excerpt, move_buttons, say

log = logging.getLogger(__name__)

CATCH_UP = 50
"""Messages of a channel that are read at most after a time without connection."""
_KINDS = {ActionType.DO: TurnKind.DO, ActionType.SAY: TurnKind.SAY, ActionType.STORY: TurnKind.STORY}
_FACTS, _FACT = 5, 100
"""Corrections that went or came back with a turn and are named, and the characters of each."""


class Play(commands.Cog):
    """Turns the players' words into turns of the game and shows what comes back."""

    def __init__(self, bot: Questsmith) -> None:
        self.bot = bot
        self.game = bot.game
        self._telling = Telling(bot)
        self._gate = Queues()
        """By channel: messages are accepted in the order in which they come."""
        self.game.on_heard = self._show_heard
        self._caught_up: set[int] = set()
        """The channels of which nothing was missed in this session with Discord."""

    # Messages

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A player's bare message in an adventure's channel is an action, or is said to the narrator."""
        channel = message.channel
        if not isinstance(channel, type_channels) or not is_players(message):
            return
        try:
            async with self._gate.hold(channel.id):
                adventure = await self.game.store.adventures.open_in(channel.id)
                if adventure is not None:
                    await self._catch_up(adventure, channel)
                    await self._take(message, adventure, channel)
        except QuestsmithError as error:
            log.error("Message %d could not be handled: %s", message.id, error)

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        """A new session: what was written since the last one was not delivered (discord.md)."""
        self._caught_up.clear()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Offer interrupted turns again and read what was written while nobody listened."""
        try:
            for turn in self.bot.take_interrupted():
                await self._telling.offer(turn)
            for adventure in await self.game.store.adventures.all_open():
                channel = self.bot.get_channel(adventure.channel_id)
                if isinstance(channel, type_channels):
                    await self._telling.show_again(adventure, channel)
                    async with self._gate.hold(channel.id):
                        await self._catch_up(adventure, channel)
        except QuestsmithError as error:
            log.error("What was missed could not be read: %s", error)

    async def _catch_up(self, adventure: AdventureRecord, channel: StoryChannel) -> None:
        """Take what was written while the bot was away; the caller holds the channel's gate."""
        if channel.id in self._caught_up:
            return
        self._caught_up.add(channel.id)
        if not adventure.last_message_id:
            return
        after = discord.Object(adventure.last_message_id)
        try:
            missed = [message async for message in channel.history(limit=CATCH_UP, after=after)]
        except FAILURES as error:
            log.warning("Channel %d could not be read: %s", channel.id, error)
            return
        for message in filter(is_players, missed):
            await self._take(message, adventure, channel)

    async def _take(
        self, message: discord.Message, adventure: AdventureRecord, channel: StoryChannel
    ) -> None:
        """Accept a message once and have it told. While the bot is about to stop it is left for the next."""
        if self.bot.turns.stopping:
            return
        texts = texts_for(adventure.language)
        if missing := missing_permissions(channel):
            await self._name_missing(message, texts, missing)
        elif self.game.is_aside(said := said_in(message)):
            await self._hear(message, said, adventure, channel)
        elif command := self._typed_command(message.content, texts):
            await say(channel, texts.error(TypedCommand(command=command)))
        else:
            words = words_of(message)
            speech = quoted(words)
            try:
                turn = await self.game.accept(
                    TurnRequest(
                        event_id=f"message:{message.id}",
                        adventure_id=adventure.id,
                        kind=TurnKind.SAY if speech else _KINDS[adventure.mode],
                        player=await author_of(message, channel),
                        text=speech or words,
                        message_id=message.id,
                    )
                )
                self._telling.start(turn, adventure, channel, reply_to=message)
                return
            except DuplicateTurn:
                pass  # discord.md: the gateway may deliver the same message twice
            except Stopping:
                pass  # accepted a moment too late: offered again after the next start
            except EmptyAction as error:
                await say(channel, texts.error(error))
            except QuestsmithError as error:
                await say(channel, texts.error(error))
                raise
        await self.game.store.adventures.saw(channel.id, message.id)

    async def _hear(
        self, message: discord.Message, said: str, adventure: AdventureRecord, channel: StoryChannel
    ) -> None:
        """A message that is no part of the story: maybe a correction. Talk gets no answer."""
        store = self.game.store
        if message.id <= (await store.adventures.get(adventure.id)).last_message_id:
            return  # discord.md: the gateway may deliver the same message twice
        player = await author_of(message, channel)
        heard = await self.game.hear_aside(adventure.id, player, said, f"message:{message.id}")
        await show_in(store, channel, heard, texts_for(adventure.language), message)

    def _typed_command(self, content: str, texts: Texts) -> str:
        """The command that a message begins with: pasted, or sent before Discord had offered it."""
        begins = re.match(r"/\w+", content)
        named = self.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
        known = {f"/{name}" for command in named for name in (command.name, texts(f"command-{command.name}"))}
        return begins[0] if begins and begins[0] in known else ""

    async def _show_heard(self, turn: TurnRecord, heard: Heard) -> None:
        """What was said to the narrator in the middle of an action."""
        adventure = await self.game.store.adventures.get(turn.adventure_id)
        channel = self.bot.get_channel(adventure.channel_id)
        if isinstance(channel, type_channels):
            await show_in(self.game.store, channel, heard, texts_for(adventure.language))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """An adventure outlives its channel: it ends and can be resumed elsewhere."""
        await self._end_in(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self._end_in(payload.thread_id)

    # Commands

    @app_commands.command(name="do")
    @app_commands.guild_only()
    async def do(self, interaction: discord.Interaction, text: app_commands.Range[str, 1, 4000]) -> None:
        """Act."""
        await self.act(interaction, TurnKind.DO, text)

    @app_commands.command(name="say")
    @app_commands.guild_only()
    async def say(self, interaction: discord.Interaction, text: app_commands.Range[str, 1, 4000]) -> None:
        """Speak."""
        await self.act(interaction, TurnKind.SAY, text)

    @app_commands.command(name="story")
    @app_commands.guild_only()
    async def story(self, interaction: discord.Interaction, text: app_commands.Range[str, 1, 4000]) -> None:
        """Write a piece of the story."""
        await self.act(interaction, TurnKind.STORY, text)

    @app_commands.command(name="continue")
    @app_commands.guild_only()
    async def continue_(self, interaction: discord.Interaction) -> None:
        """Let the narrator go on."""
        await self.act(interaction, TurnKind.CONTINUE)

    @app_commands.command(name="retry")
    @app_commands.guild_only()
    async def retry(self, interaction: discord.Interaction) -> None:
        """Have the last answer told anew."""
        await self.act(interaction, TurnKind.RETRY)

    @app_commands.command(name="undo")
    @app_commands.guild_only()
    async def undo(self, interaction: discord.Interaction) -> None:
        """Take the last turn back."""
        await self._move(interaction, "undo")

    @app_commands.command(name="redo")
    @app_commands.guild_only()
    async def redo(self, interaction: discord.Interaction) -> None:
        """Bring back what was taken back."""
        await self._move(interaction, "redo")

    # What commands, forms and buttons have in common

    async def act(
        self, interaction: discord.Interaction, kind: TurnKind, text: str = "", head_id: int | None = None
    ) -> None:
        """Accept a turn, show the player's words to everybody, and have it told."""
        self._require_running()
        adventure = await adventure_here(interaction)
        channel = channel_of(interaction)
        if is_out_of_character(text):
            await hear(interaction, text)
            return
        turn = await self.game.accept(
            TurnRequest(
                event_id=f"interaction:{interaction.id}",
                adventure_id=adventure.id,
                kind=kind,
                player=player_of(interaction.user),
                text=text,
                head_id=head_id,
            )
        )
        try:
            if not interaction.response.is_done():
                await self._respond(interaction, turn, adventure)
        except FAILURES as error:
            # The turn is on disk: it is told although nobody sees the words that it answers.
            log.warning("The words of turn %d could not be shown: %s", turn.id, error)
        self._telling.start(turn, adventure, channel)

    def _require_running(self) -> None:
        """Before anything is written down: raises Stopping."""
        if self.bot.turns.stopping:
            raise Stopping

    async def _respond(
        self, interaction: discord.Interaction, turn: TurnRecord, adventure: AdventureRecord
    ) -> None:
        pieces = split(await self.game.line(turn))
        if not pieces:
            await answer(interaction, texts_for(adventure.language)("turn-accepted"))
            return
        await interaction.response.send_message(pieces[0])
        for piece in pieces[1:]:
            await interaction.followup.send(piece)

    async def pressed(
        self, interaction: discord.Interaction, verb: str, adventure_id: int, head_id: int
    ) -> None:
        """A button under an answer was pressed."""
        self._require_running()
        adventure = await adventure_here(interaction)
        if adventure.id != adventure_id or adventure.head_id != head_id:
            raise StaleButton
        if verb in ("undo", "redo"):
            await self._move(interaction, verb, head_id)
        elif verb in ("do", "say", "story"):
            await interaction.response.send_modal(
                ActionForm(self, texts_for(adventure.language), TurnKind(verb))
            )
        else:
            await interaction.response.defer()
            await self.act(interaction, TurnKind(verb), head_id=head_id)

    async def resume(self, interaction: discord.Interaction, turn_id: int) -> None:
        """Take up a turn that failed or was interrupted."""
        self._require_running()
        adventure = await adventure_here(interaction)
        channel = channel_of(interaction)
        await interaction.response.defer()
        if (await self.game.store.turns.get(turn_id)).adventure_id != adventure.id:
            raise StaleButton
        turn = await self.game.resume(turn_id, f"interaction:{interaction.id}")
        self._telling.start(turn, adventure, channel)
        if interaction.message is not None:
            with suppress(*FAILURES):
                await interaction.message.edit(view=None)

    async def _move(self, interaction: discord.Interaction, verb: str, head_id: int | None = None) -> None:
        """Undo or redo, and say where the story stands now."""
        self._require_running()
        adventure = await adventure_here(interaction)
        channel = channel_of(interaction)
        texts = texts_for(adventure.language)
        await interaction.response.defer()
        async with self.game.place(adventure.id, head_id):
            before = await self._facts(adventure)
            adventure = await (self.game.undo if verb == "undo" else self.game.redo)(adventure.id)
            newest = (await self.game.store.story.path(adventure.id, last=1))[-1]
            view = story_buttons(texts, adventure, newest)
            after = await self._facts(adventure)
            lost = before.items() - after.items() if verb == "undo" else after.items() - before.items()
            facts = [shown(wording, _FACT) for _, wording in sorted(lost)[-_FACTS:]]
            # The excerpt is a quotation that goes on to the end of the message.
            lines = [f"-# {texts(f'turn-{verb}-facts', facts=texts.listed(facts))}"] if facts else []
            lines.append(texts(f"turn-{verb}", excerpt=excerpt(newest.text)))
            content = texts.directed("\n".join(lines))
            if interaction.type is discord.InteractionType.component:
                message = await send(channel, content, view=view)
            else:
                message = await interaction.followup.send(content, view=view, wait=True)
            await move_buttons(self.game.store, adventure.id, channel, message.id)

    async def _facts(self, adventure: AdventureRecord) -> dict[int, str]:
        """What players have said to be true in an adventure, and counts."""
        return {
            record.id: record.wording
            for record in await self.game.store.canon.of_guild(adventure.guild_id)
            if record.live and record.kind is Kind.FACT and record.place.adventure_id == adventure.id
        }

    async def _name_missing(self, message: discord.Message, texts: Texts, missing: list[str]) -> None:
        """Name the missing permission where the bot still can: in the channel, else to the player."""
        sentence = texts.error(PermissionMissing(permissions=missing))
        for place in (message.channel, message.author):
            with suppress(*FAILURES):
                await place.send(sentence)
                return
        log.warning("Permissions missing in channel %d: %s", message.channel.id, ", ".join(missing))

    async def _end_in(self, channel_id: int) -> None:
        adventure = await self.game.store.adventures.open_in(channel_id)
        if adventure is not None:
            await self.game.store.adventures.end(adventure.id)


class ActionForm(Form):
    """The form behind the buttons Do, Say and Story."""

    def __init__(self, cog: Play, texts: Texts, kind: TurnKind) -> None:
        super().__init__(title=texts(f"form-{kind}"))
        self._cog = cog
        self._kind = kind
        self._text: discord.ui.TextInput[ActionForm] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph, max_length=4000
        )
        self.add_item(discord.ui.Label(text=texts(f"form-{kind}-label"), component=self._text))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Take the turn."""
        await self._cog.act(interaction, self._kind, self._text.value)


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    bot.add_dynamic_items(StoryButton, ResumeButton)
    await bot.add_cog(Play(bot))
