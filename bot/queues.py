"""One queue per adventure: turns are told one after the other, and the waiting know their place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Queues:
    """Locks by key, each freed when nobody holds or wants it."""

    def __init__(self) -> None:
        self._locks: dict[int, asyncio.Lock] = {}
        self._wanted: dict[int, int] = {}

    def length(self, key: int) -> int:
        """How many hold or wait for the key."""
        return self._wanted.get(key, 0)

    @asynccontextmanager
    async def hold(self, key: int) -> AsyncIterator[None]:
        """Wait for the key, first come first served."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._wanted[key] = self._wanted.get(key, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._wanted[key] -= 1
            if not self._wanted[key]:
                del self._wanted[key], self._locks[key]
