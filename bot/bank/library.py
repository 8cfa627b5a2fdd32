"""The memories of the adventures that are played now, kept in the process and ranked for each turn.

Everything here is best effort: a turn waits ``PATIENCE`` seconds at most for the bank, and as long for what
its action means, and goes on without what is not there by then. After a restart all is read from the store
again, with the vectors.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import OrderedDict
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from bot.bank.embed import Embedder
from bot.bank.meanings import PATIENCE, Meanings
from bot.bank.rank import Document
from bot.bank.shelf import Shelf
from bot.canon.recall import Recalled
from bot.errors import EmbedderFailed, StoreError
from bot.store import Store
from bot.store.memories import BankChanges
from bot.store.records import AdventureRecord
from bot.story import Adventure, Memory
from bot.story.memories import bank_id

log = logging.getLogger(__name__)

_ADVENTURES = 64
_DOCUMENTS = 20_000
"""What is kept at most, of all adventures together; at 512 numbers a vector they take 40 MB."""
_STRETCHES = 50
"""Of the raw story, read in one transaction."""
_SAVED = 64
"""Vectors, written in one transaction."""
_FEW = 500
"""Ids that a query may name."""


class Library:
    """Owns its shelves, and the tasks that fill them; close it when the process ends."""

    def __init__(self, store: Store, embedder: Embedder | None = None, patience: float = PATIENCE) -> None:
        self._store = store
        self._patience = patience
        self._meanings = None if embedder is None else Meanings(embedder, patience)
        self._shelves: OrderedDict[int, _Kept] = OrderedDict()
        self._fetching: dict[int, asyncio.Task[Any]] = {}
        self._equipping: dict[int, asyncio.Task[Any]] = {}
        self._opening: asyncio.Task[Any] | None = None

    def open(self, adventures: Sequence[AdventureRecord]) -> None:
        """At start-up: begin to read the banks of these adventures, and to load the embedder."""
        self._opening = asyncio.create_task(self._open(adventures))

    async def close(self) -> None:
        """End everything that goes on in the background."""
        tasks = [*self._tasks()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._meanings is not None:
            await self._meanings.close()

    async def idle(self) -> None:
        """Return when nothing goes on in the background any more."""
        while tasks := self._tasks():
            await asyncio.gather(*tasks, return_exceptions=True)

    def expect(self, query: str) -> None:
        """Begin with what takes time, before a query is ranked."""
        if self._meanings is not None:
            self._meanings.expect(query)

    def catch_up(self, adventure: AdventureRecord) -> None:
        """In the background: read what has changed in a bank, and make the vectors that are missing."""
        self._fetch(adventure)

    async def memories(self, adventure: AdventureRecord) -> tuple[Memory, ...]:
        """What the bank holds now, with raw story where a text is not written yet; all irrelevant."""
        shelf = await self._shelf(adventure)
        return () if shelf is None else await asyncio.to_thread(shelf.memories)

    async def recall(self, adventure: AdventureRecord, snapshot: Adventure, recalled: Recalled) -> Adventure:
        """The snapshot with the adventure's memories and the canon's facts, ranked for its last action.

        Where the bank cannot be read in time, there are only the facts, by their own relevance.
        """
        shelf = await self._shelf(adventure)
        query = next((action.text for action in reversed(snapshot.actions) if action.told), "")
        if shelf is None or not (len(shelf) or recalled.facts):
            return snapshot
        meaning = None
        if self._meanings is not None and snapshot.settings.memory_bank:
            meaning = await self._meanings.of(query)
        end = snapshot.skipped + len(snapshot.actions)
        ranking = await asyncio.to_thread(
            shelf.rank, query, meaning, recalled.facts, recalled.corrections, end
        )
        self._equip(adventure.id, shelf)
        return replace(
            snapshot,
            memories=ranking.memories,
            relevance=ranking.relevance,
            outdated=ranking.outdated,
        )

    async def told(self, adventure_id: int, keys: Iterable[str]) -> None:
        """After a committed turn: count that these stood in its prompt, and begin to catch up.

        Nothing of it can fail the turn: what cannot be written is not counted.
        """
        ids = [found for key in keys if (found := bank_id(key)) is not None]
        try:
            await self._store.memories.count_use(ids)
            self.catch_up(await self._store.adventures.get(adventure_id))
        except StoreError as error:
            log.warning("The use of %d memories may not be counted: %s", len(ids), error)

    async def _open(self, adventures: Sequence[AdventureRecord]) -> None:
        with _uncollected():
            for adventure in adventures[:_ADVENTURES]:
                if adventure.bank and self._room():
                    await asyncio.wait({self._fetch(adventure)})
            # It stays, and to look through all of it again and again would hold up everything.
            gc.freeze()

    async def _shelf(self, adventure: AdventureRecord) -> Shelf | None:
        """The adventure's shelf as its record says; None when that takes too long, or fails."""
        kept = self._shelves.get(adventure.id)
        attempts = 2  # one that is under way may have begun before the last change
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                while attempts and (kept is None or not kept.stands_for(adventure)):
                    await asyncio.wait({self._fetch(adventure)})
                    kept = self._shelves.get(adventure.id)
                    attempts -= 1
        if kept is None or not kept.stands_for(adventure):
            log.warning("Adventure %d goes on without its memories for a turn", adventure.id)
            return None
        self._shelves.move_to_end(adventure.id)
        return kept.shelf

    def _fetch(self, adventure: AdventureRecord) -> asyncio.Task[Any]:
        return _single(self._fetching, adventure.id, self._bring_up_to_date(adventure))

    async def _bring_up_to_date(self, adventure: AdventureRecord) -> None:
        kept = self._shelves.get(adventure.id)
        if kept is None or kept.shelf.language != adventure.language:
            kept = _Kept(Shelf(adventure.language))
        try:
            if not kept.stands_for(adventure):
                await self._read(adventure.id, kept)
            self._shelves[adventure.id] = kept
            self._make_room()
            if self._meanings is not None and self._meanings.dimension is not None:
                await self._give_stored(adventure.id, kept.shelf, self._meanings)
        except StoreError as error:
            log.warning("The memories of adventure %d could not be read: %s", adventure.id, error)
        except Exception:  # whatever it is, the story goes on
            log.exception("The memories of adventure %d could not be read", adventure.id)
        self._equip(adventure.id, kept.shelf)

    async def _read(self, adventure_id: int, kept: _Kept) -> None:
        changes = await self._store.memories.changes(adventure_id, kept.version, kept.newest)
        with _uncollected():
            await self._take_in(adventure_id, kept, changes)

    async def _take_in(self, adventure_id: int, kept: _Kept, changes: BankChanges) -> None:
        unread = await asyncio.to_thread(kept.shelf.unread, changes.memories)
        raw: dict[int, Document] = {}
        for start in range(0, len(unread), _STRETCHES):
            some = unread[start : start + _STRETCHES]
            places = [(memory.first or 0, memory.action_id) for memory in some]
            for memory, stretch in zip(some, await self._store.story.stretches(places), strict=True):
                raw[memory.id] = Document(
                    memory.key, "\n".join(stretch.texts), before=stretch.before, after=stretch.after
                )
        await asyncio.to_thread(kept.shelf.put, changes.memories, changes.gone, raw)
        kept.version, kept.newest = changes.version, changes.newest

    def _equip(self, adventure_id: int, shelf: Shelf) -> None:
        if self._meanings is not None and shelf.is_bare:
            _single(self._equipping, adventure_id, self._make_vectors(adventure_id, shelf, self._meanings))

    async def _make_vectors(self, adventure_id: int, shelf: Shelf, meanings: Meanings) -> None:
        made: dict[int, tuple[str, bytes]] = {}
        try:
            if not await meanings.load():
                return
            await self._give_stored(adventure_id, shelf, meanings)
            while bare := await asyncio.to_thread(shelf.bare, meanings.batch):
                vectors = await meanings.vectors([*bare.values()])
                given = {key: (text, vectors[place]) for place, (key, text) in enumerate(bare.items())}
                await asyncio.to_thread(shelf.give, given)
                for key, (text, vector) in given.items():
                    memory_id = bank_id(key)
                    if memory_id is not None:
                        own = text if key.isdecimal() else ""  # the text of one that waits is not written
                        made[memory_id] = own, vector.astype("<f4").tobytes()
                if len(made) >= _SAVED:
                    await self._store.memories.set_vectors(meanings.name, made)
                    made = {}
            await self._store.memories.set_vectors(meanings.name, made)
        except EmbedderFailed as error:
            meanings.complain(error)
        except StoreError as error:
            log.warning("Vectors of adventure %d were not stored: %s", adventure_id, error)
        except Exception:  # whatever it is, the story goes on
            log.exception("The vectors of adventure %d could not be made", adventure_id)

    async def _give_stored(self, adventure_id: int, shelf: Shelf, meanings: Meanings) -> None:
        bare = await asyncio.to_thread(shelf.bare)
        ids = [found for key in bare if (found := bank_id(key)) is not None]
        if ids and meanings.dimension is not None:
            with _uncollected():
                stored = await self._store.memories.vectors(
                    adventure_id, meanings.name, ids if len(ids) <= _FEW else None
                )
                await asyncio.to_thread(shelf.give_stored, stored, meanings.dimension)

    def _room(self) -> bool:
        return sum(len(kept.shelf) for kept in self._shelves.values()) < _DOCUMENTS

    def _make_room(self) -> None:
        while len(self._shelves) > 1 and (len(self._shelves) > _ADVENTURES or not self._room()):
            self._shelves.popitem(last=False)

    def _tasks(self) -> list[asyncio.Task[Any]]:
        tasks = [*self._fetching.values(), *self._equipping.values()]
        tasks += [self._opening] if self._opening is not None else []
        return [task for task in tasks if not task.done()]


class _Kept:
    """A shelf, and how far it has been brought."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.version: int | None = None
        self.newest = 0

    def stands_for(self, adventure: AdventureRecord) -> bool:
        """Whether it holds what the record says."""
        read = self.version is not None and self.version >= adventure.bank
        return read and self.shelf.language == adventure.language


@contextmanager
def _uncollected() -> Iterator[None]:
    """Thousands of memories come at once and make no cycles; each look through them would take 80 ms."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _single(
    tasks: dict[int, asyncio.Task[Any]], adventure_id: int, work: Coroutine[Any, Any, None]
) -> asyncio.Task[Any]:
    """The task of that adventure, or else a new one that does this."""
    running = tasks.get(adventure_id)
    if running is not None and not running.done():
        work.close()
        return running
    task = tasks[adventure_id] = asyncio.create_task(work)
    task.add_done_callback(lambda done: tasks.pop(adventure_id) if tasks.get(adventure_id) is done else None)
    return task
