"""Shows what came of a correction: in the channel, or to the player who used a command."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import discord

from bot.canon import Heard
from bot.client import FAILURES
from bot.errors import CorrectionUnclear
from bot.locale import Texts
from bot.store import Store
from bot.story import CanonRecord, Kind
from bot.story.canon import OpenQuestion
from cogs.answer import send
from cogs.canon_buttons import confirmation_content, confirmation_view, question_content, question_view
from cogs.common import StoryChannel, game_of, type_channels

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Note:
    """One message about a correction."""

    content: str
    view: discord.ui.View | None = None
    private: bool = False
    """Preferences and refusals are nobody else's business."""
    question: OpenQuestion | None = None


def notes(heard: Heard, texts: Texts) -> Iterator[Note]:
    """A message for each thing that was heard, in order."""
    for confirmation in heard.confirmations:
        yield Note(
            confirmation_content(confirmation, texts),
            confirmation_view(confirmation, texts),
            private=confirmation.record.kind is Kind.PREFERENCE,
        )
    for question in heard.questions:
        yield _asking(question, texts)
    if heard.problem is not None:
        yield Note(texts.directed(texts.error(CorrectionUnclear(reason=heard.problem))), private=True)


async def show_in(
    store: Store, channel: StoryChannel, heard: Heard, texts: Texts, reply_to: discord.Message | None = None
) -> None:
    """Answer in the channel, under the message that was heard. Never raises because of Discord."""
    reference = (
        discord.MessageReference.from_message(reply_to, fail_if_not_exists=False) if reply_to else None
    )
    for note in notes(heard, texts):
        await _post(store, channel, note, reference)


async def show_to(
    interaction: discord.Interaction, channel: StoryChannel, heard: Heard, texts: Texts
) -> None:
    """Answer a command: what is private for the player's eyes, the rest for everybody.

    The interaction may have been deferred for the player's eyes only.
    """
    store = game_of(interaction).store
    deferred = interaction.response.is_done()
    kept = False
    for note in notes(heard, texts):
        view = note.view or discord.utils.MISSING
        if not interaction.response.is_done():
            sent = await interaction.response.send_message(note.content, view=view, ephemeral=note.private)
            if note.question is not None and not note.private and sent.message_id is not None:
                await _asked(store, channel, note.question, sent.message_id)
        elif note.private or not await _post(store, channel, note):
            kept = True
            await interaction.followup.send(note.content, view=view, ephemeral=True)
    if deferred and not kept:
        with suppress(*FAILURES):
            await interaction.delete_original_response()


async def ask_again(
    store: Store, channel: StoryChannel, records: Iterable[CanonRecord], texts: Texts, player_id: int
) -> None:
    """After a turn that needed them: the open questions stand at the end of the channel, each once.

    ``player_id`` has told the turn. A wish is asked about only before whoever has it, and only when they
    spoke of it in a channel themselves; on the pages of what is remembered it stands first in any case.
    """
    for record in records:
        question = await store.canon.question_of(record.id)
        if question is None:
            continue
        if record.kind is Kind.PREFERENCE:
            public = await store.notes.get(_stands_at(question)) is not None
            if record.player_id != player_id or not public:
                continue
        await _post(store, channel, _asking(question, texts))


def _asking(question: OpenQuestion, texts: Texts) -> Note:
    return Note(
        question_content(question, texts),
        question_view(question, texts),
        private=question.record.kind is Kind.PREFERENCE,
        question=question,
    )


async def _post(
    store: Store, channel: StoryChannel, note: Note, reference: discord.MessageReference | None = None
) -> bool:
    """Whether the channel shows it now."""
    try:
        message = await send(channel, note.content, view=note.view, reference=reference)
    except FAILURES as error:
        log.warning("What was heard could not be shown in channel %d: %s", channel.id, error)
        return False
    if note.question is not None:
        await _asked(store, channel, note.question, message.id)
    return True


def _stands_at(question: OpenQuestion) -> str:
    """The key of the note that says in which message of a channel it stands."""
    return f"question:{question.id}"


async def _asked(store: Store, channel: StoryChannel, question: OpenQuestion, message_id: int) -> None:
    """A question stands in one message only: the one before goes."""
    key = _stands_at(question)
    before = await store.notes.get(key)
    await store.notes.set(key, f"{channel.id}:{message_id}")
    if before is not None:
        # The adventure may have moved here from another channel.
        old_channel, old_message = map(int, before.split(":"))
        place = channel.guild.get_channel_or_thread(old_channel)
        if isinstance(place, type_channels):
            with suppress(*FAILURES):
                await place.get_partial_message(old_message).delete()
