"""The memory bank: who may go in, the rank, and what came of each (context.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.context.choice import Candidate, Choice
from bot.context.layout import Draft, Slot
from bot.context.pieces import begins_at_seam
from bot.context.ranking import NEVER, Ranking
from bot.context.report import MemoryItem, Status
from bot.story import Adventure, BlockKind, Memory


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
        for rank, floor in enumerate(self._ranking.floors):
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

    def items(self) -> Iterator[MemoryItem]:
        """What became of each memory, best first."""
        block, size = self._draft.style.block, self._draft.measure.size
        flat = self._choice.flat
        bills = self._choice.bills(self.tokens)
        standing = {rank: position for position, rank in enumerate(self.kept)}
        for rank, (memory, relevance) in enumerate(self._ranking.everything()):
            position = None
            if rank in bills:
                status, (tokens, later) = Status.FULL, bills[rank]
                position = len(standing) + later
            elif rank in standing:
                status, tokens, position = Status.KEPT, self.kept[rank], standing[rank]
            else:
                status = self._refused(memory, rank) or Status.NO_ROOM
                tokens = 0
                if status is Status.NO_ROOM and rank in self._costs:
                    tokens = self._costs[rank]  # what it was refused for, a heading included
                elif status is not Status.ABSENT:
                    text = block(BlockKind.MEMORY, memory.id, memory.text)
                    known = status is not Status.NO_ROOM or (flat and begins_at_seam(text))
                    tokens = size(text) if known else self._choice.would_cost(self._candidate(rank))
            yield MemoryItem(
                memory.id,
                status,
                tokens,
                relevance,
                memory.text,
                memory.actions,
                position,
                memory.pinned,
                memory.author,
                memory.raw,
            )

    def _candidates(self) -> Iterator[Candidate[Memory]]:
        """What may go in, as far as it may fit in what the choice has left."""
        if not self._settings.memory_bank:
            return
        ranking, choice = self._ranking, self._choice
        taken = choice.ranks
        left = choice.left
        for rank, floor in enumerate(ranking.floors):
            if floor > left:
                continue
            if left < ranking.least:
                return
            candidate = self._candidate(rank)
            if rank not in self.kept and rank not in taken and self._refusal(rank) is None:
                yield candidate
                left = choice.left
        ranking.least = min(ranking.floors, default=NEVER)

    def _candidate(self, rank: int) -> Candidate[Memory]:
        place, memory = self._ranking.best(rank)
        text = self._draft.style.block(BlockKind.MEMORY, memory.id, memory.text)
        piece = self._draft.measure.part(text)
        self._ranking.floors[rank] = 0 if piece.head else piece.tokens
        # A fact that belongs to no action is older than everything.
        age = (memory.actions[0] if memory.actions else -1, place)
        return Candidate(memory, text, piece, rank, age)

    def _refusal(self, rank: int) -> Status | None:
        """Why a memory above the threshold may not go in whatever the room."""
        return self._refused(self._ranking.best(rank)[1], rank)

    def _refused(self, memory: Memory, rank: int) -> Status | None:
        if not memory.text.strip():
            return Status.ABSENT
        if not self._settings.memory_bank:
            return Status.BANK_OFF
        if memory.id in self._outdated:
            return Status.SUPERSEDED
        if rank >= self._ranking.count:
            return Status.BELOW_THRESHOLD
        if memory.actions is None:
            return None
        first, last = memory.actions
        # By place, not by action: it may begin with a Continue, which adds no text.
        if self._told is not None and self._told <= first < self._end:
            return Status.ALREADY_IN_HISTORY
        return Status.OFF_PATH if last >= self._end else None
