"""What every layout offers to the choosing of elements (context.md, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from bot.context.pieces import Piece

MESSAGE_OVERHEAD = 4
"""Tokens billed for every message beside its content: its role and its delimiters."""


class Slot(StrEnum):
    """The places of a prompt; the elements of context.md, section 1."""

    INSTRUCTIONS = "instructions"
    ESSENTIALS = "plot_essentials"
    CARDS = "cards"
    SUMMARY = "summary"
    MEMORIES = "memories"
    HISTORY = "history"
    AUTHORS_NOTE = "authors_note"
    LAST_ACTION = "last_action"
    FRONT_MEMORY = "front_memory"


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message; its tokens include the overhead."""

    role: Literal["system", "user", "assistant"]
    content: str
    tokens: int


class Draft(Protocol):
    """A prompt while its elements are being chosen.

    Its total is always exact, and an element costs what it adds to the total: so sections add up.
    """

    def element(self, slot: Slot, text: str, *, keep: bool = True) -> Piece:
        """The piece of a required element; ``keep`` its count unless the text will not come again."""

    def item(self, text: str, *, keep: bool = True) -> Piece:
        """The piece of a story card's entry, a memory or an action of the history."""

    def section(self, slot: Slot, items: Iterable[Piece]) -> Piece | None:
        """The piece of a whole section: its heading and its items; None when there are none."""

    def join(self, left: Piece, right: Piece) -> Piece:
        """The piece of neighbours in a section."""

    def put(self, slot: Slot, texts: Sequence[str], piece: Piece | None) -> None:
        """Fill a slot, or empty it."""

    def total(self, slot: Slot | None = None, piece: Piece | None = None) -> int:
        """The tokens of all messages, as they are or as if the slot held that piece instead."""

    def plain(self, slot: Slot) -> bool:
        """Whether what is put in that slot costs the same whatever follows it."""

    def messages(self) -> tuple[Message, ...]:
        """What is sent."""
