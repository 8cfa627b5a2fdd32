"""The tables, as this version of Questsmith knows them. Every change here needs a migration."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
    text,
    true,
)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment. SQLite forgets time zones, so every value is stored in UTC and read back as UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse moments without a time zone: nobody could tell later what they meant."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a datetime without a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the time zone back to what SQLite returns."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# SQLite counts up by itself only in a column whose type is exactly INTEGER.
_ID = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(16)),
    Column("card_role_id", BigInteger),
)

notes = Table(
    "notes",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the bot remembers about itself."""

adventures = Table(
    "adventures",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("owner_id", BigInteger, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("language", String(16), nullable=False),
    Column("mode", String(16), nullable=False),
    Column("instructions", Text, nullable=False),
    Column("essentials", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("authors_note", Text, nullable=False),
    Column("front_memory", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("last_message_id", BigInteger, nullable=False),
    Column("buttons_id", BigInteger, nullable=False),
    Column("deck", Integer, nullable=False),  # counts the changes of its cards
    Column("bank", Integer, nullable=False, server_default="0"),  # counts the changes of its memories
    Column("summarises", Boolean, nullable=False, server_default=true()),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

Index(
    "uq_adventures_open_channel",
    adventures.c.channel_id,
    unique=True,
    sqlite_where=text("open = 1"),  # as SQLAlchemy writes it in queries; else SQLite would not use it
    postgresql_where=adventures.c.open,
)

actions = Table(
    "actions",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("adventure_id", _ID, ForeignKey("adventures.id"), nullable=False),
    Column("parent_id", _ID, ForeignKey("actions.id"), index=True),
    Column("depth", Integer, nullable=False),
    Column("type", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("author", Text, nullable=False),
)
"""The nodes of all stories. ``depth`` counts the actions above a node; the opening has 0."""

heads = Table(
    "heads",
    metadata,
    Column("adventure_id", _ID, ForeignKey("adventures.id"), primary_key=True, autoincrement=False),
    Column("head_id", _ID, ForeignKey("actions.id"), nullable=False),
    Column("tip_id", _ID, ForeignKey("actions.id"), nullable=False),
)
"""Where each story stands. A table of its own, so that adventures and actions do not need each other."""

cards = Table(
    "cards",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("adventure_id", _ID, ForeignKey("adventures.id"), nullable=False, index=True),
    Column("title", String(100), nullable=False),
    Column("entry", Text, nullable=False),
    Column("triggers", JSON, nullable=False),
    Column("type", Text, nullable=False),
    Column("match", String(16), nullable=False),
    Column("notes", Text, nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("enabled", Boolean, nullable=False),
    # The id of a removed card is never given out again: an old button must not edit another card.
    sqlite_autoincrement=True,
)

turns = Table(
    "turns",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("event_id", Text, nullable=False, unique=True),
    Column("adventure_id", _ID, ForeignKey("adventures.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("state", String(16), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("author_id", BigInteger, nullable=False),
    Column("author_name", Text, nullable=False),
    Column("resumes_id", _ID, ForeignKey("turns.id")),
    Column("parent_id", _ID, ForeignKey("actions.id")),
    Column("output_id", _ID, ForeignKey("actions.id"), unique=True),
    Column("message_id", BigInteger),
    Column("error", Text),
    Column("prompt_tokens", Integer),
    Column("reply_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("model", Text),
    Column("spent", Integer),  # tokens of prompt and reply, counted here where the provider does not say
    Column("created_at", UtcDateTime, nullable=False),
    Column("report", LargeBinary),
    Column("standing", Text),
)

# What the day has cost is asked before every job (see Jobs.spent).
Index("ix_turns_created_at", turns.c.created_at)

# Who else plays is asked at every turn (see Turns.alone).
Index("ix_turns_players", turns.c.adventure_id, turns.c.kind, turns.c.author_id)

scenes = Table(
    "scenes",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("adventure_id", _ID, ForeignKey("adventures.id"), nullable=False, index=True),
    Column("action_id", _ID, ForeignKey("actions.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("arc", Integer, nullable=False),
    Column("on_path", Boolean, nullable=False),
)
"""Where scenes and arcs begin. The newest one on the story's path is played."""

canon = Table(
    "canon",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("adventure_id", _ID, ForeignKey("adventures.id"), nullable=False, index=True),
    Column("action_id", _ID, ForeignKey("actions.id"), nullable=False),
    Column("scene", Text, nullable=False),
    Column("arc", Integer, nullable=False),
    Column("event_id", Text, nullable=False, index=True),
    Column("player_id", BigInteger, nullable=False, index=True),
    Column("player_name", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("subject", Text, nullable=False),
    Column("attribute", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("wrong", Text, nullable=False, server_default=text("''")),
    Column("wording", Text, nullable=False),
    Column("scope", String(16), nullable=False),
    Column("scope_key", Text, nullable=False),
    Column("subject_key", Text, nullable=False),
    Column("attribute_key", Text, nullable=False),
    Column("persists", Boolean, nullable=False),
    Column("said", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("pinned", Boolean, nullable=False, server_default=false()),
    Column("successor_id", _ID),
    Column("superseded_at", UtcDateTime),
    Column("on_path", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    # A deleted record's id is never given out again: an old button must not act on another record.
    sqlite_autoincrement=True,
)
"""What players said to be true. ``said`` is the status apart from successors; ``status`` counts them in."""

Index(
    "uq_canon_active",
    canon.c.kind,
    canon.c.scope_key,
    canon.c.subject_key,
    canon.c.attribute_key,
    unique=True,
    sqlite_where=text("status = 'active' AND on_path = 1"),
    postgresql_where=text("status = 'active' AND on_path"),
)

successions = Table(
    "canon_successions",
    metadata,
    Column("old_id", _ID, ForeignKey("canon.id"), primary_key=True, autoincrement=False),
    Column("new_id", _ID, ForeignKey("canon.id"), primary_key=True, autoincrement=False, index=True),
)
"""Which record supersedes which, as long as the newer one stands."""

questions = Table(
    "canon_questions",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("record_id", _ID, ForeignKey("canon.id"), nullable=False, unique=True),
    Column("options", JSON, nullable=False),
    Column("answer", String(16)),
    Column("answered_by", BigInteger),
    sqlite_autoincrement=True,
)

aliases = Table(
    "canon_aliases",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("alias", String(100), primary_key=True),
    Column("subject_key", Text, nullable=False),
)
"""Other names of subjects."""

memories = Table(
    "memories",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("adventure_id", _ID, ForeignKey("adventures.id"), nullable=False, index=True),
    Column("action_id", _ID, ForeignKey("actions.id"), nullable=False),
    Column("first", Integer),
    Column("last", Integer),
    Column("text", Text, nullable=False),
    Column("source", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("player_id", BigInteger, nullable=False),
    Column("player_name", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("stored_at", UtcDateTime, nullable=False),
    Column("embedder", Text),
    Column("vector", LargeBinary),
    Column("on_path", Boolean, nullable=False),
    Column(
        "changed",
        Integer,
        nullable=False,
        default=0,
        onupdate=text("(SELECT bank FROM adventures WHERE adventures.id = memories.adventure_id)"),
    ),
    # The id of a deleted memory is never given out again: an old button must not act on another one.
    sqlite_autoincrement=True,
)
"""The memory bank. One row for each stretch of six actions, which is waiting until its text is written,
and one for each memory of a player, which covers no actions. ``action_id`` is where it hangs: the last
action that it covers, or the head when the player wrote it. ``changed`` is what ``adventures.bank`` counted
when it was changed last, so that not all have to be read again; uses and vectors are no change."""

Index("ix_memories_adventure_id_changed", memories.c.adventure_id, memories.c.changed)

Index(
    "uq_memories_stretch",
    memories.c.action_id,
    unique=True,
    sqlite_where=text("last IS NOT NULL"),
    postgresql_where=text("last IS NOT NULL"),
)

summaries = Table(
    "summaries",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("adventure_id", _ID, ForeignKey("adventures.id"), nullable=False, index=True),
    Column("action_id", _ID, ForeignKey("actions.id"), nullable=False),
    Column("through", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("edited", Boolean, nullable=False),
    Column("base_id", _ID),  # the version that a player has edited
    Column("on_path", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
"""The versions of the story summaries. The newest one that stands is in ``adventures.summary``: a version
that was written from the story stands while its last action is on the path, an edit of a player always."""

jobs = Table(
    "jobs",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("adventure_id", _ID, ForeignKey("adventures.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("action_id", _ID, ForeignKey("actions.id"), nullable=False),
    Column("done", Boolean, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("not_before", UtcDateTime, nullable=False),
    Column("error", Text),
    Column("tokens", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("tried_at", UtcDateTime, index=True),
)
"""What is done after turns, once for each stretch of committed story. ``tokens`` is what it has cost on
the day of ``tried_at``."""

Index("uq_jobs_stretch", jobs.c.adventure_id, jobs.c.kind, jobs.c.action_id, unique=True)
