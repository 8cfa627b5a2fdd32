"""The memory bank: who may go in, the rank, and what came of each (context.md, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NamedTuple

from bot.context.choice import Candidate, Choice
from bot.context.history import History
from bot.context.layout import Draft, Slot
from bot.context.report import MemoryItem, Status
from bot.story import Adventure, Memory


class _Ranked(NamedTuple):
    rank: int
    place: int
    """The memory's own order."""
    memory: Memory


class MemoryBank:
    """All memories of an adventure, the most relevant first, and which of them go in."""

    def __init__(self, adventure: Adventure, last_index: int | None, draft: Draft, history: History) -> None:
        best_first = sorted(enumerate(adventure.memories), key=lambda found: -found[1].relevance)
        self._ranked = [_Ranked(rank, place, memory) for rank, (place, memory) in enumerate(best_first)]
        self._settings = adventure.settings
        self._actions = len(adventure.actions)
        self._last_index = last_index
        self._draft = draft
        self._history = history
        self._choice: Choice[_Ranked] = Choice(draft, Slot.MEMORIES, adventure.settings.order)
        self._costs: dict[int, int] = {}

    def fill(self, limit: int) -> None:
        """Take memories up to the bank's limit, then give to the history what is left of the context."""
        context_tokens = self._settings.context_tokens
        refused = self._refused()
        wanted = [self._candidate(found) for found in self._ranked if found.rank not in refused]
        costs = self._choice.take(wanted, limit)
        self._costs = {candidate.rank: cost for candidate, cost in zip(wanted, costs, strict=True)}
        self._history.fill(context_tokens)
        # The history may have grown over what a memory tells: then it grows over its room as well.
        given_up = False
        while self._choice.drop(refused := self._refused()):
            given_up = True
            self._history.fill(context_tokens)
        if given_up:
            late = [candidate for candidate in wanted if candidate.rank not in refused]
            late = [candidate for candidate in late if candidate not in self._choice.chosen]
            self._choice.take(late, limit, room=context_tokens)

    @property
    def tokens(self) -> int:
        """What the memories add to the prompt."""
        return self._choice.tokens

    def items(self) -> tuple[MemoryItem, ...]:
        """What became of each memory, best first."""
        bills = self._choice.bills(self.tokens)
        refused = self._refused()
        items = []
        for rank, _, memory in self._ranked:
            position = None
            status = refused.get(rank, Status.NO_ROOM)
            if rank in bills:
                status = Status.FULL
                tokens, position = bills[rank]
            elif status is Status.ABSENT:
                tokens = 0
            else:
                tokens = self._costs.get(rank) or self._draft.item(memory.text).tokens
            items.append(
                MemoryItem(memory.id, status, tokens, memory.relevance, memory.text, memory.actions, position)
            )
        return tuple(items)

    def _refused(self) -> Mapping[int, Status]:
        """By rank, the memories that may not go in whatever the room, and why."""
        told = self._history.indices | {self._last_index}
        refused = {}
        for rank, _, memory in self._ranked:
            status = self._refusal(memory, told)
            if status is not None:
                refused[rank] = status
        return refused

    def _refusal(self, memory: Memory, told: Set[int | None]) -> Status | None:
        if not memory.text.strip():
            return Status.ABSENT
        if not self._settings.memory_bank:
            return Status.BANK_OFF
        if memory.relevance < self._settings.memory_threshold:
            return Status.BELOW_THRESHOLD
        if memory.actions is None:
            return None
        first, last = memory.actions
        if first in told:
            return Status.ALREADY_IN_HISTORY
        return Status.OFF_PATH if last >= self._actions else None

    def _candidate(self, found: _Ranked) -> Candidate[_Ranked]:
        memory = found.memory
        # A fact that belongs to no action is older than everything.
        age = (memory.actions[0] if memory.actions else -1, found.place)
        return Candidate(found, memory.text, self._draft.item(memory.text), found.rank, age)
