"""The story as a tree with a head: the few steps that everything else is made of.

Nodes are only ever added. What undo, redo and retry change is where the head is.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, Select, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import UnknownAdventure
from bot.store.hanging import anything_hangs, settle_path
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
    depth = 0 if parent_id is None else (await node(connection, parent_id)).depth + 1
    added = await connection.execute(
        insert(actions)
        .values(
            adventure_id=adventure_id,
            parent_id=parent_id,
            depth=depth,
            type=action.type,
            text=action.text,
            author=action.author,
        )
        .returning(actions)
    )
    return to_action(added.one())


async def move(
    connection: AsyncConnection, adventure_id: int, head_id: int, tip_id: int | None = None
) -> None:
    """Put the head elsewhere; without ``tip_id`` redo keeps its aim. What hangs on actions follows.

    Only a new node gets to be the tip.
    """
    # Most adventures have neither canon nor scenes: then nobody has to know where the head was.
    hangs = await anything_hangs(connection, adventure_id)
    before = (await place(connection, adventure_id)).head_id if hangs else None
    values = {"head_id": head_id} if tip_id is None else {"head_id": head_id, "tip_id": tip_id}
    await connection.execute(update(heads).where(heads.c.adventure_id == adventure_id).values(values))
    await connection.execute(
        update(adventures).where(adventures.c.id == adventure_id).values(updated_at=datetime.now(UTC))
    )
    if hangs and (tip_id is None or (await node(connection, head_id)).parent_id != before):
        await settle_path(connection, adventure_id, head_id)


def branch(action_id: int, below: int = -1) -> Select[Any]:
    """The nodes from the root to the action, oldest first; only those deeper than ``below``."""
    lowest = select(actions.c.id, actions.c.parent_id).where(actions.c.id == action_id)
    walk = lowest.cte("walk", recursive=True)
    walk = walk.union_all(
        select(actions.c.id, actions.c.parent_id)
        .join(walk, actions.c.id == walk.c.parent_id)
        .where(actions.c.depth > below)
    )
    return select(actions).join(walk, actions.c.id == walk.c.id).order_by(actions.c.depth)
