"""The memory bank: short texts about older actions, and what players add (context.md, section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

STRETCH = 6
"""Actions that become a memory together; as many newer ones stay behind."""
SUMMARY_EVERY = 15
"""Actions after which the story summary is refreshed."""
MEMORY_LIMIT = 2000
"""Characters of a memory that a player writes or edits."""


class MemoryStatus(StrEnum):
    """What a memory is worth now."""

    WAITING = "waiting"
    """Its text is not written yet: the stretch of raw story stands for it."""
    STORED = "stored"
    FORGOTTEN = "forgotten"
    """The bank was full, or a player said so; it can be brought back."""
    DELETED = "deleted"
    """Its text is gone for good; the row stays, so that the stretch is not written again."""


class MemorySource(StrEnum):
    """Who wrote a memory's text."""

    MODEL = "model"
    STORY = "story"
    """The source's own sentences: the model's text was refused twice."""
    PLAYER = "player"


_RAW = "story:"


@dataclass(frozen=True, slots=True)
class BankMemory:
    """One memory of an adventure's bank."""

    id: int
    adventure_id: int
    action_id: int
    """Where it hangs: the last action that it covers, or the head when a player wrote it."""
    first: int | None
    last: int | None
    """The actions that it covers, as indices into the story; None for a memory that a player added."""
    text: str
    """Empty while it is waiting."""
    source: MemorySource
    status: MemoryStatus
    pinned: bool
    uses: int
    """Prompts in which it stood."""
    player_id: int
    """Who wrote or edited it last; 0 for the bot."""
    player_name: str
    created_at: datetime
    stored_at: datetime
    """When it entered the bank, or was brought back."""

    @property
    def key(self) -> str:
        """What it is called in prompts and in context reports: its id, or ``story:ID`` for raw story."""
        return f"{_RAW}{self.id}" if self.status is MemoryStatus.WAITING else str(self.id)

    @property
    def added(self) -> bool:
        """Whether a player added it; the others cover a stretch of the story."""
        return self.first is None


def due_stretches(actions: int) -> int:
    """How many stretches of a story of so many actions are to be memories: one at 12, then every six."""
    return max(actions // STRETCH - 1, 0)


def bank_id(key: str) -> int | None:
    """The id of the memory with that ``key``; None for what is no memory of a bank."""
    number = key.removeprefix(_RAW)
    return int(number) if number.isdecimal() else None


def due_summary(actions: int) -> int:
    """Index of the last action that the summary of a story of so many actions is to cover; -1 is none."""
    return actions // SUMMARY_EVERY * SUMMARY_EVERY - 1
