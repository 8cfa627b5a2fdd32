from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store.database import Store, open_store
from bot.store.engine import open_database
from bot.store.schema import adventures, metadata

from .parts import new_adventure


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    return list(compare_metadata(context, metadata))


def declarations(connection: Connection) -> set[str]:
    """The indexes as SQLite keeps them, with what Alembic does not compare."""
    found = connection.execute(text("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"))
    return set(found.scalars())


async def test_migrations_make_the_schema(store: Store, url: str) -> None:
    async with open_database(url) as database, database.reading() as connection:
        assert await connection.run_sync(differences) == []
        migrated = await connection.run_sync(declarations)
    async with open_database(f"{url}.plain") as database, database.writing() as connection:
        await connection.run_sync(metadata.create_all)
        assert await connection.run_sync(declarations) == migrated


async def test_the_adventure_of_a_channel_is_found_by_its_index(store: Store, url: str) -> None:
    query = select(adventures.c.id).where((adventures.c.channel_id == 2) & adventures.c.open)
    async with open_database(url) as database, database.reading() as connection:
        words = query.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
        plan = (await connection.execute(text(f"EXPLAIN QUERY PLAN {words}"))).one()
    assert "uq_adventures_open_channel" in plan.detail


async def test_opening_again_changes_nothing(url: str) -> None:
    async with open_store(url) as store:
        record = await new_adventure(store)
    async with open_store(url) as store:
        assert await store.adventures.all_open() == [record]


def test_postgresql_understands_the_schema() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    tables = {
        table.name: str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables
    }
    assert "id BIGSERIAL NOT NULL" in tables["actions"]
    assert "created_at TIMESTAMP WITH TIME ZONE" in tables["turns"]
    indexes = {
        str(index.name): str(CreateIndex(index).compile(dialect=dialect))
        for table in metadata.sorted_tables
        for index in table.indexes
    }
    assert indexes["uq_adventures_open_channel"].endswith("(channel_id) WHERE open")
