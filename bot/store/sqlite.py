"""Everything that is true of SQLite alone: settings of a connection, and who begins a transaction."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry

BUSY_TIMEOUT = 30_000
"""Milliseconds that a writer waits for another one."""

_THREAD_TIMEOUT = 5.0
"""Seconds for a connection that is in the middle of something when the database is closed."""

_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_TIMEOUT}",  # first: the others may have to wait already
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a finished answer survives a power cut
    "PRAGMA foreign_keys = ON",
)


class ReleasingConnection(sqlite3.Connection):
    """Lets go of its transaction when it is closed.

    A task that is cancelled in the middle of a statement makes SQLAlchemy drop the connection, while the
    cursor lives on in the exception's traceback. SQLite keeps the lock of a closed connection for as
    long as one of its statements lives.
    """

    def close(self) -> None:
        """Roll back, then close."""
        if self.in_transaction:
            self.rollback()
        super().close()


class Connections:
    """Opens connections, and knows the driver's threads that they live in."""

    def __init__(self) -> None:
        self._threads: set[threading.Thread] = set()

    def open(self, *arguments: Any, **options: Any) -> sqlite3.Connection:
        """Called by the driver, in the connection's thread, instead of ``sqlite3.Connection``."""
        self._threads.add(threading.current_thread())
        return ReleasingConnection(*arguments, **options)

    async def ended(self) -> None:
        """Wait for the threads of connections that were dropped, not closed.

        They report to the event loop, and die with a trace where that is closed already.
        """
        for thread in self._threads:
            await asyncio.to_thread(thread.join, _THREAD_TIMEOUT)


def prepare(engine: AsyncEngine) -> None:
    """Set up every connection of the engine, and begin its transactions ourselves.

    The driver would begin a transaction only before the first write. A transaction that reads first
    and writes later fails with "database is locked" when somebody else has written in between,
    whatever the timeout; so those that write (option ``writes``) take the lock at their start.
    """
    event.listen(engine.sync_engine, "connect", _on_connect)
    event.listen(engine.sync_engine, "begin", _on_begin)


def _on_connect(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    try:
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
    except BaseException:
        # SQLAlchemy lets go of a connection that cannot be set up, but its thread would live on.
        cursor.close()
        connection.close()
        raise
    cursor.close()


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
