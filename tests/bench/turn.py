"""A whole turn of the large story: from a player's message to the request leaving for the model.

The real bot on a made-up Discord server, with a database on disk and a provider on loopback, which
notes when a request is there whole. All of them share one event loop, so what the server and the
provider cost counts as well. The story has 100,000 actions, 10,000 cards, of which about three fire in
each action, and 10,000 memories with vectors as the embedded embedder makes them, all put into the file
in bulk. The first turn is told by a bot that has just started and has read none of it; the
memories are waited for before the steady turns.

A heartbeat in the loop finds the longest time for which nothing else could run, first turn included.
These are wall times, so other programs on the machine have a part in them.

An adventure with 10,000 cards keeps about 10 MB in the process (tracemalloc; 12 MB more for the first
one, of vocabularies and word lists). The store keeps 40,000 cards of all adventures together, assembly
what it knows about 100,000.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter

import numpy as np
from sqlalchemy import Table, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import settle
from bot.bank.embed import EmbeddedEmbedder
from bot.settings import Settings
from bot.store.cards import to_row
from bot.store.engine import open_database
from bot.store.records import AdventureRecord
from bot.store.schema import actions, adventures, cards, heads, memories
from bot.story import Adventure, ContextSettings
from bot.story.memories import MemorySource, MemoryStatus
from tests.bench.assemble import LARGE, percentiles
from tests.bench.stories import PLOT, Words, large, name
from tests.support.provider import Provider, Reply
from tests.support.world import World, settings_for

_WARM, _MEASURED = 5, 150
_BEAT = 0.002
"""Seconds."""
_BATCH = 10_000
"""Rows."""


class Heart:
    """Beats in the event loop. ``longest`` is the longest time that a beat came late, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0

    @asynccontextmanager
    async def beating(self) -> AsyncIterator[Heart]:
        """Beat during the block."""
        task = asyncio.create_task(self._beat())
        try:
            yield self
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _beat(self) -> None:
        while True:
            before = perf_counter()
            await asyncio.sleep(_BEAT)
            self.longest = max(self.longest, perf_counter() - before - _BEAT)


async def fill(settings: Settings, adventure: AdventureRecord, story: Adventure) -> None:
    """Lengthen the adventure by the story's actions and cards."""
    async with open_database(settings.database_url) as database, database.writing() as connection:
        await _insert(connection, cards, (to_row(adventure.id, card) for card in story.cards))
        newest = (await connection.execute(select(func.max(actions.c.id)))).scalar_one()
        await _insert(
            connection,
            actions,
            (
                {
                    "id": newest + number,
                    "adventure_id": adventure.id,
                    "parent_id": adventure.head_id if number == 1 else newest + number - 1,
                    "depth": number,
                    "type": action.type,
                    "text": action.text,
                    "author": action.author,
                }
                for number, action in enumerate(story.actions, 1)
            ),
        )
        await _insert(connection, memories, _rows(adventure.id, newest, story))
        head = newest + len(story.actions)
        await connection.execute(update(heads).values(head_id=head, tip_id=head))
        await connection.execute(update(adventures).values(deck=adventures.c.deck + 1, bank=1))


def _rows(adventure_id: int, before: int, story: Adventure) -> Iterator[dict[str, object]]:
    """The story's memories as the store keeps them; their vectors have the right length and no sense."""
    now = datetime.now(UTC)
    random = np.random.default_rng(4)
    for number, memory in enumerate(story.memories):
        first, last = memory.actions or (0, 0)
        vector = random.standard_normal(EmbeddedEmbedder.dimension)
        yield {
            "adventure_id": adventure_id,
            "action_id": before + last + 1,
            "first": first + 1,
            "last": last + 1,
            "text": memory.text,
            "source": MemorySource.MODEL,
            "status": MemoryStatus.STORED,
            "pinned": False,
            "uses": number % 7,
            "player_id": 0,
            "player_name": "",
            "created_at": now,
            "stored_at": now,
            "embedder": EmbeddedEmbedder.name,
            "vector": (vector / np.linalg.norm(vector)).astype("<f4").tobytes(),
            "on_path": True,
        }


async def _insert(connection: AsyncConnection, table: Table, rows: Iterable[dict[str, object]]) -> None:
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        await connection.execute(insert(table), batch)


async def play() -> dict[str, float]:
    """Milliseconds of the steady turns, of the first one, and of what held up the event loop."""
    words = Words(3)
    with tempfile.TemporaryDirectory() as folder:
        async with Provider() as provider:
            settings = settings_for(Path(folder), provider, embedder="embedded")
            async with World.open(settings, provider) as world:
                adventure = await world.begin()
                await world.game.store.adventures.set_plot(adventure.id, PLOT)
                await fill(settings, adventure, large(*LARGE, ContextSettings()))
                await world.restart()
                settle()
                async with Heart().beating() as heart:
                    first = await _turn(world, words)
                    blocked_first = heart.longest
                    await world.game.library.idle()
                    heart.longest = 0.0
                    times = [await _turn(world, words) for _ in range(_WARM + _MEASURED)][_WARM:]
    return percentiles(times) | {
        "first_ms": round(first, 3),
        "max_loop_block_ms": round(max(blocked_first, heart.longest) * 1000, 3),
        "max_loop_block_first_ms": round(blocked_first * 1000, 3),
    }


async def _turn(world: World, words: Words) -> float:
    """Play one turn to its end; the milliseconds from the message to the request."""
    card = name(words.random.randrange(LARGE[1]))
    world.provider.script(Reply(f"{card} {words.text(60)}"))
    before = len(world.provider.arrivals)
    begin = perf_counter()
    await world.ash.send(world.channel, f"look for {name(words.random.randrange(LARGE[1]))}")
    await world.idle()
    return (world.provider.arrivals[before] - begin) * 1000


def run() -> dict[str, float]:
    """The same, in an event loop of its own."""
    return asyncio.run(play())
