"""Story cards that were read already, for the adventures that are played now."""

from __future__ import annotations

from collections import OrderedDict

from bot.story import StoryCard

_ADVENTURES = 64
_CARDS = 40_000
"""What is kept at most, of all adventures together."""


class Decks:
    """The cards of an adventure, kept while its record's ``deck`` stays the same.

    The same tuple is given out every time: assembly keeps what it knows about it (its trigger index).
    """

    def __init__(self) -> None:
        self._decks: OrderedDict[int, tuple[int, tuple[StoryCard, ...]]] = OrderedDict()

    def get(self, adventure_id: int, deck: int) -> tuple[StoryCard, ...] | None:
        """None when they have changed or were not read lately."""
        kept = self._decks.get(adventure_id)
        if kept is None or kept[0] != deck:
            return None
        self._decks.move_to_end(adventure_id)
        return kept[1]

    def put(self, adventure_id: int, deck: int, cards: tuple[StoryCard, ...]) -> None:
        """Keep them; those that were not asked for longest go."""
        self._decks[adventure_id] = (deck, cards)
        self._decks.move_to_end(adventure_id)
        while len(self._decks) > 1 and (
            len(self._decks) > _ADVENTURES or sum(len(kept) for _, kept in self._decks.values()) > _CARDS
        ):
            self._decks.popitem(last=False)
