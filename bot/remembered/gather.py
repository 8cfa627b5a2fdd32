"""Reads what is remembered from the store."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.errors import UnknownMemory
from bot.remembered.entry import Entry, State, entries
from bot.remembered.find import found
from bot.remembered.rights import Viewer
from bot.reports import used_in
from bot.store import Store
from bot.store.records import AdventureRecord


async def gather(store: Store, adventure: AdventureRecord, viewer: Viewer) -> list[Entry]:
    """Everything that is remembered in the adventure and that the viewer may see; see ``entries``."""
    state = await store.canon.state(adventure.id, viewer.id)
    bank = await store.memories.of(adventure.id)
    turn = await store.turns.of_output(adventure.head_id)
    packed = await store.turns.report(turn.id) if turn else None

    def made() -> list[Entry]:
        used = used_in(packed) if packed else frozenset()
        return entries(state, bank, viewer, used)

    return await asyncio.to_thread(made)


def pick(told: Sequence[Entry], wanted: str) -> Entry:
    """The entry of that ref; when words were typed instead of chosen, the only one that holds them.

    One that counts goes before old and forgotten ones. Raises UnknownMemory.
    """
    for entry in told:
        if entry.ref == wanted:
            return entry
    hits = found(told, wanted) if wanted.strip() else []
    same = [entry for entry in hits if entry.text.strip().casefold() == wanted.strip().casefold()]
    count = [entry for entry in hits if entry.state not in (State.OLD, State.FORGOTTEN)]
    for only in (hits, same, count):
        if len(only) == 1:
            return only[0]
    raise UnknownMemory
