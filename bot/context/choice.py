"""Choosing items of a section by rank, and the order in which they stand (context.md, section 3)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.context.layout import Draft, Part, Slot
from bot.context.pieces import Piece
from bot.context.runs import MESSAGE_OVERHEAD, Role, Run, follow
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
        self.left = 0
        """While items are being taken: the tokens that the next one may add."""
        self._draft = draft
        self._slot = slot
        self._order = order

    @property
    def arranged(self) -> list[Candidate[T]]:
        """The chosen ones in the order of the prompt."""
        return arrange(self.chosen, self._order)

    @property
    def ranks(self) -> frozenset[int]:
        """The ranks of the chosen ones."""
        return frozenset(candidate.rank for candidate in self.chosen)

    @property
    def flat(self) -> bool:
        """Whether one more item that begins at a seam adds just its own tokens."""
        begun = bool(self.chosen) or self._slot not in self._draft.style.headings
        return begun and self._draft.plain(self._slot) and not any(found.piece.head for found in self.chosen)

    @property
    def tokens(self) -> int:
        """What the section adds to the prompt."""
        return self._draft.total() - self._draft.total(self._slot) if self.chosen else 0

    def take(self, ranked: Iterable[Candidate[T]], limit: int, room: int | None = None) -> dict[int, int]:
        """Take whole items in the order of rank while the section stays within its limit.

        What does not fit is passed over. Returns what each item adds or would have added, by rank. With
        ``room`` the whole prompt stays within so many tokens, too.
        """
        flat = self.flat
        others = self._draft.total(self._slot)
        used = self.tokens
        if room is not None:
            limit = min(limit, room - others)
        self.left = limit - used
        costs = {}
        for candidate in ranked:
            if flat and not candidate.piece.head:
                cost = candidate.piece.tokens
            else:
                section = self._section([*self.chosen, candidate])
                cost = self._draft.total(self._slot, section) - others - (limit - self.left)
            costs[candidate.rank] = cost
            if cost <= self.left:
                self.chosen.append(candidate)
                flat = self.flat if not flat or candidate.piece.head else flat
                self.left -= cost
        self._put()
        return costs

    def would_cost(self, candidate: Candidate[T]) -> int:
        """What one more item would add to the prompt as it is."""
        section = self._section([*self.chosen, candidate])
        return self._draft.total(self._slot, section) - self._draft.total()

    def drop(self, ranks: Container[int]) -> bool:
        """Give the items of these ranks up again; tells whether there were any."""
        kept = [candidate for candidate in self.chosen if candidate.rank not in ranks]
        dropped = len(kept) < len(self.chosen)
        if dropped:
            self.chosen = kept
            self._put()
        return dropped

    def bills(self, tokens: int) -> dict[int, tuple[int, int]]:
        """By rank, what each chosen item costs and its place in the prompt; they add up to ``tokens``."""
        arranged = self.arranged
        role = self._draft.style.role(self._slot)
        parts = [(role, candidate.piece) for candidate in arranged]
        bills = split_bill(self._draft, self._slot, parts, tokens)
        return {
            candidate.rank: (bill, position)
            for position, (candidate, bill) in enumerate(zip(arranged, bills, strict=True))
        }

    def _section(self, candidates: Sequence[Candidate[T]]) -> Run | None:
        arranged = arrange(candidates, self._order)
        return self._draft.section(self._slot, (candidate.piece for candidate in arranged))

    def _put(self) -> None:
        self._draft.put(self._slot, self._section(self.chosen), self._parts)

    def _parts(self) -> list[Part]:
        role = self._draft.style.role(self._slot)
        return [Part(role, candidate.text) for candidate in self.arranged]


def split_bill(draft: Draft, slot: Slot, parts: Sequence[tuple[Role, Piece]], tokens: int) -> list[int]:
    """Share a section's cost: the first item pays the heading, the last one what the neighbours cost."""
    bills: list[int] = []
    section: Run | None = None
    spent = MESSAGE_OVERHEAD
    for role, piece in parts:
        run = Run(role, piece)
        section = follow(draft.measure, section, run) if section else draft.headed(slot, run)
        billed = section.open_tokens if section else 0
        bills.append(billed - spent)
        spent = billed
    if bills:
        bills[-1] += tokens - (spent - MESSAGE_OVERHEAD)
    return bills
