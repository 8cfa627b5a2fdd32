"""The first tables.

Migrations are history: they name their tables themselves and do not follow bot.store.schema.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create guilds, notes, adventures, actions, heads, cards and turns."""
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("language", sa.String(16)),
        sa.Column("card_role_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guilds"),
    )
    op.create_table(
        "notes",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_notes"),
    )
    op.create_table(
        "adventures",
        sa.Column("id", _ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("owner_id", sa.BigInteger, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("instructions", sa.Text, nullable=False),
        sa.Column("essentials", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("authors_note", sa.Text, nullable=False),
        sa.Column("front_memory", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("last_message_id", sa.BigInteger, nullable=False),
        sa.Column("buttons_id", sa.BigInteger, nullable=False),
        sa.Column("deck", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_adventures"),
    )
    op.create_index("ix_adventures_guild_id", "adventures", ["guild_id"])
    op.create_index(
        "uq_adventures_open_channel",
        "adventures",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("open = 1"),
        postgresql_where=sa.column("open", sa.Boolean),
    )
    op.create_table(
        "actions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("adventure_id", _ID, nullable=False),
        sa.Column("parent_id", _ID),
        sa.Column("depth", sa.Integer, nullable=False),
        sa.Column("type", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_actions"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_actions_adventure_id"),
        sa.ForeignKeyConstraint(["parent_id"], ["actions.id"], name="fk_actions_parent_id"),
    )
    op.create_index("ix_actions_parent_id", "actions", ["parent_id"])
    op.create_table(
        "heads",
        sa.Column("adventure_id", _ID, autoincrement=False, nullable=False),
        sa.Column("head_id", _ID, nullable=False),
        sa.Column("tip_id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("adventure_id", name="pk_heads"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_heads_adventure_id"),
        sa.ForeignKeyConstraint(["head_id"], ["actions.id"], name="fk_heads_head_id"),
        sa.ForeignKeyConstraint(["tip_id"], ["actions.id"], name="fk_heads_tip_id"),
    )
    op.create_table(
        "cards",
        sa.Column("id", _ID, nullable=False),
        sa.Column("adventure_id", _ID, nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("triggers", sa.JSON, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
        sa.Column("pinned", sa.Boolean, nullable=False),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cards"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_cards_adventure_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_cards_adventure_id", "cards", ["adventure_id"])
    op.create_table(
        "turns",
        sa.Column("id", _ID, nullable=False),
        sa.Column("event_id", sa.Text, nullable=False),
        sa.Column("adventure_id", _ID, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("author_id", sa.BigInteger, nullable=False),
        sa.Column("author_name", sa.Text, nullable=False),
        sa.Column("resumes_id", _ID),
        sa.Column("parent_id", _ID),
        sa.Column("output_id", _ID),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("error", sa.Text),
        sa.Column("prompt_tokens", sa.Integer),
        sa.Column("reply_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("model", sa.Text),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("report", sa.LargeBinary),
        sa.Column("standing", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_turns"),
        sa.UniqueConstraint("event_id", name="uq_turns_event_id"),
        sa.UniqueConstraint("output_id", name="uq_turns_output_id"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_turns_adventure_id"),
        sa.ForeignKeyConstraint(["resumes_id"], ["turns.id"], name="fk_turns_resumes_id"),
        sa.ForeignKeyConstraint(["parent_id"], ["actions.id"], name="fk_turns_parent_id"),
        sa.ForeignKeyConstraint(["output_id"], ["actions.id"], name="fk_turns_output_id"),
    )
    op.create_index("ix_turns_adventure_id", "turns", ["adventure_id"])
    op.create_index("ix_turns_players", "turns", ["adventure_id", "kind", "author_id"])
    op.create_index("ix_turns_state", "turns", ["state"])
