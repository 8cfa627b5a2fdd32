"""What the store hands out: rows of the database as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.story import ActionType, Plot


class TurnKind(StrEnum):
    """What a player asked for."""

    DO = "do"
    SAY = "say"
    STORY = "story"
    CONTINUE = "continue"
    RETRY = "retry"


class TurnState(StrEnum):
    """How far a turn came."""

    QUEUED = "queued"
    """Accepted and on disk; another turn of the adventure is being told."""
    RUNNING = "running"
    """The action is in the story; the answer is not there yet."""
    DONE = "done"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    """The process ended in the middle of it."""
    RESUMED = "resumed"
    """It had failed or was interrupted; a later turn took it up."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What the managers of a server have set; None where they have not."""

    guild_id: int
    language: str | None = None
    card_role_id: int | None = None


@dataclass(frozen=True, slots=True)
class AdventureRecord:
    """One adventure, without its story."""

    id: int
    guild_id: int
    channel_id: int
    scenario: str
    title: str
    language: str
    mode: ActionType
    """What a bare message is: do, say or story."""
    plot: Plot
    open: bool
    owner_id: int
    head_id: int
    tip_id: int
    """The far end of the branch that the head is on; redo moves towards it."""
    last_message_id: int
    """The newest Discord message of the channel that was handled; 0 when there is none."""
    buttons_id: int
    """The Discord message that bears the buttons; 0 when there is none."""
    deck: int
    """Counts the changes of its story cards: while it stays, so do they."""
    bank: int
    """The same for its memories."""
    summarises: bool
    """Whether its story summary is refreshed as the story goes on."""
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One turn: what a player asked for and what became of it."""

    id: int
    event_id: str
    adventure_id: int
    kind: TurnKind
    state: TurnState
    text: str
    """As the player wrote it, before it was put into the story's form."""
    author_id: int
    author_name: str
    parent_id: int | None
    """The action that the answer follows; None while the turn is queued."""
    output_id: int | None
    message_id: int | None
    """The Discord message that shows (the end of) the answer."""
    error: str | None
    """The key of the sentence that says why it failed."""
    created_at: datetime
    resumes_id: int | None = None
    """The failed or interrupted turn that this one took up."""
    prompt_tokens: int | None = None
    """Tokens as the provider counted them; None when it did not say, or there is no answer yet."""
    reply_tokens: int | None = None
    cached_tokens: int | None = None
    model: str | None = None


class JobKind(StrEnum):
    """What is written after turns."""

    MEMORY = "memory"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class JobRecord:
    """Something that is written after a turn, once for each stretch of committed story."""

    id: int
    adventure_id: int
    kind: JobKind
    action_id: int
    """The last action of the stretch."""
    attempts: int
    """How often it has failed."""


@dataclass(frozen=True, slots=True)
class SummaryBase:
    """What a new version of a story summary is written from."""

    version_id: int
    """The version that stands; 0 when there is none yet."""
    text: str
    through: int
    """Index of the last action that it covers; -1 when it covers none."""
    edits: tuple[tuple[str, str], ...] = ()
    """What players made of it: the summary before and after each edit, oldest first."""


@dataclass(frozen=True, slots=True)
class SummaryProgress:
    """How far the story summary has come."""

    read: int
    """Actions that it covers."""
    total: int
    """Actions that it is to cover; not more than ``read`` when nothing is left to do."""
    waits: bool
    """Whether it goes on only later, because the last attempt has failed."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to read."""
        return self.read >= self.total
