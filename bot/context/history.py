"""The actions before the last one, newest first, and the room they get (context.md, section 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from bot.context.choice import split_bill
from bot.context.layout import Draft, Part, Slot
from bot.context.pieces import Measure, Piece
from bot.context.report import HistoryItem, Status
from bot.context.runs import Role, Run, follow, run_of
from bot.context.trim import longest_end
from bot.story import ActionType, Adventure

_NARRATED = (ActionType.START, ActionType.OUTPUT)


def history_limit(remaining: int, *, bank: bool) -> int:
    """The history's share of what the required elements left, in tokens."""
    return remaining // 2 if bank else remaining * 3 // 4


class Told(NamedTuple):
    """An action that adds text."""

    at: int
    """Where it stands among all actions of the story."""
    text: str
    player: bool
    """Whether a player said it, not the narrator."""


class Story:
    """The actions that add text, newest first, read only as far back as somebody asks."""

    def __init__(self, adventure: Adventure) -> None:
        self.end = adventure.skipped + len(adventure.actions)
        """The index of the action that comes next."""
        self.short = False
        """Whether somebody asked for an action that the snapshot does not hold."""
        self._adventure = adventure
        self._told: list[Told] = []
        self._rest = self._backwards()

    def __getitem__(self, ago: int) -> Told | None:
        """The action so many actions ago, 0 being the last one; None before the first."""
        while len(self._told) <= ago:
            found = next(self._rest, None)
            if found is None:
                self.short = self._adventure.skipped_told > 0
                return None
            self._told.append(found)
        return self._told[ago]

    def begins_with(self, ago: int) -> bool:
        """Whether there is nothing before the action so many actions ago."""
        return not self._adventure.skipped_told and self[ago + 1] is None

    def count(self) -> int:
        """How many actions there are. Walks the whole story."""
        return self._adventure.skipped_told + sum(action.told for action in self._adventure.actions)

    def _backwards(self) -> Iterator[Told]:
        index = self.end
        for action in reversed(self._adventure.actions):
            index -= 1
            if action.told:
                yield Told(index, action.text, action.type not in _NARRATED)


class Spoken:
    """The newest actions before the last one as they stand in the prompt, counted once for all drafts."""

    def __init__(self, story: Story, draft: Draft) -> None:
        self._story = story
        self._measure: Measure = draft.measure
        self._style = draft.style
        self._runs: list[Run] = []

    def piece(self, told: Told) -> tuple[Role, Piece]:
        """An action, whole."""
        return self._style.speaker(player=told.player), self._measure.part(told.text)

    def run(self, count: int) -> Run | None:
        """The run of so many actions; None when there are fewer."""
        while len(self._runs) < count:
            told = self._story[len(self._runs) + 1]
            if told is None:
                return None
            older = Run(*self.piece(told))
            self._runs.append(follow(self._measure, older, self._runs[-1]) if self._runs else older)
        return self._runs[count - 1]


class StandingBlock(NamedTuple):
    """A story card or a memory that stands in the history."""

    before: int
    """Index of an action."""
    text: str
    piece: Piece


class History:
    """The included actions; it keeps the draft's slot filled with them."""

    def __init__(self, draft: Draft, story: Story, spoken: Spoken) -> None:
        self.included = 0
        self.omitted = 0
        """Characters at the beginning of the oldest included action that have no room."""
        self._draft = draft
        self._story = story
        self._spoken = spoken

    def fill(self, limit: int) -> None:
        """Take older actions while the whole prompt stays within ``limit`` tokens.

        Whole ones, one after the other, up to the first that does not fit. If that is the newest,
        the end of it is taken, and a later call with a higher limit takes more of it.
        """
        if self.omitted:
            self.included = self.omitted = 0
        # Where an older action begins at a seam, it adds what its run adds: only the first of each
        # role is counted with the whole prompt.
        known: dict[Role, int] = {}
        while (run := self._spoken.run(self.included + 1)) is not None:
            if run.first.head or run.role not in known:
                total = self._draft.total(Slot.HISTORY, self._draft.headed(Slot.HISTORY, run))
                if not run.first.head:
                    known[run.role] = total - run.total
            else:
                total = known[run.role] + run.total
            if total > limit:
                break
            self.included += 1
        if not self.included and (newest := self._story[1]) is not None:
            self._take_end(newest, limit)
            return
        self._put(self._spoken.run(self.included) if self.included else None, self._parts)

    def stand(self, first: int, omitted: int, blocks: Sequence[StandingBlock]) -> None:
        """Take the actions from that index on, and the blocks at their places among them."""
        while (told := self._story[self.included + 1]) is not None and told.at >= first:
            self.included += 1
            if told.at == first:
                self.omitted = omitted if omitted < len(told.text) else 0
                break
        parts: list[Part] = []
        pieces: list[tuple[Role, Piece]] = []
        waiting = list(reversed(blocks))
        for ago in range(self.included, -1, -1):
            told = self._story[ago]
            while waiting and told is not None and waiting[-1].before <= told.at:
                block = waiting.pop()
                parts.append(Part("user", block.text))
                pieces.append(("user", block.piece))
            if ago:
                parts.append(self._part(ago))
                pieces.append(self._piece(ago))
        self._put(run_of(self._draft.measure, pieces), lambda: parts)

    @property
    def complete(self) -> bool:
        """Whether every action is included, in whole."""
        return not self.omitted and self._story.begins_with(self.included)

    @property
    def first(self) -> int | None:
        """The index of the oldest included action, or of the last action when there is none."""
        oldest = self._story[self.included]
        return oldest.at if oldest else None

    def items(self, tokens: int) -> tuple[HistoryItem, ...]:
        """What is included, newest first; the bills add up to ``tokens``."""
        oldest_first = [self._piece(ago) for ago in range(self.included, 0, -1)]
        bills = split_bill(self._draft, Slot.HISTORY, oldest_first, tokens)
        items = []
        for ago, bill in zip(range(1, self.included + 1), reversed(bills), strict=True):
            told = self._story[ago]
            if told is not None:
                status = Status.TRIMMED if self._omitted(ago) else Status.FULL
                items.append(HistoryItem(told.at, status, bill, self._part(ago).text))
        return tuple(items)

    def _take_end(self, newest: Told, limit: int) -> None:
        role = self._draft.style.speaker(player=newest.player)

        def run_with(part: str) -> Run | None:
            return self._draft.headed(Slot.HISTORY, Run(role, self._draft.measure.part_once(part)))

        end = longest_end(newest.text, lambda part: self._draft.total(Slot.HISTORY, run_with(part)) <= limit)
        if end:
            self.included = 1
            self.omitted = len(newest.text) - len(end)
        self._put(Run(role, self._draft.measure.part(end)) if end else None, self._parts)

    def _omitted(self, ago: int) -> int:
        return self.omitted if ago == self.included else 0

    def _part(self, ago: int) -> Part:
        told = self._story[ago]
        if told is None:
            raise IndexError(ago)
        return Part(self._draft.style.speaker(player=told.player), told.text[self._omitted(ago) :])

    def _piece(self, ago: int) -> tuple[Role, Piece]:
        role, text = self._part(ago)
        return role, self._draft.measure.part(text)

    def _parts(self) -> list[Part]:
        return [self._part(ago) for ago in range(self.included, 0, -1)]

    def _put(self, run: Run | None, parts: Callable[[], Sequence[Part]]) -> None:
        self._draft.put(Slot.HISTORY, self._draft.headed(Slot.HISTORY, run), parts)
