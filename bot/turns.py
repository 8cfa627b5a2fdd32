"""Owns the turns that are being told: every task has an owner and an end.

A turn outlives the event that asked for it (a message, a click), so it runs here and not in the event's
task. The owner is opened outside the Discord client and closed after it has stopped taking events.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self

from bot.errors import Stopping

log = logging.getLogger(__name__)


class Turns:
    """``async with Turns(grace=20.0) as turns: turns.start(coroutine)``; ``grace`` is in seconds."""

    def __init__(self, grace: float) -> None:
        self._grace = grace
        self._waiting: asyncio.Queue[Coroutine[Any, Any, None]] = asyncio.Queue()
        self._running: set[asyncio.Task[None]] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._stopping = False
        self._starter: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        # Tasks are created by this one, so that they belong to the owner's context and not to that of
        # whoever asked for them.
        self._starter = asyncio.create_task(self._start_all(), name="turns")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        try:
            await self.idle_or_grace()
        finally:
            tasks = [*self._running, *([self._starter] if self._starter else [])]
            while not self._waiting.empty():
                self._waiting.get_nowait().close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        """Take no new turns."""
        self._stopping = True

    async def idle_or_grace(self) -> None:
        """Return when no turn is left, or when the time that they get is over."""
        try:
            async with asyncio.timeout(self._grace):
                await self.idle()
        except TimeoutError:
            left = len(self._running) + self._waiting.qsize()
            log.warning("%d turns did not end within %g s and are interrupted", left, self._grace)

    def start(self, turn: Coroutine[Any, Any, None]) -> None:
        """Run the turn to its end. Raises Stopping once the owner is closing."""
        if self._stopping:
            turn.close()
            raise Stopping
        self._idle.clear()
        self._waiting.put_nowait(turn)

    async def idle(self) -> None:
        """Return when no turn is waiting or running."""
        await self._idle.wait()

    async def _start_all(self) -> None:
        while True:
            turn = await self._waiting.get()
            task = asyncio.create_task(turn)
            self._running.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("A turn ended with an error", exc_info=error)
        if not self._running and self._waiting.empty():
            self._idle.set()
