"""The memory bank in the database."""

from __future__ import annotations

import asyncio

from bot.errors import MemoryChanged
from bot.store import Store
from bot.store.records import AdventureRecord
from bot.story.memories import BankMemory


async def test_of_two_edits_at_the_same_moment_one_counts(store: Store, adventure: AdventureRecord) -> None:
    memory = await store.memories.add(adventure.id, "Mine.", player_id=7, player_name="Ash", capacity=9)
    tried = await asyncio.gather(
        *(
            store.memories.edit(
                adventure.id, memory.id, text, before="Mine.", player_id=8, player_name="Juno"
            )
            for text in ("Yours.", "Theirs.")
        ),
        return_exceptions=True,
    )
    (kept,) = (one for one in tried if isinstance(one, BankMemory))
    assert [type(one) for one in tried if one is not kept] == [MemoryChanged]
    assert await store.memories.of(adventure.id) == [kept]
