"""The story as a tree with a head: the few steps that everything else is made of.

Nodes are only ever added. What undo, redo and retry change is where the head is.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BindParameter, Row, Select, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import UnknownAdventure
from bot.store.hanging import anything_hangs, hand_over, settle_path
from bot.store.schema import actions, adventures, heads
from bot.story import Action, ActionType


def to_action(row: Row[Any]) -> Action:
    """A node as the domain knows it."""
    return Action(type=ActionType(row.type), text=row.text, author=row.author, id=row.id)


def is_players(action_type: str) -> bool:
    """Whether a player wrote the action."""
    return action_type in (ActionType.DO, ActionType.SAY, ActionType.STORY)


async def place(connection: AsyncConnection, adventure_id: int) -> Row[Any]:
    """Head and tip; locked until the transaction ends. Raises UnknownAdventure."""
    found = await connection.execute(
        select(heads).where(heads.c.adventure_id == adventure_id).with_for_update()
    )
    row = found.one_or_none()
    if row is None:
        raise UnknownAdventure
    return row


async def node(connection: AsyncConnection, action_id: int) -> Row[Any]:
    """One row of ``actions``."""
    return (await connection.execute(select(actions).where(actions.c.id == action_id))).one()


async def grow(
    connection: AsyncConnection, adventure_id: int, parent_id: int | None, action: Action
) -> Action:
    """Add a node below the parent (None: the root). The head stays where it is."""
    below = select(actions.c.depth + 1).where(actions.c.id == parent_id).scalar_subquery()
    added = await connection.execute(
        insert(actions)
        .values(
            adventure_id=adventure_id,
            parent_id=parent_id,
            depth=0 if parent_id is None else below,
            type=action.type,
            text=action.text,
            author=action.author,
        )
        .returning(actions)
    )
    return to_action(added.one())


async def extend(
    connection: AsyncConnection, place: Row[Any], parent_id: int | None, action: Action
) -> Action:
    """Add a node below the parent; it becomes head and tip. ``place`` is where the story stands now.

    Where it takes the place of the head, what players have said there is said of it now.
    """
    added = await grow(connection, place.adventure_id, parent_id, action)
    if parent_id != place.head_id and (await node(connection, place.head_id)).parent_id == parent_id:
        await hand_over(connection, place.adventure_id, place.head_id, added.id)
    await _stand_at(connection, place.adventure_id, head_id=added.id, tip_id=added.id)
    # What hangs on a story that only grows stays where it is.
    if parent_id != place.head_id:
        await _bring_along(connection, place.adventure_id, added.id)
    return added


async def move(connection: AsyncConnection, adventure_id: int, head_id: int) -> None:
    """Put the head elsewhere; redo keeps its aim. What hangs on actions follows."""
    await _stand_at(connection, adventure_id, head_id=head_id)
    await _bring_along(connection, adventure_id, head_id)


async def _stand_at(connection: AsyncConnection, adventure_id: int, **values: int) -> None:
    await connection.execute(update(heads).where(heads.c.adventure_id == adventure_id).values(values))
    await connection.execute(
        update(adventures).where(adventures.c.id == adventure_id).values(updated_at=datetime.now(UTC))
    )


async def _bring_along(connection: AsyncConnection, adventure_id: int, head_id: int) -> None:
    if await anything_hangs(connection, adventure_id):
        await settle_path(connection, adventure_id, head_id)


def branch(
    action_id: int | BindParameter[int], below: int = -1, last: BindParameter[int] | None = None
) -> Select[Any]:
    """The nodes from the root to the action, oldest first; only those deeper than ``below``, the ``last``."""
    lowest = select(actions.c.id, actions.c.parent_id, literal(1).label("count"))
    walk = lowest.where(actions.c.id == action_id).cte("walk", recursive=True)
    above = (
        select(actions.c.id, actions.c.parent_id, walk.c.count + 1)
        .join(walk, actions.c.id == walk.c.parent_id)
        .where(actions.c.depth > below)
    )
    if last is not None:
        above = above.where(walk.c.count < last)
    walk = walk.union_all(above)
    return select(actions).join(walk, actions.c.id == walk.c.id).order_by(actions.c.depth)
