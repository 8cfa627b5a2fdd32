"""What Alembic runs for every migration command; the connection comes from bot.store.migrate."""

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a table in place
)

with context.begin_transaction():
    context.run_migrations()
