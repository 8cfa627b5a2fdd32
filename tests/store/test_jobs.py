"""What is planned after turns, and what it has cost."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from bot.errors import UnknownAdventure
from bot.store.database import Store, open_store
from bot.store.engine import open_database
from bot.store.records import AdventureRecord, JobKind, TurnKind
from bot.store.schema import jobs
from bot.story.memories import MemorySource, due_stretches, due_summary

from .parts import answer, begin, play

NOW = datetime(2030, 5, 4, 9, 0, tzinfo=UTC)
BOTH = (JobKind.MEMORY, JobKind.SUMMARY)


async def grow(store: Store, adventure_id: int, turns: int) -> None:
    for number in range(turns):
        await play(store, adventure_id, "wait", f"Dark {number}.")


def test_what_is_due() -> None:
    assert [due_stretches(actions) for actions in (0, 11, 12, 17, 18, 24)] == [0, 0, 1, 1, 2, 3]
    assert [due_summary(actions) for actions in (1, 14, 15, 29, 30)] == [-1, -1, 14, 14, 29]


async def test_two_processes_plan_a_stretch_once(store: Store, adventure: AdventureRecord, url: str) -> None:
    await grow(store, adventure.id, 14)
    async with open_store(url) as other:
        for _ in range(2):
            await asyncio.gather(
                *(one.jobs.plan(adventure.id, capacity=400, now=NOW) for one in (store, other) * 3)
            )
    assert [(memory.first, memory.last) for memory in await store.memories.of(adventure.id)] == [
        (0, 5),
        (6, 11),
        (12, 17),
    ]
    async with open_database(url) as database, database.reading() as connection:
        counted = await connection.execute(select(jobs.c.kind, func.count()).group_by(jobs.c.kind))
        assert {row.kind: row[1] for row in counted} == {"memory": 3, "summary": 1}


async def test_of_older_summaries_none_is_waited_for(store: Store, adventure: AdventureRecord) -> None:
    await grow(store, adventure.id, 7)
    await store.jobs.plan(adventure.id, capacity=0, now=NOW)
    first = await store.jobs.next(NOW, BOTH)
    await grow(store, adventure.id, 8)
    await store.jobs.plan(adventure.id, capacity=0, now=NOW)
    second = await store.jobs.next(NOW, BOTH)
    assert first is not None
    assert second is not None
    assert second.id != first.id
    await store.jobs.drop(second.id)
    assert await store.jobs.next(NOW, BOTH) is None
    # Back where the first one was due, it is asked for again.
    for _ in range(7):
        await store.story.undo(adventure.id)
    await store.jobs.plan(adventure.id, capacity=0, now=NOW)
    assert await store.jobs.next(NOW, BOTH) == first


async def test_a_job_that_failed_waits_behind_the_others(store: Store, adventure: AdventureRecord) -> None:
    await grow(store, adventure.id, 9)
    await store.adventures.set_summarises(adventure.id, summarises=False)
    await store.jobs.plan(adventure.id, capacity=400, now=NOW)
    first = await store.jobs.next(NOW, BOTH)
    assert first is not None
    later = NOW + timedelta(seconds=30)
    await store.jobs.failed(first.id, error="error-narrator", tokens=70, now=NOW, not_before=later)
    second = await store.jobs.next(NOW, BOTH)
    assert second is not None
    assert second.id != first.id
    await store.jobs.remembered(second, "It was dark.", MemorySource.MODEL, capacity=400, tokens=30, now=NOW)
    assert await store.jobs.next(NOW, BOTH) is None
    assert await store.jobs.soonest(BOTH) == later
    assert await store.jobs.soonest((JobKind.SUMMARY,)) is None
    again = await store.jobs.next(later, BOTH)
    assert again is not None
    assert (again.id, again.attempts) == (first.id, 1)
    assert await store.jobs.spent(NOW - timedelta(hours=1)) == 100
    # What it cost yesterday is not today's.
    tomorrow = NOW + timedelta(days=1)
    await store.jobs.failed(first.id, error="error-narrator", tokens=5, now=tomorrow, not_before=tomorrow)
    assert await store.jobs.spent(tomorrow.replace(hour=0)) == 5


async def test_redo_of_a_single_action_brings_back_what_hangs_on_it(
    store: Store, adventure: AdventureRecord
) -> None:
    await grow(store, adventure.id, 1)
    turn = await begin(store, adventure.id, kind=TurnKind.CONTINUE)
    await answer(store, turn.id, "Darker.")
    await store.memories.add(adventure.id, "Mine.", player_id=7, player_name="Ash", capacity=9)
    await store.story.undo(adventure.id)
    assert await store.memories.of(adventure.id) == []
    await store.story.redo(adventure.id)
    assert [memory.text for memory in await store.memories.of(adventure.id)] == ["Mine."]


async def test_nothing_is_planned_for_nobody(store: Store, adventure: AdventureRecord) -> None:
    await grow(store, adventure.id, 8)
    await store.adventures.end(adventure.id)
    await store.jobs.plan(adventure.id, capacity=400, now=NOW)
    assert await store.memories.of(adventure.id) == []
    with pytest.raises(UnknownAdventure):
        await store.jobs.plan(adventure.id + 1, capacity=400, now=NOW)
