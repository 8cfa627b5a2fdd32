"""The story of an adventure: reading it, and moving its head back and forth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import BigInteger, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import NothingToRedo, NothingToUndo
from bot.store import tree
from bot.store.adventures import adventure_of
from bot.store.cards import cards_of
from bot.store.decks import Decks
from bot.store.engine import Database
from bot.store.records import AdventureRecord
from bot.store.schema import actions, turns
from bot.store.standings import from_text
from bot.story import Action, ActionType, Adventure, ContextSettings, Layout, Standing

_BATCH = 250
"""Rows that are turned into actions before others get a turn on the event loop."""
_ALL = 1 << 60
# Made once: to put it together takes as long as to run it.
_END = tree.branch(bindparam("head_id", type_=BigInteger), last=bindparam("last", type_=BigInteger))


_AROUND = 2
"""Actions that are read before a stretch."""


class Stretch(NamedTuple):
    """A piece of the story, word for word."""

    texts: tuple[str, ...]
    before: tuple[str, ...]
    """What stands before it, the nearest first."""
    after: tuple[str, ...]


class Story:
    """The trees of all adventures."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._decks = Decks()

    async def path(self, adventure_id: int, *, last: int | None = None) -> tuple[Action, ...]:
        """The actions from the opening to the head, or the ``last`` of them. Raises UnknownAdventure."""
        async with self._database.reading() as connection:
            record = await adventure_of(connection, adventure_id)
            return (await _path(connection, record.head_id, last))[0]

    async def snapshot(
        self, adventure_id: int, settings: ContextSettings, *, last: int | None = None, at: int | None = None
    ) -> Adventure:
        """What assembly may look at, as of one moment: of the story all, or the ``last`` actions.

        The story ends at the head, or at the action with the id ``at``. Raises UnknownAdventure.
        """
        async with self._database.reading() as connection:
            record = await adventure_of(connection, adventure_id)
            cards = self._decks.get(record.id, record.deck)
            if cards is None:
                cards = tuple(await cards_of(connection, adventure_id))
                self._decks.put(record.id, record.deck, cards)
            end = record.head_id if at is None else at
            told, skipped = await _path(connection, end, last)
            standing = None
            if settings.layout is Layout.CACHED:
                standing = await _standing(connection, told)
        return Adventure(
            title=record.title,
            language=record.language,
            settings=settings,
            plot=record.plot,
            cards=cards,
            actions=told,
            skipped=skipped,
            skipped_told=skipped,  # the store holds no action without text
            standing=standing,
        )

    async def count(self, adventure_id: int) -> int:
        """How many actions the path has. Raises UnknownAdventure."""
        async with self._database.reading() as connection:
            record = await adventure_of(connection, adventure_id)
            depth: int = (await tree.node(connection, record.head_id)).depth
        return depth + 1

    async def stretches(self, places: Sequence[tuple[int, int]]) -> list[Stretch]:
        """Pieces of the story, each from the action with that index to the one with that id."""
        found = []
        async with self._database.reading() as connection:
            for first, last_id in places:
                rows = await connection.execute(tree.branch(last_id, below=first - _AROUND - 1))
                told = [row.text for row in rows]
                begins = min(first, _AROUND)
                # After a fork nobody can tell from here which way the story went.
                ways = await connection.execute(
                    select(actions.c.text).where(actions.c.parent_id == last_id).limit(2)
                )
                after = tuple(ways.scalars())
                found.append(
                    Stretch(
                        tuple(told[begins:]),
                        tuple(reversed(told[:begins])),
                        after if len(after) == 1 else (),
                    )
                )
        return found

    async def variants(self, action_id: int) -> list[Action]:
        """All answers that were told at the same place as this one, itself included, oldest first."""
        place = select(actions.c.parent_id).where(actions.c.id == action_id).scalar_subquery()
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(actions)
                .where(actions.c.parent_id == place, actions.c.type == ActionType.OUTPUT)
                .order_by(actions.c.id)
            )
            return [tree.to_action(row) for row in found]

    async def undo(self, adventure_id: int) -> AdventureRecord:
        """Take the last turn back: the answer and the player's action that it follows.

        Raises NothingToUndo at the opening, UnknownAdventure.
        """
        async with self._database.writing() as connection:
            place = await tree.place(connection, adventure_id)
            last = await tree.node(connection, place.head_id)
            if last.type == ActionType.OUTPUT:
                before = await tree.node(connection, last.parent_id)
                last = before if tree.is_players(before.type) else last
            if last.parent_id is None:
                raise NothingToUndo
            await tree.move(connection, adventure_id, last.parent_id)
            return await adventure_of(connection, adventure_id)

    async def redo(self, adventure_id: int) -> AdventureRecord:
        """Go one turn towards the tip. Raises NothingToRedo, UnknownAdventure."""
        async with self._database.writing() as connection:
            place = await tree.place(connection, adventure_id)
            if place.head_id == place.tip_id:
                raise NothingToRedo
            head = await tree.node(connection, place.head_id)
            found = await connection.execute(tree.branch(place.tip_id, below=head.depth).limit(2))
            step, *rest = found.all()
            if tree.is_players(step.type) and rest and rest[0].type == ActionType.OUTPUT:
                step = rest[0]
            await tree.move(connection, adventure_id, step.id)
            return await adventure_of(connection, adventure_id)


async def _path(
    connection: AsyncConnection, head_id: int, last: int | None = None
) -> tuple[tuple[Action, ...], int]:
    """The ``last`` actions up to the head, and how many stand before them."""
    if last is not None and last <= _BATCH:
        rows = (await connection.execute(_END, {"head_id": head_id, "last": last})).all()
        return tuple(map(tree.to_action, rows)), rows[0].depth
    # In batches, because a long story would hold up the event loop.
    told: list[Action] = []
    skipped = None
    result = await connection.stream(_END, {"head_id": head_id, "last": last or _ALL})
    async for batch in result.partitions(_BATCH):
        if skipped is None:
            skipped = batch[0].depth
        told.extend(map(tree.to_action, batch))
    return tuple(told), skipped or 0


async def _standing(connection: AsyncConnection, told: Sequence[Action]) -> Standing | None:
    """What stands in the prompt since the last answer of the story."""
    answer = next((action.id for action in reversed(told) if action.type is ActionType.OUTPUT), None)
    if answer is None:
        return None
    found = await connection.execute(select(turns.c.standing).where(turns.c.output_id == answer))
    return from_text(found.scalar_one_or_none())
