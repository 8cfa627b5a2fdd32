"""Choosing items of a section by rank, and the order in which they stand (context.md, section 3)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.context.layout import Draft, Slot
from bot.context.pieces import Piece
from bot.story import CardOrder

T = TypeVar("T")


@dataclass(slots=True)
class Candidate(Generic[T]):
    """Something that wants a place in a section."""

    item: T
    text: str
    piece: Piece
    rank: int
    """0 is the best."""
    age: tuple[float, int]
    """Sorts oldest first, for the order ``story``."""


def arrange(candidates: Sequence[Candidate[T]], order: CardOrder) -> list[Candidate[T]]:
    """The order in the prompt."""
    if order is CardOrder.STORY:
        return sorted(candidates, key=lambda candidate: candidate.age)
    ranked = sorted(candidates, key=lambda candidate: candidate.rank)
    return [*ranked[::2], *reversed(ranked[1::2])] if order is CardOrder.SANDWICH else ranked


class Choice(Generic[T]):
    """The items of one section that were chosen so far; it keeps the draft's slot filled with them."""

    def __init__(self, draft: Draft, slot: Slot, order: CardOrder) -> None:
        self.chosen: list[Candidate[T]] = []
        self._draft = draft
        self._slot = slot
        self._order = order

    @property
    def arranged(self) -> list[Candidate[T]]:
        """The chosen ones in the order of the prompt."""
        return arrange(self.chosen, self._order)

    @property
    def tokens(self) -> int:
        """What the section adds to the prompt."""
        return self._draft.total() - self._draft.total(self._slot)

    def take(self, ranked: Sequence[Candidate[T]], limit: int, room: int | None = None) -> list[int]:
        """Take whole items in the order of rank while the section stays within its limit.

        What does not fit is passed over. Returns what each item adds or would have added. With
        ``room`` the whole prompt stays within so many tokens, too.
        """
        plain = self._draft.plain(self._slot) and not any(chosen.piece.head for chosen in self.chosen)
        used = self.tokens
        others = self._draft.total(self._slot)
        if room is not None:
            limit = min(limit, room - others)
        costs = []
        for candidate in ranked:
            if self.chosen and plain and not candidate.piece.head:
                cost = candidate.piece.tokens
            else:
                cost = self._draft.total(self._slot, self._section([*self.chosen, candidate])) - others - used
            costs.append(cost)
            if used + cost <= limit:
                self.chosen.append(candidate)
                plain = plain and not candidate.piece.head
                used += cost
        self._put()
        return costs

    def drop(self, ranks: Container[int]) -> bool:
        """Give the items of these ranks up again; tells whether there were any."""
        kept = [candidate for candidate in self.chosen if candidate.rank not in ranks]
        dropped = len(kept) < len(self.chosen)
        self.chosen = kept
        self._put()
        return dropped

    def bills(self, tokens: int) -> dict[int, tuple[int, int]]:
        """By rank, what each chosen item costs and its place in the prompt; they add up to ``tokens``."""
        arranged = self.arranged
        bills = split_bill(self._draft, self._slot, [candidate.piece for candidate in arranged], tokens)
        return {
            candidate.rank: (bill, position)
            for position, (candidate, bill) in enumerate(zip(arranged, bills, strict=True))
        }

    def _section(self, candidates: Sequence[Candidate[T]]) -> Piece | None:
        arranged = arrange(candidates, self._order)
        return self._draft.section(self._slot, (candidate.piece for candidate in arranged))

    def _put(self) -> None:
        texts = [candidate.text for candidate in self.arranged]
        self._draft.put(self._slot, texts, self._section(self.chosen))


def split_bill(draft: Draft, slot: Slot, pieces: Sequence[Piece], tokens: int) -> list[int]:
    """Share a section's cost: the first item pays the heading, the last one the seam to its neighbour."""
    bills: list[int] = []
    section: Piece | None = None
    for piece in pieces:
        before = section.tokens if section else 0
        section = draft.join(section, piece) if section else draft.section(slot, [piece])
        bills.append((section.tokens if section else 0) - before)
    if bills:
        bills[-1] += tokens - sum(bills)
    return bills
