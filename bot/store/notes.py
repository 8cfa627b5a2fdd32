"""What the bot remembers about itself, by key."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from bot.store.engine import Database
from bot.store.schema import notes


class Notes:
    """Small texts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """The note, None when there is none."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(notes.c.value).where(notes.c.key == key))
            value: str | None = found.scalar_one_or_none()
        return value

    async def set(self, key: str, value: str) -> None:
        """Write the note, over the one before."""
        async with self._database.writing() as connection:
            changed = await connection.execute(update(notes).where(notes.c.key == key).values(value=value))
            if changed.rowcount == 0:
                await connection.execute(insert(notes).values(key=key, value=value))
