from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.errors import StoreUnwritable
from bot.store.engine import open_database


async def test_the_end_waits_for_transactions_under_way_and_leaves_no_thread(tmp_path: Path) -> None:
    before = _workers()
    begun, go = asyncio.Event(), asyncio.Event()

    async def handler() -> None:
        async with database.writing() as connection:
            begun.set()
            await go.wait()
            await connection.execute(text("CREATE TABLE late (id INTEGER)"))

    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'story.db'}") as database:
        task = asyncio.create_task(handler())
        await begun.wait()
        asyncio.get_running_loop().call_soon(go.set)
    assert task.done()
    await task
    for thread in _workers() - before:
        thread.join(10)
        assert not thread.is_alive()


def _workers() -> set[threading.Thread]:
    """The threads that hold a connection each."""
    return {thread for thread in threading.enumerate() if "connection_worker" in thread.name}


async def test_nothing_is_begun_after_the_end(tmp_path: Path) -> None:
    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'story.db'}") as database:
        pass
    with pytest.raises(StoreUnwritable):
        async with database.reading():
            pass
