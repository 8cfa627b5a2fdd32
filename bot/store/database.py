"""The store: one object with everything that is kept, opened and closed in one place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import URL, delete, false

from bot.store.adventures import Adventures
from bot.store.canon import Canon
from bot.store.cards import Cards
from bot.store.engine import Database, open_database
from bot.store.guilds import Guilds
from bot.store.jobs import Jobs
from bot.store.memories import Memories
from bot.store.migrate import upgrade
from bot.store.notes import Notes
from bot.store.schema import guilds
from bot.store.story import Story
from bot.store.summaries import Summaries
from bot.store.turns import Turns


class Store:
    """Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.guilds = Guilds(database)
        self.notes = Notes(database)
        self.adventures = Adventures(database)
        self.story = Story(database)
        self.cards = Cards(database)
        self.turns = Turns(database)
        self.canon = Canon(database)
        self.memories = Memories(database)
        self.summaries = Summaries(database)
        self.jobs = Jobs(database)


@asynccontextmanager
async def open_store(url: str | URL) -> AsyncIterator[Store]:
    """Open the database at an SQLAlchemy URL, bring it up to date, and close it on every exit.

    Raises StoreNewer, StoreUnwritable, SettingsError. The end of the block waits for transactions that
    are under way; whoever asks for one later gets StoreUnwritable.
    """
    async with open_database(url) as database:
        async with database.writing() as connection:
            await connection.run_sync(upgrade, database.file)
            # SQLite opens a file that it may not write without a word; only a write tells.
            await connection.execute(delete(guilds).where(false()))
        yield Store(database)
