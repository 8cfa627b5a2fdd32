"""The memory bank: who may go in, the rank, and what came of each (context.md, section 3)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from operator import neg

import numpy as np

from bot.context.choice import Candidate, Choice
from bot.context.layout import Draft, Slot
from bot.context.pieces import LISTED, begins_at_seam
from bot.context.remember import Remembered
from bot.context.report import MemoryItem, Status
from bot.story import Adventure, BlockKind, Memory

_NEVER = 1 << 60


class Ranking:
    """An adventure's memories, the most relevant first.

    There may be ten thousand, and another order on every turn: nothing is done here for each of them
    that is not over in a millisecond.
    """

    def __init__(
        self, memories: tuple[Memory, ...], *_layout: object, relevance: Sequence[float] | None = None
    ) -> None:
        if relevance is None:
            relevance = [memory.relevance for memory in memories]
        order = np.argsort(-np.array(relevance, dtype=np.float64), kind="stable")
        self.places: list[int] = order.tolist()
        """By rank, the memory's own order."""
        self.memories = [memories[place] for place in self.places]
        self.relevance = [relevance[place] for place in self.places]
        """By rank."""
        self.least: dict[int, int] = {}
        """By how many of the best: none of their floors is lower."""
        self._floors: list[int] = []

    def floors(self, count: int) -> list[int]:
        """By rank, of so many of the best, tokens that each costs at least.

        Exact where it was counted for this layout.
        """
        known = len(self._floors)
        self._floors.extend(_floor(memory.text) for memory in self.memories[known:count])
        return self._floors

    def ranks(self, ids: Collection[str]) -> dict[str, int]:
        """The ranks of these ids, of the best memory that has each."""
        found: dict[str, int] = {}
        for rank, memory in enumerate(self.memories):
            if len(found) == len(ids):
                break
            if memory.id in ids and memory.id not in found:
                found[memory.id] = rank
        return found

    def above(self, threshold: float) -> int:
        """How many are as relevant as that."""
        return bisect_right(self.relevance, -threshold, key=neg)


rank_memories = Remembered(Ranking)
"""The ranking of a tuple of memories, for a layout and a tokenizer."""


class MemoryBank:
    """All memories of an adventure, the most relevant first, and which of them go in.

    ``kept`` are those that stand in the prompt already: by rank, what they cost; in the order of
    the prompt.
    """

    def __init__(
        self, adventure: Adventure, ranking: Ranking, end: int, draft: Draft, kept: Mapping[int, int]
    ) -> None:
        self.kept = kept
        self._ranking = ranking
        self._settings = adventure.settings
        self._outdated = adventure.outdated
        self._end = end
        self._draft = draft
        self._told: int | None = None
        self._choice: Choice[Memory] = Choice(draft, Slot.MEMORIES, adventure.settings.order)
        self._costs: dict[int, int] = {}

    def fill(self, told: int | None, limit: int, room: int | None = None) -> None:
        """Take memories up to ``limit`` tokens; ``told`` is the index of the oldest action in the prompt.

        With ``room`` the whole prompt stays within so many tokens, too.
        """
        self._told = told
        self._costs |= self._choice.take(self._candidates(), limit, room)

    def give_up(self, told: int | None) -> bool:
        """Let go of what the actions from that one on tell; tells whether there was any."""
        self._told = told
        refused = {rank for rank in self._choice.ranks if self._refusal(rank) is not None}
        return self._choice.drop(refused)

    def waiting(self, limit: int) -> bool:
        """Whether a memory stays out that would be in if no memory stood already."""
        chosen = self._choice.ranks
        count = self._ranking.above(self._settings.memory_threshold)
        for rank, floor in enumerate(islice(self._ranking.floors(count), count)):
            if floor > limit or (rank not in self.kept and self._refusal(rank) is not None):
                continue
            tokens = self.kept.get(rank) or self._candidate(rank).piece.tokens
            if tokens <= limit:
                if rank not in self.kept and rank not in chosen:
                    return True
                limit -= tokens
        return False

    @property
    def tokens(self) -> int:
        """What the new memories add to the prompt."""
        return self._choice.tokens

    @property
    def entered(self) -> list[Memory]:
        """The new memories, in the order of the prompt."""
        return [candidate.item for candidate in self._choice.arranged]

    def items(self) -> tuple[MemoryItem, ...]:
        """What became of each memory, best first."""
        block, size = self._draft.style.block, self._draft.measure.size
        flat = self._choice.flat
        bills = self._choice.bills(self.tokens)
        standing = {rank: position for position, rank in enumerate(self.kept)}
        items = []
        for rank, memory in enumerate(self._ranking.memories):
            position = None
            if rank in bills:
                status, (tokens, later) = Status.FULL, bills[rank]
                position = len(standing) + later
            elif rank in standing:
                status, tokens, position = Status.KEPT, self.kept[rank], standing[rank]
            else:
                status = self._refusal(rank) or Status.NO_ROOM
                tokens = 0
                if status is Status.NO_ROOM and rank in self._costs:
                    tokens = self._costs[rank]  # what it was refused for, a heading included
                elif status is not Status.ABSENT:
                    text = block(BlockKind.MEMORY, memory.id, memory.text)
                    known = status is not Status.NO_ROOM or (flat and begins_at_seam(text))
                    tokens = size(text) if known else self._choice.would_cost(self._candidate(rank))
            items.append(
                MemoryItem(
                    memory.id,
                    status,
                    tokens,
                    self._ranking.relevance[rank],
                    memory.text,
                    memory.actions,
                    position,
                    memory.pinned,
                    memory.author,
                    memory.raw,
                )
            )
        return tuple(items)

    def _candidates(self) -> Iterator[Candidate[Memory]]:
        """What may go in, as far as it may fit in what the choice has left."""
        if not self._settings.memory_bank:
            return
        ranking, choice = self._ranking, self._choice
        count = ranking.above(self._settings.memory_threshold)
        least = ranking.least.get(count, 0)
        taken = choice.ranks
        left = choice.left
        floors = ranking.floors(count)
        for rank, floor in enumerate(islice(floors, count)):
            if floor > left:
                continue
            if left < least:
                return
            candidate = self._candidate(rank)
            if rank not in self.kept and rank not in taken and self._refusal(rank) is None:
                yield candidate
                left = choice.left
        ranking.least[count] = min(islice(floors, count), default=_NEVER)

    def _candidate(self, rank: int) -> Candidate[Memory]:
        memory = self._ranking.memories[rank]
        text = self._draft.style.block(BlockKind.MEMORY, memory.id, memory.text)
        piece = self._draft.measure.part(text)
        self._ranking.floors(rank + 1)[rank] = 0 if piece.head else piece.tokens
        # A fact that belongs to no action is older than everything.
        age = (memory.actions[0] if memory.actions else -1, self._ranking.places[rank])
        return Candidate(memory, text, piece, rank, age)

    def _refusal(self, rank: int) -> Status | None:
        """Why the memory may not go in whatever the room."""
        memory = self._ranking.memories[rank]
        if not memory.text.strip():
            return Status.ABSENT
        if not self._settings.memory_bank:
            return Status.BANK_OFF
        if memory.id in self._outdated:
            return Status.SUPERSEDED
        if self._ranking.relevance[rank] < self._settings.memory_threshold:
            return Status.BELOW_THRESHOLD
        if memory.actions is None:
            return None
        first, last = memory.actions
        # By place, not by action: it may begin with a Continue, which adds no text.
        if self._told is not None and self._told <= first < self._end:
            return Status.ALREADY_IN_HISTORY
        return Status.OFF_PATH if last >= self._end else None


def ranking_of(adventure: Adventure) -> Ranking:
    """The memories of an adventure, the most relevant first."""
    if adventure.relevance is not None:
        return Ranking(adventure.memories, relevance=adventure.relevance)
    settings = adventure.settings
    return rank_memories(adventure.memories, settings.layout, settings.tokenizer)


@lru_cache(maxsize=LISTED)
def _floor(text: str) -> int:
    """Tokens that a memory of that text costs at least, found without counting."""
    if not text.strip():
        return _NEVER
    # Both vocabularies cut a line at each space; what does not begin at a seam may cost less than it counts.
    return len(text.split()) if text.isprintable() and text[0] not in " /" else 0
