"""The versions of the story summaries. The newest one that stands is in ``adventures.summary``."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import tree
from bot.store.engine import Database
from bot.store.hanging import settle_summary, standing_summary, summary_edits
from bot.store.records import JobKind, SummaryBase, SummaryProgress
from bot.store.schema import actions, adventures, jobs, summaries


class Summaries:
    """What was written from the story, and what players made of it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def base(self, adventure_id: int) -> SummaryBase:
        """What the next version is written from."""
        async with self._database.reading() as connection:
            version_id, text = await _standing(connection, adventure_id)
            edits = await summary_edits(connection, adventure_id) if version_id else (("", text),)
            return SummaryBase(version_id, text, await covered(connection, adventure_id), edits)

    async def progress(self, adventure_id: int, now: datetime) -> SummaryProgress:
        """How far it has come, and how far it is to come."""
        async with self._database.reading() as connection:
            read = await covered(connection, adventure_id) + 1
            found = await connection.execute(
                select(actions.c.depth, jobs.c.not_before)
                .join(actions, actions.c.id == jobs.c.action_id)
                .where(jobs.c.adventure_id == adventure_id, jobs.c.kind == JobKind.SUMMARY, ~jobs.c.done)
                .order_by(jobs.c.id.desc())
                .limit(1)
            )
            job = found.one_or_none()
        if job is None:
            return SummaryProgress(read, read, waits=False)
        return SummaryProgress(read, job.depth + 1, waits=job.not_before > now)


async def covered(connection: AsyncConnection, adventure_id: int) -> int:
    """Index of the last action that the summary has been written from; -1 when it was never written.

    An edit reads no story. So what was written before it tells, as long as that is on the path.
    """
    found = await connection.execute(
        select(summaries.c.through)
        .where(summaries.c.adventure_id == adventure_id, summaries.c.on_path, ~summaries.c.edited)
        .order_by(summaries.c.id.desc())
        .limit(1)
    )
    through = found.scalar_one_or_none()
    return -1 if through is None else int(through)


async def add_version(
    connection: AsyncConnection,
    adventure_id: int,
    base: SummaryBase,
    *,
    through: int,
    action_id: int,
    text: str,
) -> bool:
    """Keep a version that was written from the story; it hangs on the last action that it covers.

    False, and nothing is kept, when another version stands by now than the one it was written from:
    a player has edited it, or the story went back.
    """
    place = await tree.place(connection, adventure_id)
    version_id, before = await _standing(connection, adventure_id)
    if (version_id, before) != (base.version_id, base.text):
        return False
    if not version_id:  # what was there before is a player's, or the scenario's
        await _add(connection, adventure_id, place.head_id, -1, before, edited=True)
    on_path = await ended_at(connection, place.head_id, through) == action_id
    await _add(connection, adventure_id, action_id, through, text, edited=False, on_path=on_path)
    await settle_summary(connection, adventure_id)
    return True


async def ended_at(connection: AsyncConnection, head_id: int, depth: int) -> int:
    """The id of the action with that index on the way from the root to the head, or of the head."""
    found = await connection.execute(tree.branch(head_id, below=depth - 1).limit(1))
    return int(found.one().id)


async def edit_summary(connection: AsyncConnection, adventure_id: int, before: str, text: str) -> None:
    """Record what a player has made of the summary ``before``.

    What was written from the story since goes: it would look as if the player had taken it out. It is
    written again, onto the player's.
    """
    place = await tree.place(connection, adventure_id)
    base_id: int | None
    base_id, standing = await _standing(connection, adventure_id)
    if not base_id or standing != before:  # a form may have been open for long
        found = await connection.execute(
            select(func.max(summaries.c.id)).where(_stands(adventure_id), summaries.c.text == before)
        )
        base_id = found.scalar_one()
    if base_id is not None:
        await connection.execute(
            delete(summaries).where(_stands(adventure_id), summaries.c.id > base_id, ~summaries.c.edited)
        )
    through = await covered(connection, adventure_id)
    await _add(connection, adventure_id, place.head_id, through, text, edited=True, base_id=base_id)


async def _standing(connection: AsyncConnection, adventure_id: int) -> tuple[int, str]:
    """Id and text of the version that stands; 0 and the adventure's own text when there is none."""
    standing = await standing_summary(connection, adventure_id)
    if standing is not None:
        return standing
    own = await connection.execute(select(adventures.c.summary).where(adventures.c.id == adventure_id))
    return 0, own.scalar_one()


def _stands(adventure_id: int) -> ColumnElement[bool]:
    return (summaries.c.adventure_id == adventure_id) & (summaries.c.on_path | summaries.c.edited)


async def _add(
    connection: AsyncConnection,
    adventure_id: int,
    action_id: int,
    through: int,
    text: str,
    *,
    edited: bool,
    base_id: int | None = None,
    on_path: bool = True,
) -> None:
    await connection.execute(
        insert(summaries).values(
            adventure_id=adventure_id,
            action_id=action_id,
            through=through,
            text=text,
            edited=edited,
            base_id=base_id,
            on_path=on_path,
            created_at=datetime.now(UTC),
        )
    )
