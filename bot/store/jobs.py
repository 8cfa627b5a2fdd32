"""What is written after turns: planned once for each stretch of committed story, and not lost."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Row, Select, and_, case, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import tree
from bot.store.adventures import adventure_of
from bot.store.engine import Database
from bot.store.memories import bank_changed, make_room
from bot.store.planning import due, enter, stretch_of
from bot.store.records import JobKind, JobRecord, SummaryBase
from bot.store.schema import adventures, jobs, memories, turns
from bot.store.summaries import add_version, ended_at
from bot.story import Action
from bot.story.memories import STRETCH, MemorySource, MemoryStatus

LONGEST = timedelta(hours=1)
"""No job waits longer; what is to wait longer was dated by a clock that has been set back since."""
_COLUMNS = [jobs.c.id, jobs.c.adventure_id, jobs.c.kind, jobs.c.action_id, jobs.c.attempts]


class Jobs:
    """The jobs of all adventures."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def plan(self, adventure_id: int, *, capacity: int, now: datetime) -> None:
        """Write down what the story has become due for: memories of stretches, a newer story summary.

        Of a long backlog only the newest ``capacity`` stretches become memories; 0 is none at all. What
        is planned already stays as it is, so this may be called at any time, by several processes. The
        jobs may run from ``now`` on.
        Raises UnknownAdventure.
        """
        async with self._database.reading() as connection:
            if not await due(connection, adventure_id, capacity):
                return
        try:
            async with self._database.writing() as connection:
                await tree.place(connection, adventure_id)
                await enter(connection, adventure_id, await due(connection, adventure_id, capacity), now)
        except IntegrityError:
            pass  # another process has planned the same at this moment

    async def next(self, now: datetime, kinds: Collection[JobKind]) -> JobRecord | None:
        """The job that has waited longest among those that may run now."""
        query = _runnable(kinds).where(or_(jobs.c.not_before <= now, jobs.c.not_before > now + LONGEST))
        waited = func.coalesce(jobs.c.tried_at, jobs.c.created_at)
        async with self._database.reading() as connection:
            row = (await connection.execute(query.order_by(waited, jobs.c.id).limit(1))).one_or_none()
        return None if row is None else _to_record(row)

    async def soonest(self, kinds: Collection[JobKind]) -> datetime | None:
        """When the next job may run; None when none is waiting."""
        query = _runnable(kinds).order_by(jobs.c.not_before).limit(1)
        async with self._database.reading() as connection:
            row = (await connection.execute(query.add_columns(jobs.c.not_before))).one_or_none()
        return None if row is None else row.not_before

    async def spent(self, since: datetime) -> int:
        """Tokens, of prompts and replies, that turns and jobs have used on the day that begins then."""
        end = since + timedelta(days=1)  # the clock may have been set back
        asked = select(func.coalesce(func.sum(turns.c.spent), 0)).where(
            turns.c.created_at >= since, turns.c.created_at < end
        )
        written = select(func.coalesce(func.sum(jobs.c.tokens), 0)).where(
            jobs.c.tried_at >= since, jobs.c.tried_at < end
        )
        async with self._database.reading() as connection:
            found = await connection.execute(select(asked.scalar_subquery() + written.scalar_subquery()))
            return int(found.scalar_one())

    async def stretch(self, action_id: int) -> tuple[Action, ...]:
        """The six actions that end with this one, on its own branch."""
        async with self._database.reading() as connection:
            last = await tree.node(connection, action_id)
            found = await connection.execute(tree.branch(action_id, below=last.depth - STRETCH))
            return tuple(map(tree.to_action, found))

    async def unread(self, job: JobRecord, through: int, limit: int) -> tuple[Action, ...]:
        """The first actions, at most ``limit``, after the index ``through`` up to the job's own.

        Nothing when the job's action is not on the story's path.
        """
        async with self._database.reading() as connection:
            adventure = await adventure_of(connection, job.adventure_id)
            end = await tree.node(connection, job.action_id)
            if await ended_at(connection, adventure.head_id, end.depth) != job.action_id:
                return ()
            # Deeper ones are not wanted, but the way to the root begins with them.
            found = await connection.execute(tree.branch(job.action_id, below=through).limit(limit))
            return tuple(map(tree.to_action, found)) if end.depth > through else ()

    async def failed(
        self, job_id: int, *, error: str, tokens: int, now: datetime, not_before: datetime
    ) -> None:
        """Note why it failed, with the key of the sentence that says so, and when it may be tried again."""
        async with self._database.writing() as connection:
            await _note(
                connection,
                job_id,
                tokens,
                now,
                attempts=jobs.c.attempts + 1,
                error=error,
                not_before=not_before,
            )

    async def remembered(
        self, job: JobRecord, text: str, source: MemorySource, *, capacity: int, tokens: int, now: datetime
    ) -> None:
        """Keep the text of a stretch, if it is still waited for; the least used memory makes room."""
        async with self._database.writing() as connection:
            stored = await connection.execute(
                update(memories)
                .where(stretch_of(job.action_id), memories.c.status == MemoryStatus.WAITING)
                .values(
                    text=text,
                    source=source,
                    status=MemoryStatus.STORED,
                    stored_at=datetime.now(UTC),
                    embedder=None,  # the vector was that of the raw story
                    vector=None,
                )
            )
            # A player may have written or forgotten it meanwhile: it may be waited for again.
            done = stored.rowcount > 0
            await _note(connection, job.id, tokens, now, done=done, error=None)
            if done:
                await make_room(connection, job.adventure_id, capacity)
                await bank_changed(connection, job.adventure_id)

    async def summarised(
        self,
        job: JobRecord,
        base: SummaryBase,
        text: str,
        *,
        through: int,
        action_id: int,
        tokens: int,
        now: datetime,
    ) -> bool:
        """Keep a version of the summary that covers the story up to the action ``action_id``.

        The job is done when that is its own action. False, and nothing but the cost is kept, when the
        summary is not the one any more that it was written from.
        """
        async with self._database.writing() as connection:
            kept = await add_version(
                connection, job.adventure_id, base, through=through, action_id=action_id, text=text
            )
            done = kept and action_id == job.action_id
            await _note(connection, job.id, tokens, now, done=done, error=None)
            return kept

    async def drop(self, job_id: int) -> None:
        """Nothing is left to do."""
        async with self._database.writing() as connection:
            await connection.execute(update(jobs).where(jobs.c.id == job_id).values(done=True))


async def _note(
    connection: AsyncConnection, job_id: int, tokens: int, now: datetime, **values: object
) -> None:
    """What an attempt has cost, beside ``values``; what was tried on an earlier day is counted anew."""
    day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    await connection.execute(
        update(jobs)
        .where(jobs.c.id == job_id)
        .values(
            tokens=case((jobs.c.tried_at >= day, jobs.c.tokens + tokens), else_=tokens),
            tried_at=now,
            **values,
        )
    )


def _runnable(kinds: Collection[JobKind]) -> Select[Any]:
    """The jobs of open adventures whose stretch is on the story's path and waits for its text."""
    waiting = (
        select(memories.c.id)
        .where(stretch_of(jobs.c.action_id), memories.c.on_path)
        .where(memories.c.status == MemoryStatus.WAITING)
        .exists()
    )
    return (
        select(*_COLUMNS)
        .join(adventures, adventures.c.id == jobs.c.adventure_id)
        .where(~jobs.c.done, jobs.c.kind.in_(kinds), adventures.c.open)
        .where(
            or_(
                and_(jobs.c.kind == JobKind.MEMORY, waiting),
                and_(jobs.c.kind == JobKind.SUMMARY, adventures.c.summarises),
            )
        )
    )


def _to_record(row: Row[Any]) -> JobRecord:
    return JobRecord(
        id=row.id,
        adventure_id=row.adventure_id,
        kind=JobKind(row.kind),
        action_id=row.action_id,
        attempts=row.attempts,
    )
