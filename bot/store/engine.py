"""Connections and transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from sqlalchemy import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InvalidRequestError,
    NoSuchModuleError,
    TimeoutError,  # noqa: A004 - SQLAlchemy's own: no connection of the pool became free
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.errors import SettingsError, StoreUnwritable
from bot.store import sqlite


class Database:
    """Hands out connections that are inside a transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)
        self._used = 0
        self._unused = asyncio.Event()
        self._unused.set()
        self._closed = False

    @property
    def file(self) -> str:
        """The database as a person knows it: the file, or the address without its password."""
        url = self._engine.url
        if url.get_backend_name() == "sqlite" and url.database:
            return url.database
        return url.render_as_string(hide_password=True)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """All reads of one block see the same state. Raises StoreUnwritable."""
        with self._explained():
            async with self._engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """All or nothing: committed at the end of the block, rolled back on any exception.

        Raises StoreUnwritable; IntegrityError goes through, its meaning is the caller's.
        """
        with self._explained():
            async with self._writer.begin() as connection:
                yield connection

    async def close(self) -> None:
        """Let the transactions under way end, refuse new ones, close all connections.

        A connection that came back later would stay open, and keep the process from ending.
        """
        self._closed = True
        await self._unused.wait()
        await self._engine.dispose()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        if self._closed:
            raise StoreUnwritable(file=self.file, reason="closed")
        self._used += 1
        self._unused.clear()
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            # Only the driver's own words: SQLAlchemy's would show the statement and the players' texts.
            raise StoreUnwritable(file=self.file, reason=str(error.orig)) from None
        except (TimeoutError, OSError) as error:
            raise StoreUnwritable(file=self.file, reason=str(error)) from None
        finally:
            self._used -= 1
            if not self._used:
                self._unused.set()


@asynccontextmanager
async def open_database(url: str | URL) -> AsyncIterator[Database]:
    """Make the engine for an SQLAlchemy URL and close all its connections at the end.

    SQLite files keep SQLAlchemy's queue pool: opening a connection costs a thread, and closing the
    last one makes SQLite fold its journal into the file. Raises SettingsError for a URL that no
    driver understands; it never shows the URL, which may hold a password.
    """
    connections = sqlite.Connections()
    try:
        address = make_url(url)
        on_sqlite = address.get_backend_name() == "sqlite"
        if on_sqlite and address.database in (None, "", ":memory:"):
            raise SettingsError(name="QUESTSMITH_DATABASE_URL", reason=":memory:")
        options = {"factory": connections.open} if on_sqlite else {}
        engine = create_async_engine(address, connect_args=options)
    except (ArgumentError, InvalidRequestError, NoSuchModuleError, ImportError) as error:
        raise SettingsError(name="QUESTSMITH_DATABASE_URL", reason=str(error)) from None
    database = Database(engine)
    if on_sqlite:
        sqlite.prepare(engine)
    try:
        yield database
    finally:
        await database.close()
        await connections.ended()
