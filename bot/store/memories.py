"""The memory bank of each adventure: what is kept, what was forgotten, and the vectors of the texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import MemoryChanged, MemoryInvalid, UnknownMemory
from bot.store import tree
from bot.store.adventures import adventure_of
from bot.store.engine import Database
from bot.store.schema import adventures, memories
from bot.story.memories import MEMORY_LIMIT, BankMemory, MemorySource, MemoryStatus
from bot.story.words import readable

_COLUMNS = [
    column for column in memories.c if column.name not in ("embedder", "vector", "on_path", "changed")
]
_BATCH = 250
"""Rows that are turned into memories before others get a turn on the event loop."""
_FRESH = 10
"""One in so many memories of a full bank is too new to be forgotten: it had no time to be used."""


_LATE = 32
"""Changes of a bank, and ids: those of transactions that overlap may appear in either order."""


class BankChanges(NamedTuple):
    """What happened to an adventure's memories since they were read last."""

    version: int
    """AdventureRecord.bank."""
    newest: int
    """The highest id that was read; 0 when there is no memory."""
    memories: list[BankMemory]
    """New ones, changed ones and some that are as before, oldest first; forgotten ones included."""
    gone: list[int]
    """The ids of what was deleted or undone."""


class Memories:
    """The memory banks of all adventures. What was undone is not there until it is redone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, adventure_id: int) -> list[BankMemory]:
        """All memories on the story's path, forgotten ones included, oldest first."""
        async with self._database.reading() as connection:
            found = await connection.stream(
                select(*_COLUMNS)
                .where(memories.c.adventure_id == adventure_id, _there())
                .order_by(memories.c.id)
            )
            bank: list[BankMemory] = []
            async for rows in found.partitions(_BATCH):
                bank.extend(map(_to_memory, rows))
            return bank

    async def changes(self, adventure_id: int, since: int | None = None, newest: int = 0) -> BankChanges:
        """What has changed since a BankChanges with that ``version`` and ``newest``; without, everything.

        Raises UnknownAdventure.
        """
        here = memories.c.adventure_id == adventure_id
        wanted: Select[Any] = select(*_COLUMNS, memories.c.on_path)
        conditions = [here & _there()]
        if since is not None:
            # Two queries, because an index serves each of them and none serves both.
            conditions = [
                here & (memories.c.changed >= max(since - _LATE, 1)) & (memories.c.id <= newest - _LATE),
                here & (memories.c.id > newest - _LATE),
            ]
        found: list[BankMemory] = []
        gone: list[int] = []
        async with self._database.reading() as connection:
            version = (await adventure_of(connection, adventure_id)).bank
            for condition in conditions:
                rows = await connection.stream(wanted.where(condition).order_by(memories.c.id))
                async for batch in rows.partitions(_BATCH):
                    for row in batch:
                        if row.on_path and row.status != MemoryStatus.DELETED:
                            found.append(_to_memory(row))
                        else:
                            gone.append(row.id)
        return BankChanges(version, max([newest, *gone, *(memory.id for memory in found)]), found, gone)

    async def get(self, adventure_id: int, memory_id: int) -> BankMemory:
        """Raises UnknownMemory."""
        async with self._database.reading() as connection:
            return await _memory(connection, adventure_id, memory_id)

    async def add(
        self, adventure_id: int, text: str, *, player_id: int, player_name: str, capacity: int
    ) -> BankMemory:
        """A player's own memory; it hangs on the head. The least used one goes when the bank is full.

        Raises MemoryInvalid, UnknownAdventure.
        """
        text = _checked(text)
        now = datetime.now(UTC)
        async with self._database.writing() as connection:
            head = await tree.place(connection, adventure_id)
            added = await connection.execute(
                insert(memories)
                .values(
                    adventure_id=adventure_id,
                    action_id=head.head_id,
                    text=text,
                    source=MemorySource.PLAYER,
                    status=MemoryStatus.STORED,
                    pinned=False,
                    uses=0,
                    player_id=player_id,
                    player_name=player_name,
                    created_at=now,
                    stored_at=now,
                    on_path=True,
                )
                .returning(*_COLUMNS)
            )
            memory = _to_memory(added.one())
            await bank_changed(connection, adventure_id)
            await make_room(connection, adventure_id, capacity)
            return memory

    async def edit(
        self, adventure_id: int, memory_id: int, text: str, *, before: str, player_id: int, player_name: str
    ) -> BankMemory:
        """Give it a player's text in place of the one ``before``; one that was waiting needs no other.

        Raises MemoryInvalid, UnknownMemory, and MemoryChanged when another text stands there by now.
        """
        text = _checked(text)
        async with self._database.writing() as connection:
            memory = await _memory(connection, adventure_id, memory_id)
            if memory.text != before:
                raise MemoryChanged
            waiting = memory.status is MemoryStatus.WAITING
            return await _change(
                connection,
                memory,
                text=text,
                source=MemorySource.PLAYER,
                status=MemoryStatus.STORED if waiting else memory.status,
                player_id=player_id,
                player_name=player_name,
                embedder=None,
                vector=None,
            )

    async def pin(self, adventure_id: int, memory_id: int, pinned: bool) -> BankMemory:
        """A pinned memory is as relevant as can be, and is not forgotten. Raises UnknownMemory."""
        async with self._database.writing() as connection:
            memory = await _memory(connection, adventure_id, memory_id)
            return await _change(connection, memory, pinned=pinned)

    async def forget(self, adventure_id: int, memory_id: int) -> BankMemory:
        """Take it out of the bank; it can be brought back. Raises UnknownMemory."""
        async with self._database.writing() as connection:
            memory = await _memory(connection, adventure_id, memory_id)
            return await _change(connection, memory, status=MemoryStatus.FORGOTTEN, pinned=False)

    async def bring_back(self, adventure_id: int, memory_id: int, capacity: int) -> BankMemory:
        """Put a forgotten memory back; the least used one goes when the bank is full.

        One whose text was never written waits for it again. Raises UnknownMemory.
        """
        async with self._database.writing() as connection:
            memory = await _memory(connection, adventure_id, memory_id)
            status = MemoryStatus.STORED if memory.text else MemoryStatus.WAITING
            memory = await _change(connection, memory, status=status, stored_at=datetime.now(UTC))
            await make_room(connection, adventure_id, capacity)
            return memory

    async def delete(self, adventure_id: int, memory_id: int) -> BankMemory:
        """Remove the text for good; what it was is returned. Raises UnknownMemory."""
        async with self._database.writing() as connection:
            memory = await _memory(connection, adventure_id, memory_id)
            await _change(
                connection,
                memory,
                text="",
                status=MemoryStatus.DELETED,
                pinned=False,
                embedder=None,
                vector=None,
            )
            return memory

    async def count_use(self, memory_ids: Collection[int]) -> None:
        """These stood in a prompt."""
        if memory_ids:
            async with self._database.writing() as connection:
                await connection.execute(
                    update(memories)
                    .where(memories.c.id.in_(memory_ids))
                    .values(uses=memories.c.uses + 1, changed=memories.c.changed)
                )

    async def vectors(
        self, adventure_id: int, embedder: str, among: Collection[int] | None = None
    ) -> dict[int, bytes]:
        """The vectors that this embedder has made, as 32-bit floats, by the memory's id.

        With ``among`` only of these.
        """
        wanted = select(memories.c.id, memories.c.vector).where(
            memories.c.adventure_id == adventure_id, _there(), memories.c.embedder == embedder
        )
        if among is not None:
            wanted = wanted.where(memories.c.id.in_(among))
        vectors: dict[int, bytes] = {}
        async with self._database.reading() as connection:
            found = await connection.stream(wanted)
            async for rows in found.partitions(_BATCH):
                vectors.update({row.id: row.vector for row in rows})
        return vectors

    async def set_vectors(self, embedder: str, made: Mapping[int, tuple[str, bytes]]) -> None:
        """Keep vectors with their memories, by id: the text that each was made of, and the vector.

        A text that was changed meanwhile gets none. A waiting memory's own text is empty.
        """
        async with self._database.writing() as connection:
            for memory_id, (text, vector) in made.items():
                await connection.execute(
                    update(memories)
                    .where(memories.c.id == memory_id, memories.c.text == text)
                    .values(embedder=embedder, vector=vector, changed=memories.c.changed)
                )


async def bank_changed(connection: AsyncConnection, adventure_id: int) -> None:
    """Tell everybody who keeps the adventure's memories that they have changed."""
    await connection.execute(
        update(adventures).where(adventures.c.id == adventure_id).values(bank=adventures.c.bank + 1)
    )


async def make_room(connection: AsyncConnection, adventure_id: int, capacity: int) -> None:
    """Forget the least used memories, the oldest first, until no more than ``capacity`` are stored.

    Pinned ones stay, and the newest tenth.
    """
    here = (memories.c.adventure_id == adventure_id) & memories.c.on_path
    stored = here & (memories.c.status == MemoryStatus.STORED)
    counted = await connection.execute(select(func.count()).where(stored))
    surplus = counted.scalar_one() - capacity
    if surplus <= 0:
        return
    fresh = (
        select(memories.c.id).where(stored).order_by(memories.c.stored_at.desc(), memories.c.id.desc())
    ).limit(max(capacity // _FRESH, 1))
    doomed = (
        select(memories.c.id)
        .where(stored, ~memories.c.pinned, memories.c.id.not_in(fresh))
        .order_by(memories.c.uses, memories.c.id)
        .limit(surplus)
    )
    await connection.execute(
        update(memories).where(memories.c.id.in_(doomed)).values(status=MemoryStatus.FORGOTTEN)
    )
    await bank_changed(connection, adventure_id)


def _there() -> Any:
    return memories.c.on_path & (memories.c.status != MemoryStatus.DELETED)


async def _memory(connection: AsyncConnection, adventure_id: int, memory_id: int) -> BankMemory:
    found = await connection.execute(
        select(*_COLUMNS).where(memories.c.id == memory_id, memories.c.adventure_id == adventure_id, _there())
    )
    row = found.one_or_none()
    if row is None:
        raise UnknownMemory
    return _to_memory(row)


async def _change(connection: AsyncConnection, memory: BankMemory, **values: object) -> BankMemory:
    changed = await connection.execute(
        update(memories).where(memories.c.id == memory.id).values(values).returning(*_COLUMNS)
    )
    await bank_changed(connection, memory.adventure_id)
    return _to_memory(changed.one())


def _checked(text: str) -> str:
    text = readable(text)
    if not text:
        raise MemoryInvalid(reason="missing")
    if len(text) > MEMORY_LIMIT:
        raise MemoryInvalid(reason="too-long", limit=MEMORY_LIMIT)
    return text


def _to_memory(row: Row[Any]) -> BankMemory:
    return BankMemory(
        id=row.id,
        adventure_id=row.adventure_id,
        action_id=row.action_id,
        first=row.first,
        last=row.last,
        text=row.text,
        source=MemorySource(row.source),
        status=MemoryStatus(row.status),
        pinned=row.pinned,
        uses=row.uses,
        player_id=row.player_id,
        player_name=row.player_name,
        created_at=row.created_at,
        stored_at=row.stored_at,
    )
