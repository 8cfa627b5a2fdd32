"""The canon: scenes, records, who supersedes whom, open questions, aliases."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create scenes, canon, canon_successions, canon_questions and canon_aliases."""
    op.create_table(
        "scenes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("adventure_id", _ID, nullable=False),
        sa.Column("action_id", _ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("arc", sa.Integer, nullable=False),
        sa.Column("on_path", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_scenes"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_scenes_adventure_id"),
        sa.ForeignKeyConstraint(["action_id"], ["actions.id"], name="fk_scenes_action_id"),
    )
    op.create_index("ix_scenes_adventure_id", "scenes", ["adventure_id"])
    op.create_table(
        "canon",
        sa.Column("id", _ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("adventure_id", _ID, nullable=False),
        sa.Column("action_id", _ID, nullable=False),
        sa.Column("scene", sa.Text, nullable=False),
        sa.Column("arc", sa.Integer, nullable=False),
        sa.Column("event_id", sa.Text, nullable=False),
        sa.Column("player_id", sa.BigInteger, nullable=False),
        sa.Column("player_name", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("attribute", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("wording", sa.Text, nullable=False),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("scope_key", sa.Text, nullable=False),
        sa.Column("subject_key", sa.Text, nullable=False),
        sa.Column("attribute_key", sa.Text, nullable=False),
        sa.Column("persists", sa.Boolean, nullable=False),
        sa.Column("said", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("successor_id", _ID),
        sa.Column("superseded_at", sa.DateTime(timezone=True)),
        sa.Column("on_path", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_canon"),
        sa.ForeignKeyConstraint(["adventure_id"], ["adventures.id"], name="fk_canon_adventure_id"),
        sa.ForeignKeyConstraint(["action_id"], ["actions.id"], name="fk_canon_action_id"),
        sqlite_autoincrement=True,
    )
    for column in ("guild_id", "adventure_id", "event_id", "player_id"):
        op.create_index(f"ix_canon_{column}", "canon", [column])
    op.create_index(
        "uq_canon_active",
        "canon",
        ["kind", "scope_key", "subject_key", "attribute_key"],
        unique=True,
        sqlite_where=sa.text("status = 'active' AND on_path = 1"),
        postgresql_where=sa.text("status = 'active' AND on_path"),
    )
    op.create_table(
        "canon_successions",
        sa.Column("old_id", _ID, autoincrement=False, nullable=False),
        sa.Column("new_id", _ID, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("old_id", "new_id", name="pk_canon_successions"),
        sa.ForeignKeyConstraint(["old_id"], ["canon.id"], name="fk_canon_successions_old_id"),
        sa.ForeignKeyConstraint(["new_id"], ["canon.id"], name="fk_canon_successions_new_id"),
    )
    op.create_index("ix_canon_successions_new_id", "canon_successions", ["new_id"])
    op.create_table(
        "canon_questions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("record_id", _ID, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("answer", sa.String(16)),
        sa.Column("answered_by", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_canon_questions"),
        sa.UniqueConstraint("record_id", name="uq_canon_questions_record_id"),
        sa.ForeignKeyConstraint(["record_id"], ["canon.id"], name="fk_canon_questions_record_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "canon_aliases",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("alias", sa.String(100), nullable=False),
        sa.Column("subject_key", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "alias", name="pk_canon_aliases"),
    )
