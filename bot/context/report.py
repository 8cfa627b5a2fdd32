"""The report: what became of every element, and what it cost (context.md, section 6).

Sizes are tokens. An item that is in the prompt carries what it cost there, with its separator,
its share of the heading and of the message overhead; an item that is not, what it would have cost.
Lists that may be long are made when somebody looks at them, from what never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from bot.context.layout import Message
from bot.context.runs import MESSAGE_OVERHEAD
from bot.story import Block, BlockKind, Layout, Passed, Standing


class Status(StrEnum):
    """What became of an element."""

    FULL = "full"
    KEPT = "kept"
    """It stands where it entered on an earlier turn."""
    TRIMMED = "trimmed"
    NO_ROOM = "no_room"
    ABSENT = "absent"
    """It has no text."""
    NOT_TRIGGERED = "not_triggered"
    DISABLED = "disabled"
    BAD_TRIGGER = "bad_trigger"
    """A pattern of the card cannot be used, so that none of its triggers is looked for."""
    BELOW_THRESHOLD = "below_threshold"
    ALREADY_IN_HISTORY = "already_in_history"
    OFF_PATH = "off_path"
    """The memory tells of actions that the story does not have."""
    BANK_OFF = "bank_off"
    SUPERSEDED = "superseded"
    """The memory tells what a correction has replaced."""

    @property
    def included(self) -> bool:
        """Whether the element stands in the prompt."""
        return self in (Status.FULL, Status.KEPT, Status.TRIMMED)


class RequiredItem(NamedTuple):
    """A required element; ``text`` is what stands in the prompt, else the whole."""

    name: str
    status: Status
    tokens: int
    text: str
    missing: int = 0
    """Tokens of what was cut off at its end."""


class CardItem(NamedTuple):  # there may be thousands, and a named tuple is made in a fifth of the time
    """A story card. ``position`` is its place in the prompt, from 0."""

    id: str
    title: str
    status: Status
    tokens: int
    text: str
    pinned: bool = False
    trigger: str | None = None
    """Of the most recent action with a use, the first of the card's triggers that was used; the one
    that cannot be used when the status says so."""
    actions_ago: int | None = None
    """Of the most recent use; 0 is the last action."""
    uses: int = 0
    """Occurrences of all triggers inside the window."""
    position: int | None = None


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """An action that stands in the history; ``index`` is its place in the adventure's actions."""

    index: int
    status: Status
    tokens: int
    text: str


class MemoryItem(NamedTuple):
    """A memory. ``position`` is its place in the prompt, from 0."""

    id: str
    status: Status
    tokens: int
    relevance: float
    text: str
    actions: tuple[int, int] | None = None
    position: int | None = None
    pinned: bool = False
    author: str = ""
    """The player who added or edited it."""
    raw: bool = False
    """It is the story itself: its memory is not written yet."""


@dataclass(frozen=True, slots=True)
class RequiredSection:
    """The required elements, in the order in which they get their room."""

    limit: int
    tokens: int
    elements: tuple[RequiredItem, ...]


@dataclass(frozen=True)
class CardsSection:
    """All story cards: first those that wanted in, best first."""

    limit: int
    tokens: int
    window: int
    """How many of the last actions were searched for triggers."""
    make_items: Callable[[], Iterable[CardItem]] = field(repr=False, compare=False)

    @cached_property
    def items(self) -> tuple[CardItem, ...]:
        """What became of each card."""
        return tuple(self.make_items())


@dataclass(frozen=True)
class HistorySection:
    """The included actions, newest first; the last action is not one of them."""

    limit: int
    tokens: int
    actions_included: int
    count_actions: Callable[[], int] = field(repr=False, compare=False)
    make_items: Callable[[], tuple[HistoryItem, ...]] = field(repr=False, compare=False)

    @cached_property
    def actions_total(self) -> int:
        """How many actions the story has before the last one."""
        return self.count_actions()

    @cached_property
    def items(self) -> tuple[HistoryItem, ...]:
        """The included ones."""
        return self.make_items()


@dataclass(frozen=True)
class MemoriesSection:
    """All memories, best first."""

    limit: int
    tokens: int
    included: tuple[str, ...]
    """The ids of those that stand in the prompt."""
    make_items: Callable[[], Iterable[MemoryItem]] = field(repr=False, compare=False)

    @cached_property
    def items(self) -> tuple[MemoryItem, ...]:
        """What became of each memory."""
        return tuple(self.make_items())


@dataclass(frozen=True, slots=True)
class Report:
    """Why the prompt looks as it does."""

    tokenizer: str
    tokenizer_exact: bool
    layout: Layout
    context_tokens: int
    total_tokens: int
    required: RequiredSection
    remaining: int
    cards: CardsSection
    history: HistorySection
    memories: MemoriesSection
    messages: tuple[Message, ...]
    standing: Standing | None = None
    """What stands for the next turn; None for layout ``classic``."""
    message_overhead: int = MESSAGE_OVERHEAD


def to_json(report: Report) -> dict[str, Any]:
    """The report in the shape that ``questsmith context --json`` prints and every turn stores."""
    required, cards, history, memories = report.required, report.cards, report.history, report.memories
    return {
        "tokenizer": report.tokenizer,
        "tokenizer_exact": report.tokenizer_exact,
        "layout": report.layout.value,
        "context_tokens": report.context_tokens,
        "total_tokens": report.total_tokens,
        "message_overhead": report.message_overhead,
        "required": {
            "limit": required.limit,
            "tokens": required.tokens,
            "elements": [plain_item(element) for element in required.elements],
        },
        "remaining": report.remaining,
        "cards": {
            "limit": cards.limit,
            "tokens": cards.tokens,
            "window": cards.window,
            "items": [plain_item(item) for item in cards.items],
        },
        "history": {
            "limit": history.limit,
            "tokens": history.tokens,
            "actions_included": history.actions_included,
            "actions_total": history.actions_total,
            "items": [plain_item(item) for item in history.items],
        },
        "memories": {
            "limit": memories.limit,
            "tokens": memories.tokens,
            "items": [plain_item(item) for item in memories.items],
        },
        "messages": [asdict(message) for message in report.messages],
        "standing": _standing(report.standing),
    }


def read_standing(report: Mapping[str, Any]) -> Standing | None:
    """What stands for the next turn, from a report in the shape of ``to_json``."""
    standing = report.get("standing")
    if standing is None:
        return None
    blocks = tuple(Block(**{**block, "kind": BlockKind(block["kind"])}) for block in standing["blocks"])
    passed = tuple(Passed(**card) for card in standing["passed"])
    return Standing(**{**standing, "blocks": blocks, "passed": passed})


def _standing(standing: Standing | None) -> dict[str, Any] | None:
    if standing is None:
        return None
    blocks = [{**asdict(block), "kind": block.kind.value} for block in standing.blocks]
    passed = [asdict(card) for card in standing.passed]
    return {**asdict(standing), "blocks": blocks, "passed": passed}


def plain_item(item: RequiredItem | CardItem | HistoryItem | MemoryItem) -> dict[str, Any]:
    """One item in the shape of ``to_json``."""
    fields = asdict(item) if isinstance(item, HistoryItem) else item._asdict()
    fields["status"] = item.status.value
    if isinstance(item, MemoryItem) and item.actions is not None:
        fields["actions"] = list(item.actions)
    return fields
