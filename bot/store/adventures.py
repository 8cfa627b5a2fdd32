"""Adventures: where they are played, by whom, and what is always with the narrator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import AdventureOpen, UnknownAdventure
from bot.store import tree
from bot.store.cards import to_row
from bot.store.engine import Database
from bot.store.records import AdventureRecord
from bot.store.schema import adventures, cards, heads
from bot.store.summaries import edit_summary
from bot.story import Action, ActionType, Plot, StoryCard


class Adventures:
    """All adventures of all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        *,
        guild_id: int,
        channel_id: int,
        owner_id: int,
        scenario: str,
        title: str,
        language: str,
        mode: ActionType,
        plot: Plot,
        cards: Sequence[StoryCard],
        opening: str,
        summarises: bool = True,
    ) -> AdventureRecord:
        """Begin an adventure: the opening is its first action, head and tip.

        Raises AdventureOpen when another one is open in the channel, CardInvalid.
        """
        now = datetime.now(UTC)
        try:
            async with self._database.writing() as connection:
                added = await connection.execute(
                    insert(adventures)
                    .values(
                        guild_id=guild_id,
                        channel_id=channel_id,
                        owner_id=owner_id,
                        scenario=scenario,
                        title=title,
                        language=language,
                        mode=mode,
                        open=True,
                        last_message_id=0,
                        buttons_id=0,
                        deck=0,
                        bank=0,
                        summarises=summarises,
                        created_at=now,
                        updated_at=now,
                        **asdict(plot),
                    )
                    .returning(adventures.c.id)
                )
                adventure_id: int = added.scalar_one()
                start = Action(ActionType.START, opening)
                root = await tree.grow(connection, adventure_id, None, start)
                await connection.execute(
                    insert(heads).values(adventure_id=adventure_id, head_id=root.id, tip_id=root.id)
                )
                await _add_cards(connection, adventure_id, cards)
                return await adventure_of(connection, adventure_id)
        except IntegrityError:
            raise await self._occupied(channel_id) from None

    async def get(self, adventure_id: int) -> AdventureRecord:
        """Raises UnknownAdventure."""
        async with self._database.reading() as connection:
            return await adventure_of(connection, adventure_id)

    async def open_in(self, channel_id: int) -> AdventureRecord | None:
        """The adventure that is played in the channel."""
        found = await self._where((adventures.c.channel_id == channel_id) & adventures.c.open)
        return found[0] if found else None

    async def of_guild(self, guild_id: int) -> list[AdventureRecord]:
        """The server's adventures, open or not, newest first."""
        return await self._where(adventures.c.guild_id == guild_id)

    async def all_open(self) -> list[AdventureRecord]:
        """Every adventure that is being played, newest first."""
        return await self._where(adventures.c.open)

    async def end(self, adventure_id: int) -> None:
        """Free its channel; the story is kept. Raises UnknownAdventure."""
        await self._set(adventure_id, open=False)

    async def reopen(self, adventure_id: int, channel_id: int) -> AdventureRecord:
        """Go on with it, in this channel. Raises AdventureOpen, UnknownAdventure.

        What was written meanwhile is not played: no message of the channel counts as handled yet.
        """
        try:
            await self._set(adventure_id, open=True, channel_id=channel_id, last_message_id=0)
        except IntegrityError:
            raise await self._occupied(channel_id) from None
        return await self.get(adventure_id)

    async def set_plot(self, adventure_id: int, plot: Plot, *, before: Plot | None = None) -> None:
        """Change the texts that differ from what they were ``before``; the others stay as they are by now.

        A summary that a player has changed is kept as a version of its own; it was made of the one before,
        whatever was written since. Raises UnknownAdventure.
        """
        async with self._database.writing() as connection:
            now = asdict((await adventure_of(connection, adventure_id)).plot)
            old = now if before is None else asdict(before)
            changed = {name: text for name, text in asdict(plot).items() if text != old[name]}
            if "summary" in changed:
                await edit_summary(connection, adventure_id, old["summary"], changed["summary"])
            await _change(connection, adventure_id, **changed)

    async def set_summarises(self, adventure_id: int, *, summarises: bool) -> None:
        """Whether its story summary is refreshed as the story goes on. Raises UnknownAdventure."""
        await self._set(adventure_id, summarises=summarises)

    async def set_mode(self, adventure_id: int, mode: ActionType) -> None:
        """What a bare message is: do, say or story. Raises UnknownAdventure."""
        await self._set(adventure_id, mode=mode)

    async def set_language(self, adventure_id: int, language: str) -> None:
        """Raises UnknownAdventure."""
        await self._set(adventure_id, language=language)

    async def saw(self, channel_id: int, message_id: int) -> None:
        """Remember the newest message that was handled; an older one changes nothing."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(adventures)
                .where(adventures.c.channel_id == channel_id, adventures.c.open)
                .where(adventures.c.last_message_id < message_id)
                .values(last_message_id=message_id)
            )

    async def set_buttons(self, adventure_id: int, message_id: int) -> None:
        """Remember the Discord message that bears the buttons. Raises UnknownAdventure."""
        await self._set(adventure_id, buttons_id=message_id)

    async def _where(self, condition: ColumnElement[bool]) -> list[AdventureRecord]:
        async with self._database.reading() as connection:
            found = await connection.execute(RECORD.where(condition).order_by(adventures.c.id.desc()))
            return [to_record(row) for row in found]

    async def _set(self, adventure_id: int, **values: str | int) -> None:
        async with self._database.writing() as connection:
            await _change(connection, adventure_id, **values)

    async def _occupied(self, channel_id: int) -> AdventureOpen:
        # Only the index over the open adventures' channels can have refused the row.
        other = await self.open_in(channel_id)
        return AdventureOpen(title=other.title if other else "")


RECORD = select(adventures, heads.c.head_id, heads.c.tip_id).join(
    heads, heads.c.adventure_id == adventures.c.id
)
"""Adventures, with where they stand."""


async def adventure_of(connection: AsyncConnection, adventure_id: int) -> AdventureRecord:
    """Raises UnknownAdventure."""
    row = (await connection.execute(RECORD.where(adventures.c.id == adventure_id))).one_or_none()
    if row is None:
        raise UnknownAdventure
    return to_record(row)


async def _change(connection: AsyncConnection, adventure_id: int, **values: str | int) -> None:
    changed = await connection.execute(
        update(adventures)
        .where(adventures.c.id == adventure_id)
        .values(updated_at=datetime.now(UTC), **values)
    )
    if changed.rowcount == 0:
        raise UnknownAdventure


async def _add_cards(connection: AsyncConnection, adventure_id: int, new: Sequence[StoryCard]) -> None:
    if new:
        await connection.execute(insert(cards), [to_row(adventure_id, card) for card in new])


def to_record(row: Row[Any]) -> AdventureRecord:
    """A row of ``RECORD``."""
    return AdventureRecord(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        scenario=row.scenario,
        title=row.title,
        language=row.language,
        mode=ActionType(row.mode),
        plot=Plot(
            instructions=row.instructions,
            essentials=row.essentials,
            summary=row.summary,
            authors_note=row.authors_note,
            front_memory=row.front_memory,
        ),
        open=row.open,
        owner_id=row.owner_id,
        head_id=row.head_id,
        tip_id=row.tip_id,
        last_message_id=row.last_message_id,
        buttons_id=row.buttons_id,
        deck=row.deck,
        bank=row.bank,
        summarises=row.summarises,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
