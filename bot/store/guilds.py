"""What the managers of a server have set."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from bot.store.engine import Database
from bot.store.records import GuildSettings
from bot.store.schema import guilds


class Guilds:
    """Settings by server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild_id: int) -> GuildSettings:
        """The server's settings; defaults where nobody has set anything."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(guilds).where(guilds.c.guild_id == guild_id))
            row = found.one_or_none()
        return GuildSettings(guild_id) if row is None else GuildSettings(**row._mapping)

    async def set_language(self, guild_id: int, language: str | None) -> None:
        """None: the server has no language of its own."""
        await self._set(guild_id, language=language)

    async def set_card_role(self, guild_id: int, role_id: int | None) -> None:
        """None: only managers may write story cards."""
        await self._set(guild_id, card_role_id=role_id)

    async def _set(self, guild_id: int, **values: str | int | None) -> None:
        async with self._database.writing() as connection:
            changed = await connection.execute(
                update(guilds).where(guilds.c.guild_id == guild_id).values(values)
            )
            if changed.rowcount == 0:
                await connection.execute(insert(guilds).values(guild_id=guild_id, **values))
