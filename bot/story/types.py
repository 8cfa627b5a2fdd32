"""Adventure, Action, StoryCard, Memory: what a story is made of, frozen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

LANGUAGES = ("en", "ru", "ar")
"""The languages that the bot itself speaks; a story may be in any language."""


class ActionType(StrEnum):
    """What kind of step of the story an action is."""

    START = "start"
    DO = "do"
    SAY = "say"
    STORY = "story"
    CONTINUE = "continue"
    OUTPUT = "output"


class MatchMode(StrEnum):
    """How a story card's triggers are compared with the story (context.md, section 4)."""

    FORMS = "forms"
    EXACT = "exact"
    SUBSTRING = "substring"
    REGEX = "regex"


class Layout(StrEnum):
    """How the chosen elements become chat messages (context.md, section 5)."""

    CLASSIC = "classic"
    CACHED = "cached"


class CardOrder(StrEnum):
    """The order inside the cards' and the memories' section (context.md, section 3)."""

    RANK = "rank"
    SANDWICH = "sandwich"
    STORY = "story"


@dataclass(frozen=True, slots=True)
class Action:
    """One step of the story, as it is stored and as the model reads it."""

    type: ActionType
    text: str
    author: str = ""
    """The player's display name; empty for the narrator."""
    id: int = 0
    """The node of the story tree; 0 outside the store."""

    @property
    def told(self) -> bool:
        """Whether the action adds text to the story (a Continue does not)."""
        return self.type is not ActionType.CONTINUE and bool(self.text.strip())


@dataclass(frozen=True, slots=True)
class StoryCard:
    """A piece of lore that enters the context when one of its triggers was used lately."""

    id: str
    title: str
    entry: str
    triggers: tuple[str, ...] = ()
    type: str = ""
    match: MatchMode = MatchMode.FORMS
    notes: str = ""
    pinned: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Memory:
    """A short text about older actions, or a fact."""

    id: str
    text: str
    actions: tuple[int, int] | None = None
    """First and last action that it covers, as indices into the story."""
    relevance: float = 0.0
    """0 to 1, to the most recent action."""
    pinned: bool = False
    author: str = ""
    """The player who added or edited it; empty for the bot."""
    raw: bool = False
    """It is the story itself: the memory of these actions is not written yet."""


@dataclass(frozen=True, slots=True)
class Plot:
    """The texts that are always with the narrator."""

    instructions: str = ""
    essentials: str = ""
    summary: str = ""
    authors_note: str = ""
    front_memory: str = ""


class BlockKind(StrEnum):
    """What stands frozen in the prompt of layout ``cached``."""

    CARD = "card"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Block:
    """A story card or a memory that stands where it entered the prompt (context.md, section 5)."""

    kind: BlockKind
    id: str
    text: str
    """As it was when it entered."""
    before: int
    """Index of the action before which it stands."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A story card that a cut-back passed over: it comes in when it is used again."""

    id: str
    used: int
    """Index of the action in which it was used last."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands in the prompt from the last turn, so that the next one begins with the same bytes."""

    context_tokens: int
    """The prompt's budget at that time."""
    first: int
    """Index of the oldest action that is included."""
    omitted: int = 0
    """Characters at the beginning of that action that had no room."""
    blocks: tuple[Block, ...] = ()
    """In the order of the prompt."""
    passed: tuple[Passed, ...] = ()
    summary: str = ""
    """The story summary in front of the story."""
    cut: bool = False
    """Whether this prompt was cut back."""
    turns: int = 0
    """Turns since the prompt was begun anew or cut back."""


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """The settings that assembly depends on. Sizes are tokens of ``tokenizer``."""

    context_tokens: int = 8192
    reply_tokens: int = 400
    tokenizer: str = "o200k_base"
    memory_bank: bool = True
    memory_threshold: float = 0.2
    layout: Layout = Layout.CLASSIC
    order: CardOrder = CardOrder.RANK
    cut_back: float = 0.5
    """Layout ``cached``: the fraction of a share that is in use after a cut-back."""


@dataclass(frozen=True, slots=True)
class Adventure:
    """A snapshot of everything that assembly may look at, from the root of the story to its head.

    Of a long story ``actions`` may hold only the end; indices always count from the root. Where
    ``cards`` and ``memories`` are the same objects as before, what is known about them is used again.
    """

    title: str = ""
    language: str = "en"
    settings: ContextSettings = field(default_factory=ContextSettings)
    plot: Plot = field(default_factory=Plot)
    cards: tuple[StoryCard, ...] = ()
    memories: tuple[Memory, ...] = ()
    actions: tuple[Action, ...] = ()
    skipped: int = 0
    """How many actions stand before the first one here."""
    skipped_told: int = 0
    """How many of them add text to the story."""
    standing: Standing | None = None
    """What stands from the turn before; None for the first turn and for layout ``classic``."""
    relevance: Sequence[float] | None = None
    """What counts instead of each memory's own relevance, where that changes from turn to turn."""
    outdated: frozenset[str] = frozenset()
    """The ids of memories that tell what a correction has replaced (canon.md, section 6)."""
