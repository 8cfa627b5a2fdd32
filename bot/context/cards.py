"""Story cards: the window, the rank, and what came of each (context.md, section 3)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.context.choice import Candidate, Choice
from bot.context.history import Story
from bot.context.layout import Draft
from bot.context.remember import Remembered
from bot.context.report import CardItem, Status
from bot.context.triggers import index_triggers
from bot.story import BlockKind, StoryCard

NARROWEST = 4
"""Actions that are always searched."""


def cards_limit(remaining: int) -> int:
    """The story cards' share of what the required elements left, in tokens."""
    return remaining // 4


def window_of(limit: int) -> int:
    """How many of the last actions are searched for triggers, the last action included."""
    return limit // 100 if limit > 500 else NARROWEST


def most_remaining(window: int) -> int:
    """The most tokens that the required elements can leave when just so many actions are searched."""
    limit = 500 if window == NARROWEST else 100 * window + 99
    return 4 * limit + 3


class Use(NamedTuple):
    """A card that may go in: it is pinned, or a trigger of it was used."""

    place: int
    """The card's own order."""
    card: StoryCard
    trigger: str | None
    actions_ago: int | None
    uses: int


class CardIndex:
    """What is known about an adventure's cards, ready to be asked about a text."""

    def __init__(self, cards: tuple[StoryCard, ...], language: str) -> None:
        self.cards = cards
        self.pinned = tuple(place for place, card in enumerate(cards) if card.pinned)
        self.triggers = index_triggers(tuple((card.match, card.triggers) for card in cards), language)
        self.places = {card.id: place for place, card in reversed(list(enumerate(cards)))}
        """The place of each id, of the first card that has it."""


index_cards = Remembered(CardIndex)
"""The index of a tuple of cards in a story of that language."""


def wanted_cards(index: CardIndex, story: Story, window: int) -> list[Use]:
    """The cards that want in, best first: pinned ones, and those with a trigger in the window."""
    cards = index.cards
    latest: dict[int, tuple[str, int]] = {}
    counts: dict[int, int] = {}
    for ago in range(window):
        if (action := story[ago]) is None:
            break
        for place, uses in index.triggers.uses(action.text).items():
            counts[place] = counts.get(place, 0) + uses.times
            if place not in latest:
                latest[place] = (cards[place].triggers[uses.first], ago)
    wanted = []
    for place in {*latest, *index.pinned}:
        card = cards[place]
        if card.enabled and card.entry.strip():
            trigger, used = latest.get(place, (None, None))
            wanted.append(Use(place, card, trigger, used, counts.get(place, 0)))
    return sorted(wanted, key=_rank)


def card_candidates(uses: Sequence[Use], draft: Draft) -> list[Candidate[Use]]:
    """The same, ready to be chosen from."""
    candidates = []
    for rank, use in enumerate(uses):
        text = draft.style.block(BlockKind.CARD, use.card.id, use.card.entry)
        candidates.append(Candidate(use, text, draft.measure.part(text), rank, (-_ago(use), use.place)))
    return candidates


class CardChoice:
    """The cards of an adventure that stand or want in, and which of them go in.

    ``wanted`` come best first, those that stand already among them. ``kept`` are the latter: by
    place, what they cost; in the order of the prompt. ``passed`` are the places of those that an
    earlier cut-back passed over.
    """

    def __init__(
        self,
        wanted: Sequence[Candidate[Use]],
        choice: Choice[Use],
        kept: Mapping[int, int],
        passed: Container[int],
    ) -> None:
        self.kept = kept
        self._wanted = wanted
        self._new = [
            candidate
            for candidate in wanted
            if candidate.item.place not in kept and candidate.item.place not in passed
        ]
        self._choice = choice
        self._costs: dict[int, int] = {}

    def take(self, limit: int, room: int | None = None) -> bool:
        """Choose anew while the new ones cost no more than that; tells whether all go in.

        With ``room`` the whole prompt stays within so many tokens, too.
        """
        self._choice.drop(self._choice.ranks)
        self._costs = self._choice.take(self._new, limit, room)
        return len(self._choice.chosen) == len(self._new)

    @property
    def entered(self) -> list[Use]:
        """The new ones, in the order of the prompt."""
        return [candidate.item for candidate in self._choice.arranged]

    @property
    def out(self) -> list[Use]:
        """Those that had no room, best first."""
        inside = {*self.kept, *(use.place for use in self.entered)}
        return [found.item for found in self._wanted if found.item.place not in inside]

    def waiting(self, limit: int) -> bool:
        """Whether a card has no room that would have it if all were chosen anew within the limit."""
        refused = self._costs.keys() - self._choice.ranks
        for candidate in self._wanted if refused else ():
            if candidate.piece.tokens <= limit:
                if candidate.rank in refused:
                    return True
                limit -= candidate.piece.tokens
        return False

    def items(self, index: CardIndex, draft: Draft, tokens: int) -> Iterator[CardItem]:
        """What became of each card: first those that wanted in, best first, then the others.

        ``tokens`` are what the new ones cost together.
        """
        bills = self._choice.bills(tokens)
        standing = {place: position for position, place in enumerate(self.kept)}
        named = set()
        for candidate in self._wanted:
            place, card, trigger, ago, uses = candidate.item
            named.add(place)
            position = None
            if place in standing:
                status, cost, position = Status.KEPT, self.kept[place], standing[place]
            elif candidate.rank in bills:
                cost, later = bills[candidate.rank]
                status, position = Status.FULL, len(standing) + later
            else:
                status = Status.NO_ROOM
                cost = self._costs.get(candidate.rank, candidate.piece.tokens)
            yield CardItem(
                card.id, card.title, status, cost, card.entry, card.pinned, trigger, ago, uses, position
            )
        for place, position in standing.items():
            if place not in named:
                card, cost = index.cards[place], self.kept[place]
                named.add(place)
                yield CardItem(
                    card.id, card.title, Status.KEPT, cost, card.entry, card.pinned, position=position
                )
        block, size = draft.style.block, draft.measure.size
        for place, card in enumerate(index.cards):
            if place not in named:
                blank = not card.entry.strip()
                cost = 0 if blank else size(block(BlockKind.CARD, card.id, card.entry))
                bad = index.triggers.bad.get(place)
                status = _status(card, blank=blank, bad=bad is not None)
                trigger = card.triggers[bad.place] if bad and status is Status.BAD_TRIGGER else None
                yield CardItem(card.id, card.title, status, cost, card.entry, card.pinned, trigger)


def _rank(use: Use) -> tuple[bool, float, int, int]:
    """Sorts best first."""
    return not use.card.pinned, _ago(use), -use.uses, use.place


def _ago(use: Use) -> float:
    # A pinned card that nothing has used is older than everything.
    return float("inf") if use.actions_ago is None else use.actions_ago


def _status(card: StoryCard, *, blank: bool, bad: bool) -> Status:
    if not card.enabled:
        return Status.DISABLED
    if blank:
        return Status.ABSENT
    return Status.BAD_TRIGGER if bad else Status.NOT_TRIGGERED
