"""Shows an answer in a channel while it is being told.

The model's stream never waits for Discord: it leaves its newest text here, and a writer sends whatever is
newest every ``interval`` seconds (discord.md: edit-per-token streaming starves).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import discord
from discord.abc import Messageable

from cogs.split import MESSAGE_LIMIT, split

log = logging.getLogger(__name__)

TYPING_REFRESH = 8.0
"""Seconds; Discord shows the indicator for ten."""
_CURSOR = " ▌"


class Answer:
    """The messages of one answer: ``async with Answer(channel, 1.25) as answer: answer.text("You…")``."""

    def __init__(
        self, channel: Messageable, interval: float, reply_to: discord.Message | None = None
    ) -> None:
        self._channel = channel
        self._interval = interval
        self._reference = (
            discord.MessageReference.from_message(reply_to, fail_if_not_exists=False) if reply_to else None
        )
        self._messages: list[discord.Message] = []
        self._shown: list[str] = []
        self._newest = ""
        self._changed = asyncio.Event()
        self._ended = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Answer:
        self._writer = asyncio.create_task(self._write())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stop()

    def text(self, so_far: str) -> None:
        """Leave the newest text; returns at once."""
        self._newest = so_far
        self._changed.set()

    async def finish(self, text: str, view: discord.ui.View | None = None) -> discord.Message | None:
        """Show the final text with its buttons; the message that bears them, None when nothing was sent."""
        await self._stop()
        await self._show(split(text), view)
        return self._messages[-1] if self._messages else None

    async def _stop(self) -> None:
        """End the writer after the request that it has under way: its message must not be lost."""
        writer, self._writer = self._writer, None
        if writer is not None:
            self._ended.set()
            self._changed.set()
            try:
                await writer
            finally:
                writer.cancel()

    async def _write(self) -> None:
        while not self._ended.is_set():
            await self._changed.wait()
            self._changed.clear()
            pieces = split(self._newest, MESSAGE_LIMIT - len(_CURSOR))
            if pieces and not self._ended.is_set():
                try:
                    await self._show([*pieces[:-1], pieces[-1] + _CURSOR], None)
                except (discord.DiscordException, OSError) as error:
                    # The final text is sent anew in any case; a lost draft is not worth the turn.
                    log.info("A draft could not be shown: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), self._interval)

    async def _show(self, pieces: Sequence[str], view: discord.ui.View | None) -> None:
        for index, piece in enumerate(pieces):
            last = view if index == len(pieces) - 1 else None
            if index == len(self._messages):
                await self._send(piece, last)
            elif piece != self._shown[index] or last is not None:
                await self._edit(index, piece, last)
        while len(self._messages) > len(pieces):
            self._shown.pop()
            with suppress(discord.HTTPException):
                await self._messages.pop().delete()

    async def _send(self, piece: str, view: discord.ui.View | None) -> None:
        reference = self._reference if not self._messages else None
        message = await send(self._channel, piece, view=view, reference=reference)
        self._messages.append(message)
        self._shown.append(piece)

    async def _edit(self, index: int, piece: str, view: discord.ui.View | None) -> None:
        try:
            await self._messages[index].edit(content=piece, view=view)
        except discord.NotFound:
            # Somebody deleted the message while it was being written: once anew, under a new id.
            self._messages[index] = await send(self._channel, piece, view=view)
        self._shown[index] = piece


async def send(
    channel: Messageable,
    content: str,
    *,
    view: discord.ui.View | None = None,
    reference: discord.MessageReference | None = None,
) -> discord.Message:
    """Send a message; optional parts that are None are left out, as discord.py wants it."""
    extra = {name: value for name, value in (("view", view), ("reference", reference)) if value is not None}
    return await channel.send(content, **extra)  # type: ignore[call-overload, no-any-return]


@asynccontextmanager
async def typing(channel: Messageable) -> AsyncIterator[None]:
    """The typing indicator, best effort: it never fails a turn and ends on any exit."""

    async def refresh() -> None:
        while True:
            # One indicator lasts ten seconds; awaiting the context manager sends just one.
            await channel.typing()
            await asyncio.sleep(TYPING_REFRESH)

    task = asyncio.create_task(refresh())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, discord.DiscordException, OSError):
            await task
