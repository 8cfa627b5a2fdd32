from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import URL, insert, select, text

from bot.errors import DuplicateTurn, SettingsError, StoreNewer, StoreUnwritable, UnknownAdventure
from bot.store.database import Store, open_store
from bot.store.engine import Database, open_database
from bot.store.records import TurnKind, TurnState
from bot.store.schema import guilds

from .parts import accept, begin, new_adventure, texts


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def run_crash(url: str, step: str) -> subprocess.CompletedProcess[str]:
    script = Path(__file__).with_name("crash.py")
    return subprocess.run(
        [sys.executable, str(script), url, step], capture_output=True, text=True, timeout=30, check=False
    )


@pytest.mark.parametrize(
    ("step", "state", "told"),
    [
        ("accepted", TurnState.INTERRUPTED, ["You wake."]),
        ("begun", TurnState.INTERRUPTED, ["You wake.", "> look"]),
        ("committed", TurnState.DONE, ["You wake.", "> look", "Dark."]),
    ],
)
async def test_a_killed_process_loses_nothing(url: str, step: str, state: TurnState, told: list[str]) -> None:
    assert run_crash(url, step).returncode == -signal.SIGKILL
    async with open_store(url) as store:
        interrupted = await store.turns.interrupt_open(terminal=False)
        (record,) = await store.adventures.all_open()
        turn = await store.turns.latest(record.id)
        assert turn is not None
        assert (turn.state, turn.text, turn.event_id) == (state, "look", "event")
        assert interrupted == ([] if state is TurnState.DONE else [turn])
        assert await texts(store, record.id) == told
        with pytest.raises(DuplicateTurn):
            await store.turns.accept(
                event_id="event",
                adventure_id=record.id,
                kind=TurnKind.DO,
                text="look",
                author_id=7,
                author_name="Ash",
            )


async def test_a_process_that_fails_ends(url: str, tmp_path: Path) -> None:
    ended = run_crash(url, "raise")
    assert ended.returncode == 1
    assert "LookupError: raise" in ended.stderr
    assert "Warning" not in ended.stderr
    # SQLite takes its journal away when the last connection is closed properly.
    assert files(tmp_path) == ["story.db"]


async def test_everything_is_closed_at_the_end(url: str, tmp_path: Path) -> None:
    async with open_store(url) as store:
        await asyncio.gather(*(store.guilds.set_language(n, "en") for n in range(20)))
        assert "story.db-wal" in files(tmp_path)
    assert files(tmp_path) == ["story.db"]


async def test_settings_of_a_connection(store: Store, url: str) -> None:
    async with open_database(url) as database, database.reading() as connection:
        for pragma, value in [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]:
            assert (await connection.execute(text(f"PRAGMA {pragma}"))).scalar_one() == value


async def test_a_reader_sees_one_state(store: Store, url: str) -> None:
    async with open_database(url) as database, database.reading() as connection:
        assert (await connection.execute(select(guilds))).all() == []
        await store.guilds.set_language(1, "ru")
        assert (await connection.execute(select(guilds))).all() == []
    assert (await store.guilds.get(1)).language == "ru"


async def test_writers_wait_for_each_other(store: Store, url: str) -> None:
    """Each turn reads the head and moves it; none is lost and none finds the database locked."""
    record = await new_adventure(store)
    async with open_store(url) as other:
        turns = [begin(chosen, record.id, f"act {n}") for n in range(15) for chosen in (store, other)]
        await asyncio.gather(*turns)
        assert len(await texts(other, record.id)) == 31


async def change(database: Database, inside: asyncio.Event) -> None:
    async with database.writing() as connection:
        await connection.execute(insert(guilds).values(guild_id=1, language="ru"))
        inside.set()
        await asyncio.Event().wait()


@pytest.mark.parametrize("steps", [0, 1, 10, 100, 1000])
async def test_cancelled_writers_leave_nothing_open(url: str, tmp_path: Path, steps: int) -> None:
    """One is cancelled inside its transaction, the other on its way there, or waiting for the lock."""
    async with open_store(url) as store:
        async with open_database(url) as database:
            inside = asyncio.Event()
            first = asyncio.create_task(change(database, inside))
            await inside.wait()
            second = asyncio.create_task(store.guilds.set_language(2, "ar"))
            for _ in range(steps):
                await asyncio.sleep(0)
            second.cancel()
            first.cancel()
            ends = await asyncio.gather(first, second, return_exceptions=True)
            assert [type(end) for end in ends] == [asyncio.CancelledError] * 2
            await store.guilds.set_card_role(3, 5)
        assert (await store.guilds.get(1)).language is None
        assert (await store.guilds.get(2)).language is None
    assert files(tmp_path) == ["story.db"]


async def test_a_writer_that_is_cancelled_in_a_statement_lets_go_of_the_lock(url: str) -> None:
    """Also while its exception, with the cursor in its traceback, is being handled."""
    slow = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) "
        "SELECT sum(i) FROM n"
    )
    async with open_store(url) as store, open_database(url) as database:
        inside = asyncio.Event()

        async def write() -> None:
            try:
                async with database.writing() as connection:
                    await connection.execute(insert(guilds).values(guild_id=1, language="ru"))
                    inside.set()
                    await connection.execute(text(slow))
            except asyncio.CancelledError:
                await asyncio.shield(store.guilds.set_language(2, "ar"))
                raise

        writer = asyncio.create_task(write())
        await inside.wait()
        for _ in range(10):  # the statement is on its way to the driver's thread, where it takes long
            await asyncio.sleep(0)
        writer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writer
        assert (await store.guilds.get(1)).language is None
        assert (await store.guilds.get(2)).language == "ar"


async def change_and_raise(database: Database, failure: type[BaseException]) -> None:
    async with database.writing() as connection:
        await connection.execute(insert(guilds).values(guild_id=1, language="ru"))
        raise failure


async def test_any_exception_rolls_back(url: str) -> None:
    async with open_store(url) as store, open_database(url) as database:
        for failure in (ValueError, KeyboardInterrupt, asyncio.CancelledError):
            with pytest.raises(failure):
                await change_and_raise(database, failure)
            assert (await store.guilds.get(1)).language is None


async def test_foreign_keys_hold(store: Store) -> None:
    with pytest.raises(UnknownAdventure):
        await accept(store, 12345)


async def test_a_newer_database(url: str, tmp_path: Path) -> None:
    async with open_store(url):
        pass
    file = tmp_path / "story.db"
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'from the future'")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(StoreNewer) as caught:
        async with open_store(url):
            pass
    assert caught.value.values == {"file": str(file)}
    assert file.read_bytes() == before


async def test_what_is_no_database(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"not a database " * 1000)
    for file in (tmp_path / "missing" / "story.db", tmp_path, picture):
        with pytest.raises(StoreUnwritable) as caught:
            async with open_store(f"sqlite+aiosqlite:///{file}"):
                pass
        assert caught.value.values["file"] == str(file)
        assert caught.value.values["reason"]
        assert caught.value.__suppress_context__
    assert picture.read_bytes() == b"not a database " * 1000
    assert not (tmp_path / "missing").exists()


async def test_a_database_that_may_only_be_read(url: str, tmp_path: Path) -> None:
    async with open_store(url):
        pass
    with pytest.raises(StoreUnwritable, match="readonly"):
        async with open_store(f"sqlite+aiosqlite:///file:{tmp_path / 'story.db'}?mode=ro&uri=true"):
            pass


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
async def test_a_file_that_may_only_be_read(url: str, tmp_path: Path) -> None:
    async with open_store(url):
        pass
    (tmp_path / "story.db").chmod(0o444)
    with pytest.raises(StoreUnwritable):
        async with open_store(url):
            pass


async def test_someone_elses_database(url: str, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "story.db")
    connection.execute("CREATE TABLE turns (id)")
    connection.close()
    with pytest.raises(StoreUnwritable, match="already exists"):
        async with open_store(url):
            pass
    connection = sqlite3.connect(tmp_path / "story.db")
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("turns",)]
    connection.close()


@pytest.mark.parametrize(
    "url",
    [
        "not an address: hunter2",
        "sqlite:///story.db",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "postgresql+nodriver://ash:hunter2@localhost/story",
        "nobase://ash:hunter2@localhost/story",
    ],
)
async def test_addresses_that_cannot_work(url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        async with open_store(url):
            pass
    assert caught.value.values["name"] == "QUESTSMITH_DATABASE_URL"
    assert "hunter2" not in str(caught.value)


async def test_odd_file_names(tmp_path: Path) -> None:
    file = tmp_path / "قصة 100%20 #1?.db"
    async with open_store(URL.create("sqlite+aiosqlite", database=str(file))) as store:
        await new_adventure(store)
    assert file.exists()
