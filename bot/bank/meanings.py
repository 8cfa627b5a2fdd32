"""The embedder as a turn may use it: nobody waits for it longer than a turn can bear."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence

from bot.bank.embed import Embedder, Scale, Vectors, measure_scale
from bot.bank.rank import Meaning
from bot.errors import EmbedderFailed

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds that a turn waits for what memory needs."""
_KEPT = 64
"""Queries whose vectors are kept: a retry asks the same again."""


class Meanings:
    """Vectors of queries within a time limit, and of documents without one.

    An embedder that fails or is late is as good as none for that turn, and is complained about once.
    """

    def __init__(self, embedder: Embedder, patience: float = PATIENCE) -> None:
        self._embedder = embedder
        self._patience = patience
        self._scale: Scale | None = None
        self.dimension: int | None = None
        """Numbers in a vector; None before ``load``."""
        self._loading: asyncio.Task[None] | None = None
        self._asked: OrderedDict[str, asyncio.Task[Vectors]] = OrderedDict()
        self._late: asyncio.Task[Vectors] | None = None
        self._complained = False

    @property
    def name(self) -> str:
        """What vectors are stored with."""
        return self._embedder.name

    @property
    def batch(self) -> int:
        """How many texts to ask for at once, so that a query need not wait long behind them."""
        return self._embedder.batch

    async def load(self) -> bool:
        """Make the embedder ready, which may take seconds; false when it fails."""
        if self._scale is None:
            if self._loading is None or self._loading.done():
                self._loading = asyncio.create_task(self._load())
            await asyncio.wait({self._loading})
        return self._scale is not None

    def expect(self, query: str) -> None:
        """Begin to make the vector of a query that will be asked for soon."""
        if self._scale is None or (self._late is not None and not self._late.done()):
            return
        if query not in self._asked:
            self._asked[query] = asyncio.create_task(self._embed([query]))
        self._asked.move_to_end(query)
        while len(self._asked) > _KEPT:
            self._asked.popitem(last=False)[1].cancel()

    async def of(self, query: str) -> Meaning | None:
        """The meaning of a query; None when the embedder is not ready, fails or is late."""
        self.expect(query)
        task = self._asked.get(query)
        if task is None or self._scale is None:
            return None
        # One that hangs is not asked again before it has answered.
        done, _ = await asyncio.wait({task}, timeout=self._patience)
        if not done:
            self._late = self._asked.pop(query, task)
            self.complain("it takes too long")
            return None
        if task.cancelled() or (error := task.exception()) is not None:
            self._asked.pop(query, None)
            self.complain("it was stopped" if task.cancelled() else error)
            return None
        self._complained = False
        return Meaning(task.result()[0], self._scale)

    async def vectors(self, texts: Sequence[str]) -> Vectors:
        """The vectors of documents. Raises EmbedderFailed."""
        return await self._embed(texts)

    async def close(self) -> None:
        """Let go of the embedder; what it is asked is not waited for."""
        tasks = [task for task in (self._loading, self._late, *self._asked.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._embedder.close()

    async def _load(self) -> None:
        try:
            scale = await measure_scale(self._embedder)
        except Exception as error:  # a model is somebody else's code
            self.complain(error)
        else:
            self._scale, self.dimension = scale, self._embedder.dimension

    async def _embed(self, texts: Sequence[str]) -> Vectors:
        try:
            vectors = await self._embedder.embed(texts)
        except EmbedderFailed:
            raise
        except Exception as error:  # a model is somebody else's code, and memory must not fail a turn
            raise EmbedderFailed(model=self.name, reason=type(error).__name__) from error
        if vectors.shape != (len(texts), self.dimension):
            raise EmbedderFailed(model=self.name, reason=f"{len(texts)} texts, {vectors.shape}")
        return vectors

    def complain(self, why: object) -> None:
        """Say once that it fails, until it works again."""
        if not self._complained:
            log.warning("Memories are compared by their words alone: %s", why)
        self._complained = True
