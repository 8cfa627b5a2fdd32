"""Story cards: the window, the rank, and what came of each (context.md, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.context.choice import Candidate
from bot.context.history import Story
from bot.context.layout import Draft
from bot.context.report import CardItem, Status
from bot.context.triggers import TriggerIndex, index_triggers
from bot.story import StoryCard

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

    @property
    def rank(self) -> tuple[bool, float, int, int]:
        """Sorts best first."""
        ago = float("inf") if self.actions_ago is None else self.actions_ago
        return not self.card.pinned, ago, -self.uses, self.place


def triggers_of(cards: Sequence[StoryCard], language: str) -> TriggerIndex:
    """The cards' triggers, ready to be looked for in a story of that language."""
    return index_triggers(tuple((card.match, card.triggers) for card in cards), language)


def wanted_cards(cards: Sequence[StoryCard], index: TriggerIndex, story: Story, window: int) -> list[Use]:
    """The cards that want in, best first: pinned ones, and those with a trigger in the window."""
    latest: dict[int, tuple[str, int]] = {}
    counts: dict[int, int] = {}
    for ago in range(window):
        if (action := story[ago]) is None:
            break
        for place, uses in index.uses(action[1]).items():
            counts[place] = counts.get(place, 0) + uses.times
            latest.setdefault(place, (cards[place].triggers[uses.first], ago))
    wanted = []
    for place, card in enumerate(cards):
        if (card.pinned or place in latest) and card.enabled and card.entry.strip():
            trigger, used = latest.get(place, (None, None))
            wanted.append(Use(place, card, trigger, used, counts.get(place, 0)))
    return sorted(wanted, key=lambda use: use.rank)


def card_candidates(uses: Sequence[Use], draft: Draft) -> list[Candidate[Use]]:
    """The same, ready to be chosen from."""
    return [
        Candidate(use, use.card.entry, draft.item(use.card.entry), rank, age=(-_ago(use), use.place))
        for rank, use in enumerate(uses)
    ]


def card_items(
    cards: Sequence[StoryCard],
    index: TriggerIndex,
    wanted: Sequence[Candidate[Use]],
    costs: Sequence[int],
    bills: Mapping[int, tuple[int, int]],
    draft: Draft,
) -> tuple[CardItem, ...]:
    """What became of each card: first those that wanted in, best first, then the others.

    ``costs`` are what each wanted card would add, ``bills`` costs and places of the chosen ones.
    """
    items = []
    named = set()
    for candidate, cost in zip(wanted, costs, strict=True):
        place, card, trigger, ago, uses = candidate.item
        named.add(place)
        tokens, position = bills.get(candidate.rank, (cost, None))
        status = Status.NO_ROOM if position is None else Status.FULL
        items.append(
            CardItem(
                card.id, card.title, status, tokens, card.entry, card.pinned, trigger, ago, uses, position
            )
        )
    for place, card in enumerate(cards):
        if place not in named:
            blank = not card.entry.strip()
            tokens = 0 if blank else draft.item(card.entry).tokens
            bad = index.bad.get(place)
            status = _status(card, blank=blank, bad=bad is not None)
            trigger = card.triggers[bad.place] if bad and status is Status.BAD_TRIGGER else None
            items.append(CardItem(card.id, card.title, status, tokens, card.entry, card.pinned, trigger))
    return tuple(items)


def _ago(use: Use) -> float:
    # A pinned card that nothing has used is older than everything.
    return float("inf") if use.actions_ago is None else use.actions_ago


def _status(card: StoryCard, *, blank: bool, bad: bool) -> Status:
    if not card.enabled:
        return Status.DISABLED
    if blank:
        return Status.ABSENT
    return Status.BAD_TRIGGER if bad else Status.NOT_TRIGGERED
