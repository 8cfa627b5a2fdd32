"""What a story has become due for: memories of stretches, a newer summary."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import tree
from bot.store.adventures import adventure_of
from bot.store.memories import bank_changed
from bot.store.records import JobKind
from bot.store.schema import jobs, memories
from bot.store.summaries import covered, ended_at
from bot.story.memories import STRETCH, MemorySource, MemoryStatus, due_stretches, due_summary

Due = tuple[JobKind, int, int]
"""The kind, the index of the last action of the stretch, and its id."""


async def due(connection: AsyncConnection, adventure_id: int, capacity: int) -> list[Due]:
    """What the story has become due for and is not planned yet (see Jobs.plan)."""
    adventure = await adventure_of(connection, adventure_id)
    if not adventure.open:
        return []
    told = (await tree.node(connection, adventure.head_id)).depth + 1
    due = [
        (JobKind.MEMORY, last, action_id)
        for last, action_id in await _due_stretches(
            connection, adventure_id, adventure.head_id, told, capacity
        )
    ]
    through = due_summary(told)
    if adventure.summarises and through > await covered(connection, adventure_id):
        action_id = await ended_at(connection, adventure.head_id, through)
        asked = await connection.execute(
            select(jobs.c.id).where(_job(adventure_id, JobKind.SUMMARY, action_id), ~jobs.c.done)
        )
        if asked.first() is None:
            due.append((JobKind.SUMMARY, through, action_id))
    return due


async def _due_stretches(
    connection: AsyncConnection, adventure_id: int, head_id: int, told: int, capacity: int
) -> list[tuple[int, int]]:
    end = due_stretches(told) * STRETCH
    # The newest row reaches furthest, but for what undo and redo have mixed: that is looked up below.
    newest = await connection.execute(
        select(memories.c.last)
        .where(memories.c.adventure_id == adventure_id, memories.c.on_path, memories.c.last.is_not(None))
        .order_by(memories.c.id.desc())
        .limit(1)
    )
    last = newest.scalar_one_or_none()
    begin = max(-1 if last is None else last, end - capacity * STRETCH - 1)
    if begin >= end - 1:
        return []
    walk = tree.branch(head_id, below=begin).subquery()
    found = await connection.execute(
        select(walk.c.id, walk.c.depth)
        .where(walk.c.depth < end, walk.c.depth % STRETCH == STRETCH - 1)
        .where(~select(memories.c.id).where(stretch_of(walk.c.id)).exists())
        .order_by(walk.c.depth)
    )
    return [(row.depth, row.id) for row in found]


async def enter(connection: AsyncConnection, adventure_id: int, found: Iterable[Due], now: datetime) -> None:
    """Write it down."""
    for kind, last, action_id in found:
        if kind is JobKind.MEMORY:
            await _add_memory(connection, adventure_id, last, action_id)
        else:
            await _replace_older(connection, adventure_id, action_id)
        await _add_job(connection, adventure_id, kind, action_id, now)


def stretch_of(action_id: Any) -> ColumnElement[bool]:
    """The memory of the stretch that ends with the action."""
    return and_(memories.c.action_id == action_id, memories.c.last.is_not(None))


def _job(adventure_id: int, kind: JobKind, action_id: int) -> ColumnElement[bool]:
    return and_(jobs.c.adventure_id == adventure_id, jobs.c.kind == kind, jobs.c.action_id == action_id)


async def _add_memory(connection: AsyncConnection, adventure_id: int, last: int, action_id: int) -> None:
    now = datetime.now(UTC)
    await connection.execute(
        insert(memories).values(
            adventure_id=adventure_id,
            action_id=action_id,
            first=last - STRETCH + 1,
            last=last,
            text="",
            source=MemorySource.MODEL,
            status=MemoryStatus.WAITING,
            pinned=False,
            uses=0,
            player_id=0,
            player_name="",
            created_at=now,
            stored_at=now,
            on_path=True,
        )
    )
    await bank_changed(connection, adventure_id)


async def _replace_older(connection: AsyncConnection, adventure_id: int, action_id: int) -> None:
    """A newer summary needs no older one; one that undo has taken back is asked for again."""
    await connection.execute(
        update(jobs)
        .where(jobs.c.adventure_id == adventure_id, jobs.c.kind == JobKind.SUMMARY)
        .where(jobs.c.action_id != action_id, ~jobs.c.done)
        .values(done=True)
    )


async def _add_job(
    connection: AsyncConnection, adventure_id: int, kind: JobKind, action_id: int, now: datetime
) -> None:
    again = await connection.execute(
        update(jobs)
        .where(_job(adventure_id, kind, action_id))
        .values(done=False, attempts=0, not_before=now, error=None)
    )
    if again.rowcount == 0:
        await connection.execute(
            insert(jobs).values(
                adventure_id=adventure_id,
                kind=kind,
                action_id=action_id,
                done=False,
                attempts=0,
                not_before=now,
                tokens=0,
                created_at=now,
            )
        )
