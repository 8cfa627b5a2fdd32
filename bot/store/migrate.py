"""Bring a database up to this version."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.errors import StoreNewer


def upgrade(connection: Connection, file: str) -> None:
    """Run the migrations that are missing, inside the connection's transaction.

    Raises StoreNewer when the database has a revision that this version does not know.
    """
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "bot.store:migrations")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
        raise StoreNewer(file=file)
    command.upgrade(config, "head")
