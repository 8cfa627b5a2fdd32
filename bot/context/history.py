"""The actions before the last one, newest first, and the room they get (context.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.context.choice import split_bill
from bot.context.layout import Draft, Slot
from bot.context.pieces import Piece
from bot.context.report import HistoryItem, Status
from bot.context.trim import longest_end
from bot.story import Action


def history_limit(remaining: int, *, bank: bool) -> int:
    """The history's share of what the required elements left, in tokens."""
    return remaining // 2 if bank else remaining * 3 // 4


class Story:
    """The actions that add text, newest first, read only as far back as somebody asks."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = actions
        self._told: list[tuple[int, str]] = []
        self._rest = self._backwards()

    def __getitem__(self, ago: int) -> tuple[int, str] | None:
        """Index and text of the action so many actions ago, 0 being the last one; None before the first."""
        while len(self._told) <= ago:
            found = next(self._rest, None)
            if found is None:
                return None
            self._told.append(found)
        return self._told[ago]

    def __len__(self) -> int:
        """How many actions there are."""
        return sum(action.told for action in self._actions)

    def _backwards(self) -> Iterator[tuple[int, str]]:
        for index in range(len(self._actions) - 1, -1, -1):
            action = self._actions[index]
            if action.told:
                yield index, action.text


@dataclass(frozen=True, slots=True)
class _Entry:
    index: int
    text: str
    piece: Piece
    whole: bool = True


class History:
    """The included actions; it keeps the draft's slot filled with them."""

    def __init__(self, draft: Draft, story: Story) -> None:
        self._draft = draft
        self._story = story
        self._entries: list[_Entry] = []
        self._joined: Piece | None = None
        """The pieces of all entries, without the heading."""

    def fill(self, limit: int) -> None:
        """Take older actions while the whole prompt stays within ``limit`` tokens.

        Whole ones, one after the other, up to the first that does not fit. If that is the newest,
        the end of it is taken, and a later call with a higher limit takes more of it.
        """
        if self._entries and not self._entries[0].whole:
            self._entries.clear()
            self._joined = None
        while (action := self._story[len(self._entries) + 1]) is not None:
            index, text = action
            piece = self._draft.item(text)
            if self._total_with(piece) > limit:
                break
            self._add(_Entry(index, text, piece))
        if not self._entries and action is not None:
            self._take_end(*action, limit)
        self._put()

    @property
    def complete(self) -> bool:
        """Whether every action is included, in whole."""
        return self._story[len(self._entries) + 1] is None and all(entry.whole for entry in self._entries)

    @property
    def indices(self) -> frozenset[int]:
        """Where the included actions stand among the adventure's actions."""
        return frozenset(entry.index for entry in self._entries)

    def items(self, tokens: int) -> tuple[HistoryItem, ...]:
        """What is included, newest first; the bills add up to ``tokens``."""
        oldest_first = self._entries[::-1]
        bills = split_bill(self._draft, Slot.HISTORY, [entry.piece for entry in oldest_first], tokens)
        return tuple(
            HistoryItem(entry.index, Status.FULL if entry.whole else Status.TRIMMED, bill, entry.text)
            for entry, bill in zip(self._entries, reversed(bills), strict=True)
        )

    def _take_end(self, index: int, text: str, limit: int) -> None:
        end = longest_end(text, lambda part: self._total_with(self._draft.item(part, keep=False)) <= limit)
        if end:
            self._add(_Entry(index, end, self._draft.item(end), whole=False))

    def _total_with(self, older: Piece) -> int:
        return self._draft.total(Slot.HISTORY, self._draft.section(Slot.HISTORY, [self._before(older)]))

    def _before(self, older: Piece) -> Piece:
        return self._draft.join(older, self._joined) if self._joined else older

    def _add(self, entry: _Entry) -> None:
        self._joined = self._before(entry.piece)
        self._entries.append(entry)

    def _put(self) -> None:
        section = self._draft.section(Slot.HISTORY, [self._joined] if self._joined else [])
        self._draft.put(Slot.HISTORY, [entry.text for entry in reversed(self._entries)], section)
