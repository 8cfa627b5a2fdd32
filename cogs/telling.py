"""Has turns told, and shows in the channel what comes of them."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
from contextlib import suppress

import discord

from bot.client import FAILURES, Questsmith
from bot.errors import ContextOverflow, QuestsmithError, TurnError
from bot.game import Told
from bot.locale import Texts, texts_for
from bot.store import Store
from bot.store.records import AdventureRecord, TurnRecord
from bot.story.phrasing import player_name
from cogs.answer import Answer, send, typing
from cogs.buttons import resume_button, story_buttons
from cogs.common import StoryChannel, type_channels
from cogs.corrections import ask_again

log = logging.getLogger(__name__)

_EXCERPT = 300


class Telling:
    """Every turn ends in a message: the answer, or why there is none and how to go on."""

    def __init__(self, bot: Questsmith) -> None:
        self.bot = bot
        self.game = bot.game

    def start(
        self,
        turn: TurnRecord,
        adventure: AdventureRecord,
        channel: StoryChannel,
        reply_to: discord.Message | None = None,
    ) -> None:
        """Have a turn told that was accepted. Returns at once."""
        self.bot.turns.start(self._tell(turn, adventure, channel, reply_to))

    async def show_again(self, adventure: AdventureRecord, channel: StoryChannel) -> None:
        """Show the answer at the head when nobody has seen it: the process or Discord failed before."""
        if await self._unseen(adventure) is None:
            return
        async with self.game.place(adventure.id):  # it may be about to be shown
            turn = await self._unseen(await self.game.store.adventures.get(adventure.id))
            if turn is not None:
                told = Told(turn, (await self.game.store.story.path(adventure.id, last=1))[-1])
                async with Answer(channel, self.bot.settings.stream_interval) as shown:
                    await self._show(told, shown, channel, texts_for(adventure.language))

    async def offer(self, turn: TurnRecord) -> None:
        """Offer a turn again that the end of the process has interrupted."""
        adventure = await self.game.store.adventures.get(turn.adventure_id)
        channel = self.bot.get_channel(adventure.channel_id)
        if not isinstance(channel, type_channels) or turn.message_id is not None:
            return
        texts = texts_for(adventure.language)
        words = turn.text or (await self.game.store.story.path(adventure.id, last=1))[-1].text
        with suppress(*FAILURES):
            message = await send(
                channel,
                texts.directed(
                    texts("turn-interrupted", name=player_name(turn.author_name), excerpt=excerpt(words))
                ),
                view=resume_button(texts, turn.id),
            )
            await self.game.store.turns.set_message(turn.id, message.id)

    async def _unseen(self, adventure: AdventureRecord) -> TurnRecord | None:
        turn = await self.game.store.turns.of_output(adventure.head_id)
        return turn if turn is not None and turn.message_id is None else None

    async def _tell(
        self,
        turn: TurnRecord,
        adventure: AdventureRecord,
        channel: StoryChannel,
        reply_to: discord.Message | None,
    ) -> None:
        texts = texts_for(adventure.language)
        async with (
            QueueNotice(channel, texts, self.game.queue_length(turn.adventure_id)),
            self.game.place(turn.adventure_id),
            Answer(channel, self.bot.settings.stream_interval, reply_to) as shown,
        ):
            try:
                async with typing(channel):
                    told = await self.game.tell(turn, shown.text)
            except ContextOverflow as error:
                await self._give_back(turn, channel, texts.error(error))
            except TurnError as error:
                await say(channel, texts.error(error))
            except QuestsmithError as error:
                await self._failed(turn, shown, texts, texts.error(error))
            except Exception:
                error_id = secrets.token_hex(3)
                log.exception("Error %s in turn %d", error_id, turn.id)
                await self._failed(turn, shown, texts, texts("error-unexpected-id", id=error_id))
            else:
                await self._show(told, shown, channel, texts)

    async def _show(self, told: Told, shown: Answer, channel: StoryChannel, texts: Texts) -> None:
        adventure = await self.game.store.adventures.get(told.turn.adventure_id)
        here = adventure.open and adventure.channel_id == channel.id
        try:
            message = await shown.finish(
                told.output.text, story_buttons(texts, adventure, told.output) if here else None
            )
        except FAILURES as error:
            # The answer is in the story; the next start shows it.
            log.warning("The answer of turn %d could not be shown: %s", told.turn.id, error)
            return
        if message is not None:
            await self.game.store.turns.set_message(told.turn.id, message.id)
            if here:
                await move_buttons(self.game.store, told.turn.adventure_id, channel, message.id)
                await ask_again(self.game.store, channel, told.open, texts, told.turn.author_id)

    async def _failed(self, turn: TurnRecord, shown: Answer, texts: Texts, sentence: str) -> None:
        with suppress(*FAILURES):
            message = await shown.finish(sentence, resume_button(texts, turn.id))
            if message is not None:
                await self.game.store.turns.set_message(turn.id, message.id)

    async def _give_back(self, turn: TurnRecord, channel: StoryChannel, sentence: str) -> None:
        """The action does not fit: its text is kept and offered back as a file."""
        if not turn.text:
            await say(channel, sentence)
            return
        with suppress(*FAILURES):
            await channel.send(
                sentence, file=discord.File(io.BytesIO(turn.text.encode()), filename="action.txt")
            )


class QueueNotice:
    """Tells a waiting player their place, and goes away when the turn was told.

    The place is taken at once: the message is on its way meanwhile.
    """

    def __init__(self, channel: StoryChannel, texts: Texts, ahead: int) -> None:
        self._channel = channel
        self._texts = texts
        self._ahead = ahead
        self._sent: asyncio.Task[discord.Message] | None = None

    async def __aenter__(self) -> None:
        if self._ahead:
            self._sent = asyncio.create_task(
                send(self._channel, self._texts("turn-queued", place=self._ahead))
            )

    async def __aexit__(self, *_: object) -> None:
        if self._sent is not None:
            with suppress(*FAILURES):
                message = await self._sent
                await message.delete()


async def say(channel: StoryChannel, sentence: str) -> None:
    """Show a sentence, if Discord lets us."""
    with suppress(*FAILURES):
        await send(channel, sentence)


async def move_buttons(store: Store, adventure_id: int, channel: StoryChannel, message_id: int) -> None:
    """The newest answer bears the buttons; the one before loses them."""
    before = (await store.adventures.get(adventure_id)).buttons_id
    await store.adventures.set_buttons(adventure_id, message_id)
    if before and before != message_id:
        with suppress(*FAILURES):
            await channel.get_partial_message(before).edit(view=None)


def excerpt(text: str) -> str:
    """The beginning of the last paragraph, for a reminder of where the story stands."""
    last = text.strip().rsplit("\n\n", 1)[-1]
    return last if len(last) <= _EXCERPT else f"{last[:_EXCERPT].rsplit(' ', 1)[0]}…"
