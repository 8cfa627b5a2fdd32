"""What hangs on actions goes back and returns with them: scenes, canon records, memories, summaries.

``on_path`` and ``status`` are kept true by the two functions here, inside the transaction that moves a
head or changes the canon. So reading is plain, and the unique index over the active records holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, Select, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import actions, adventures, canon, memories, scenes, successions, summaries
from bot.story import RecordStatus
from bot.story.given import given_by, without_undone


async def anything_hangs(connection: AsyncConnection, adventure_id: int) -> bool:
    """Whether anything has to follow the head."""
    found = await connection.execute(
        select(
            *(
                select(table.c.id).where(table.c.adventure_id == adventure_id).exists()
                for table in (canon, scenes, memories, summaries)
            )
        )
    )
    return any(found.one())


async def hand_over(connection: AsyncConnection, adventure_id: int, old_id: int, new_id: int) -> None:
    """Hang what players have said at an answer on the one that is told instead of it.

    Who corrects the narrator and has the answer told anew wants the correction to hold. What was written
    from the old answer stays with that.
    """
    for table in (scenes, canon, memories):
        said = update(table).where(table.c.adventure_id == adventure_id, table.c.action_id == old_id)
        if table is memories:
            said = said.where(memories.c.first.is_(None))
        await connection.execute(said.values(action_id=new_id))


async def settle_path(connection: AsyncConnection, adventure_id: int, head_id: int) -> None:
    """After the head went elsewhere than to a new child of it."""
    path = _path(head_id)
    for table in (scenes, memories, summaries):
        here = table.c.action_id.in_(path)
        # Only what goes or returns: to write thousands of memories again would take as many milliseconds.
        await connection.execute(
            update(table)
            .where(table.c.adventure_id == adventure_id, table.c.on_path != here)
            .values(on_path=here)
        )
    await settle_summary(connection, adventure_id)
    found = await connection.execute(
        select(canon.c.id, canon.c.on_path, canon.c.action_id.in_(path).label("now")).where(
            canon.c.adventure_id == adventure_id
        )
    )
    changed = {row.id: bool(row.now) for row in found if bool(row.on_path) != bool(row.now)}
    if changed:
        for record_id, now in changed.items():
            # Superseded until its status is found out: two active records may not meet even for a moment.
            await connection.execute(
                update(canon)
                .where(canon.c.id == record_id)
                .values(on_path=now, status=RecordStatus.SUPERSEDED)
            )
        await settle_status(connection, changed)


async def settle_summary(connection: AsyncConnection, adventure_id: int) -> None:
    """Give the adventure the summary that stands; without any version it keeps its own."""
    standing = await standing_summary(connection, adventure_id)
    bank = adventures.c.bank + 1
    await connection.execute(
        update(adventures)
        .where(adventures.c.id == adventure_id)
        .values({"bank": bank} if standing is None else {"bank": bank, "summary": standing[1]})
    )


async def standing_summary(connection: AsyncConnection, adventure_id: int) -> tuple[int, str] | None:
    """Id of the version of the summary that stands, and what it says; None when there is none.

    What was written from the story stands while its last action is on the path, an edit of a player always:
    without what it had kept of a version that was undone since.
    """
    here = summaries.c.adventure_id == adventure_id
    newest = select(summaries).order_by(summaries.c.id.desc()).limit(1)
    found = await connection.execute(newest.where(here, summaries.c.on_path | summaries.c.edited))
    version = found.one_or_none()
    if version is None or not version.edited:
        return None if version is None else (version.id, version.text)
    found = await connection.execute(
        newest.where(here, summaries.c.on_path, ~summaries.c.edited, summaries.c.id < version.id)
    )
    written = found.one_or_none()
    given = given_by(await summary_edits(connection, adventure_id))
    return version.id, without_undone(version.text, "" if written is None else written.text, given)


async def summary_edits(connection: AsyncConnection, adventure_id: int) -> tuple[tuple[str, str], ...]:
    """What players have made of the summary: before and after each edit, oldest first."""
    base = summaries.alias()
    found = await connection.execute(
        select(func.coalesce(base.c.text, "").label("before"), summaries.c.text)
        .join_from(summaries, base, base.c.id == summaries.c.base_id, isouter=True)
        .where(summaries.c.adventure_id == adventure_id, summaries.c.edited)
        .order_by(summaries.c.id)
    )
    return tuple((row.before, row.text) for row in found)


async def settle_status(connection: AsyncConnection, changed: Iterable[int]) -> None:
    """After these records appeared, went, or were answered: what they and their predecessors are worth."""
    ids = set(changed)
    found = await connection.execute(select(successions.c.old_id).where(successions.c.new_id.in_(ids)))
    ids |= set(found.scalars())
    rows = (await connection.execute(select(canon).where(canon.c.id.in_(ids)).order_by(canon.c.id))).all()
    statuses: list[tuple[Row[Any], RecordStatus, Row[Any] | None]] = []
    for row in rows:
        newer = await connection.execute(
            select(canon)
            .join(successions, successions.c.new_id == canon.c.id)
            .where(successions.c.old_id == row.id, canon.c.on_path)
            .where(canon.c.said != RecordStatus.FORGOTTEN)
            .order_by(canon.c.id.desc())
            .limit(1)
        )
        successor = newer.one_or_none()
        status = RecordStatus(row.said)
        if successor is not None and status is not RecordStatus.FORGOTTEN:
            status = RecordStatus.SUPERSEDED
        statuses.append((row, status, successor))
    # Those that step down go first, for the same reason.
    for row, status, successor in sorted(statuses, key=lambda found: found[1] is RecordStatus.ACTIVE):
        await connection.execute(
            update(canon)
            .where(canon.c.id == row.id)
            .values(
                status=status,
                successor_id=successor.id if successor is not None else None,
                superseded_at=successor.created_at if successor is not None else None,
            )
        )


def _path(head_id: int) -> Select[Any]:
    """The ids of the actions from the head to the root."""
    walk = (
        select(actions.c.id, actions.c.parent_id).where(actions.c.id == head_id).cte("path", recursive=True)
    )
    walk = walk.union_all(
        select(actions.c.id, actions.c.parent_id).join(walk, actions.c.id == walk.c.parent_id)
    )
    return select(walk.c.id)
