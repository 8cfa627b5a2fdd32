"""Story cards. A card's id is its row's id, as text."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import CardInvalid, UnknownCard
from bot.store import tree
from bot.store.engine import Database
from bot.store.schema import adventures, cards
from bot.story import MatchMode, StoryCard
from bot.story.cards import ENTRY_LIMIT, TITLE_LIMIT

_BATCH = 250
"""Rows that are turned into cards before others get a turn on the event loop."""


class Cards:
    """The story cards of each adventure."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, adventure_id: int) -> list[StoryCard]:
        """In their own order: the order in which they were added."""
        async with self._database.reading() as connection:
            return await cards_of(connection, adventure_id)

    async def get(self, adventure_id: int, card_id: str) -> StoryCard:
        """Raises UnknownCard."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(cards).where(_is(adventure_id, card_id)))
            row = found.one_or_none()
        if row is None:
            raise UnknownCard(name=card_id)
        return to_card(row)

    async def add(self, adventure_id: int, card: StoryCard) -> StoryCard:
        """Save a new card; the id it comes with is not used. Raises CardInvalid, UnknownAdventure."""
        values = to_row(adventure_id, card)
        async with self._database.writing() as connection:
            await tree.place(connection, adventure_id)
            await _changed(connection, adventure_id)
            added = await connection.execute(insert(cards).values(values).returning(cards))
            return to_card(added.one())

    async def update(self, adventure_id: int, card: StoryCard) -> None:
        """Replace everything but the id. Raises CardInvalid, UnknownCard."""
        values = to_row(adventure_id, card)
        async with self._database.writing() as connection:
            changed = await connection.execute(update(cards).where(_is(adventure_id, card.id)).values(values))
            if changed.rowcount == 0:
                raise UnknownCard(name=card.title)
            await _changed(connection, adventure_id)

    async def remove(self, adventure_id: int, card_id: str) -> None:
        """Raises UnknownCard."""
        async with self._database.writing() as connection:
            removed = await connection.execute(delete(cards).where(_is(adventure_id, card_id)))
            if removed.rowcount == 0:
                raise UnknownCard(name=card_id)
            await _changed(connection, adventure_id)


async def _changed(connection: AsyncConnection, adventure_id: int) -> None:
    """Tell everybody who keeps the adventure's cards that they have changed."""
    await connection.execute(
        update(adventures).where(adventures.c.id == adventure_id).values(deck=adventures.c.deck + 1)
    )


async def cards_of(connection: AsyncConnection, adventure_id: int) -> list[StoryCard]:
    """All cards of the adventure, in their own order."""
    found = await connection.stream(
        select(cards).where(cards.c.adventure_id == adventure_id).order_by(cards.c.id)
    )
    deck: list[StoryCard] = []
    async for rows in found.partitions(_BATCH):
        deck.extend(map(to_card, rows))
    return deck


def to_card(row: Row[Any]) -> StoryCard:
    """A row as the domain knows it."""
    return StoryCard(
        id=str(row.id),
        title=row.title,
        entry=row.entry,
        triggers=tuple(row.triggers),
        type=row.type,
        match=MatchMode(row.match),
        notes=row.notes,
        pinned=row.pinned,
        enabled=row.enabled,
    )


def to_row(adventure_id: int, card: StoryCard) -> dict[str, object]:
    """A card as columns, without its id. Raises CardInvalid (reasons: missing, too-long)."""
    if not card.title.strip():
        raise CardInvalid(field="title", reason="missing")
    for field, text, limit in (("title", card.title, TITLE_LIMIT), ("entry", card.entry, ENTRY_LIMIT)):
        if len(text) > limit:
            raise CardInvalid(field=field, reason="too-long", limit=limit)
    return {
        "adventure_id": adventure_id,
        "title": card.title,
        "entry": card.entry,
        "triggers": list(card.triggers),
        "type": card.type,
        "match": card.match,
        "notes": card.notes,
        "pinned": card.pinned,
        "enabled": card.enabled,
    }


def _is(adventure_id: int, card_id: str) -> ColumnElement[bool]:
    # What was typed instead of chosen is no number; 0 is no card.
    number = int(card_id) if card_id.isascii() and card_id.isdigit() and len(card_id) < 19 else 0
    return (cards.c.id == number) & (cards.c.adventure_id == adventure_id)
