"""The database: schema, migrations, queries."""

from bot.store.database import Store, open_store

__all__ = ["Store", "open_store"]
