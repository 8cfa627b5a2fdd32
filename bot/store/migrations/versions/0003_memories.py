"""The memory bank, the versions of story summaries, and the jobs that write them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create memories, summaries and jobs; adventures count the changes of their bank."""
    op.add_column("adventures", sa.Column("bank", sa.Integer, nullable=False, server_default="0"))
    op.add_column("adventures", sa.Column("summarises", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("turns", sa.Column("spent", sa.Integer))
    op.create_index("ix_turns_created_at", "turns", ["created_at"])
    op.create_table(
        "memories",
        sa.Column("id", _ID, nullable=False),
        sa.Column("adventure_id", _ID, nullable=False),
        sa.Column("action_id", _ID, nullable=False),
        sa.Column("first", sa.Integer),
        sa.Column("last", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("pinned", sa.Boolean, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("player_id", sa.BigInteger, nullable=False),
        sa.Column("player_name", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("embedder", sa.Text),
        sa.Column("vector", sa.LargeBinary),
        sa.Column("on_path", sa.Boolean, nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_memories"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_memories_adventure_id"),
        sa.ForeignKeyConstraint(["action_id"], ["actions.id"], name="fk_memories_action_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_memories_adventure_id", "memories", ["adventure_id"])
    op.create_index("ix_memories_adventure_id_changed", "memories", ["adventure_id", "changed"])
    op.create_index(
        "uq_memories_stretch",
        "memories",
        ["action_id"],
        unique=True,
        sqlite_where=sa.text("last IS NOT NULL"),
        postgresql_where=sa.text("last IS NOT NULL"),
    )
    op.create_table(
        "summaries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("adventure_id", _ID, nullable=False),
        sa.Column("action_id", _ID, nullable=False),
        sa.Column("through", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("edited", sa.Boolean, nullable=False),
        sa.Column("base_id", _ID),
        sa.Column("on_path", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_summaries"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_summaries_adventure_id"),
        sa.ForeignKeyConstraint(["action_id"], ["actions.id"], name="fk_summaries_action_id"),
    )
    op.create_index("ix_summaries_adventure_id", "summaries", ["adventure_id"])
    op.create_table(
        "jobs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("adventure_id", _ID, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("action_id", _ID, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("not_before", sa.DateTime(timezone=True), nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("tokens", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tried_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_jobs_adventure_id"),
        sa.ForeignKeyConstraint(["action_id"], ["actions.id"], name="fk_jobs_action_id"),
    )
    op.create_index("ix_jobs_done", "jobs", ["done"])
    op.create_index("ix_jobs_tried_at", "jobs", ["tried_at"])
    op.create_index("uq_jobs_stretch", "jobs", ["adventure_id", "kind", "action_id"], unique=True)
    op.add_column("canon", sa.Column("pinned", sa.Boolean, nullable=False, server_default=sa.false()))
