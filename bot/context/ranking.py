"""An adventure's memories in the order of their relevance.

There may be ten thousand, and on every turn another order: nothing is done for each of them before
somebody asks for what is not relevant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np

from bot.context.pieces import LISTED
from bot.context.remember import Remembered
from bot.story import Adventure, Memory

NEVER = 1 << 60
"""Tokens that no prompt has room for."""


class Ranking:
    """The most relevant memory has rank 0; among equally relevant ones their own order counts."""

    def __init__(
        self,
        memories: tuple[Memory, ...],
        threshold: float,
        *_layout: object,
        relevance: Sequence[float] | None = None,
    ) -> None:
        self._memories = memories
        if relevance is None:
            relevance = [memory.relevance for memory in memories]
        self._relevance = np.asarray(relevance, dtype=np.float64)
        above = np.flatnonzero(self._relevance >= threshold)
        order = above[np.argsort(-self._relevance[above], kind="stable")]
        self._best: list[int] = order.tolist()
        self.count = len(self._best)
        """How many are as relevant as the threshold."""
        self.least = 0
        """None of their floors is lower."""

    @cached_property
    def floors(self) -> list[int]:
        """By rank, of those above the threshold, tokens that each costs at least.

        Exact where it was counted for this layout.
        """
        return [_floor(self._memories[place].text) for place in self._best]

    def everything(self) -> Iterator[tuple[Memory, float]]:
        """All memories and their relevance, by rank."""
        places = np.argsort(-self._relevance, kind="stable")
        values = self._relevance[places].tolist()
        for place, value in zip(places.tolist(), values, strict=True):
            yield self._memories[place], value

    def best(self, rank: int) -> tuple[int, Memory]:
        """A memory above the threshold, and its place in their own order."""
        place = self._best[rank]
        return place, self._memories[place]

    def find(self, memory_id: str) -> tuple[int, Memory] | None:
        """The memory with that id, and its rank."""
        place = _places(self._memories).get(memory_id)
        if place is None:
            return None
        value = self._relevance[place]
        before = np.count_nonzero(self._relevance > value)
        return int(before + np.count_nonzero(self._relevance[:place] == value)), self._memories[place]


def ranking_of(adventure: Adventure) -> Ranking:
    """The memories of an adventure, the most relevant first."""
    settings = adventure.settings
    if adventure.relevance is not None:
        return Ranking(adventure.memories, settings.memory_threshold, relevance=adventure.relevance)
    return _rankings(adventure.memories, settings.memory_threshold, settings.layout, settings.tokenizer)


_rankings = Remembered(Ranking)


@Remembered
def _places(memories: tuple[Memory, ...]) -> dict[str, int]:
    return {memory.id: place for place, memory in reversed(list(enumerate(memories)))}


@lru_cache(maxsize=LISTED)
def _floor(text: str) -> int:
    """Tokens that a memory of that text costs at least, found without counting."""
    if not text.strip():
        return NEVER
    # Both vocabularies cut a line at each space; what does not begin at a seam may cost less than it counts.
    return len(text.split()) if text.isprintable() and text[0] not in " /" else 0
