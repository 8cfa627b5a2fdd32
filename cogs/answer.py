"""Shows an answer in a channel while it is being told.

The model's stream never waits for Discord: it leaves its newest text here, and a writer sends whatever is
newest every ``interval`` seconds (discord.md: edit-per-token streaming starves).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord
from discord.abc import Messageable

from cogs.split import MESSAGE_LIMIT, split, units

log = logging.getLogger(__name__)

TYPING_REFRESH = 8.0
"""Seconds; Discord shows the indicator for ten."""
PAUSES = (1.0, 2.0)
"""Seconds before the second and the third attempt to show the final text."""
_CURSOR = " ▌"
_FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What a request may raise: Discord's refusal, or the way to Discord."""
_THREAD_ARCHIVED = 50083

Pause = Callable[[float], Awaitable[object]]
"""Waits for that many seconds."""


class Answer:
    """The messages of one answer: ``async with Answer(channel, 1.25) as answer: answer.text("You…")``."""

    def __init__(
        self,
        channel: Messageable,
        interval: float,
        reply_to: discord.Message | None = None,
        *,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._channel = channel
        self._interval = interval
        self._pause = pause
        self._reference = (
            discord.MessageReference.from_message(reply_to, fail_if_not_exists=False) if reply_to else None
        )
        self._id = secrets.token_hex(4)
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
        """Show the final text with its buttons; the message that bears them, None when nothing was sent.

        While Discord's servers fail, three attempts are made. Raises what the last one raised.
        """
        await self._stop()
        pieces = split(text)
        await self._insist(lambda: self._show(pieces, view))
        bearer = self._messages[len(pieces) - 1] if pieces else None
        try:
            await self._insist(lambda: self._trim(len(pieces)))
        except _FAILURES as error:
            log.warning("A part of a draft could not be deleted: %s", error)
        return bearer

    async def _stop(self) -> None:
        """End the writer after the request that it has under way: its message must not be lost."""
        writer, self._writer = self._writer, None
        if writer is not None:
            self._ended.set()
            self._changed.set()
            await writer

    async def _write(self) -> None:
        while not self._ended.is_set():
            await self._changed.wait()
            self._changed.clear()
            pieces = split(self._newest)
            if pieces and not self._ended.is_set():
                try:
                    await self._show(_with_cursor(pieces), None)
                    await self._trim(len(pieces))
                except discord.Forbidden:
                    # Refused requests count towards a ban, and only the final text is owed.
                    return
                except _FAILURES as error:
                    # The final text is sent anew in any case; a lost draft is not worth the turn.
                    log.info("A draft could not be shown: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), self._interval)

    async def _insist(self, step: Callable[[], Awaitable[None]]) -> None:
        """Repeat a step while Discord's servers fail; discord.py does not after a 503 (discord.md)."""
        for seconds in PAUSES:
            try:
                return await step()
            except _FAILURES as error:
                if not _may_pass(error):
                    raise
                log.info("Discord failed, trying again in %g s: %s", seconds, error)
            await self._pause(seconds)
        return await step()

    async def _show(self, pieces: Sequence[str], view: discord.ui.View | None) -> None:
        """Send what is not shown yet; a second call goes on where the first one failed."""
        for index, piece in enumerate(pieces):
            last = view if index == len(pieces) - 1 else None
            if index == len(self._messages):
                await self._send(piece, last)
            elif piece != self._shown[index] or last is not None:
                await self._edit(index, piece, last)

    async def _trim(self, count: int) -> None:
        """Delete the messages behind the first ``count``."""
        while len(self._messages) > count:
            with suppress(discord.NotFound):
                await self._messages[-1].delete()
            self._messages.pop()
            self._shown.pop()

    async def _send(self, piece: str, view: discord.ui.View | None) -> None:
        index = len(self._messages)
        reference = self._reference if index == 0 else None
        # A request may fail although the message was made; the same nonce does not make it twice.
        nonce = f"{self._id}-{index}-{zlib.crc32(piece.encode(errors='surrogatepass')):08x}"
        message = await send(self._channel, piece, view=view, reference=reference, nonce=nonce)
        self._messages.append(message)
        self._shown.append(piece)

    async def _edit(self, index: int, piece: str, view: discord.ui.View | None) -> None:
        message = self._messages[index]
        try:
            await message.edit(content=piece, view=view)
        except discord.HTTPException as error:
            if not isinstance(error, discord.NotFound) and error.code != _THREAD_ARCHIVED:
                raise
            # Somebody deleted the message while it was being written, or the thread was archived, which
            # sending undoes and editing does not: once anew, under a new id.
            self._messages[index] = await send(self._channel, piece, view=view)
            if error.code == _THREAD_ARCHIVED:
                with suppress(*_FAILURES):
                    await message.delete()
        self._shown[index] = piece


def _with_cursor(pieces: list[str]) -> list[str]:
    """The draft with a sign that more will come, where there is room for it."""
    if units(pieces[-1] + _CURSOR) > MESSAGE_LIMIT:
        return pieces
    return [*pieces[:-1], pieces[-1] + _CURSOR]


def _may_pass(error: Exception) -> bool:
    """Whether another attempt may work: Discord's servers failed, or the way to them."""
    if isinstance(error, discord.DiscordException):
        return isinstance(error, discord.HTTPException) and error.status >= 500
    return True


async def send(
    channel: Messageable,
    content: str,
    *,
    view: discord.ui.View | None = None,
    reference: discord.MessageReference | None = None,
    nonce: str | None = None,
) -> discord.Message:
    """Send a message; optional parts that are None are left out, as discord.py wants it."""
    optional = {"view": view, "reference": reference, "nonce": nonce}
    extra = {name: value for name, value in optional.items() if value is not None}
    return await channel.send(content, **extra)  # type: ignore[call-overload, no-any-return]


@asynccontextmanager
async def typing(channel: Messageable, *, pause: Pause = asyncio.sleep) -> AsyncIterator[None]:
    """The typing indicator, best effort: it never fails a turn and ends on any exit."""

    async def refresh() -> None:
        while True:
            try:
                # One indicator lasts ten seconds; awaiting the context manager sends just one.
                await channel.typing()
            except discord.Forbidden:
                return
            except _FAILURES as error:
                log.info("Typing could not be shown: %s", error)
            await pause(TYPING_REFRESH)

    task = asyncio.create_task(refresh())
    try:
        yield
    finally:
        task.cancel()
        # Unlike awaiting the task, this tells its cancellation from our own.
        await asyncio.wait((task,))
