"""Story cards' triggers in the text of actions (context.md, section 4).

``exact`` compares words. A text is split into units once: a word, or a single character of a
script that is written without spaces. A trigger is a row of units; which of a card's triggers
begin with a unit is looked up, so that a text is read once for all cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from bot.context.normal import normalise
from bot.context.scripts import NO_SPACES
from bot.story import MatchMode

MODES = frozenset({MatchMode.FORMS, MatchMode.EXACT, MatchMode.SUBSTRING})
"""The match modes that are offered. ``forms`` compares whole words, as ``exact`` does."""

_REMEMBERED = 4096
"""Texts whose uses are kept, over all adventures."""

_UNIT = regex.compile(
    rf"(?V1)[{NO_SPACES}]\p{{M}}*"
    rf"|[[\p{{L}}\p{{M}}\p{{N}}]--[{NO_SPACES}]]+"
    rf"(?:(?:'(?=[\p{{L}}\p{{N}}])|(?<=\p{{N}})[.,](?=\p{{N}}))[[\p{{L}}\p{{M}}\p{{N}}]--[{NO_SPACES}]]+)*"
)
_SPACE = regex.compile(r"\s+")


class Uses(NamedTuple):
    """What one action says of one card."""

    times: int
    first: int
    """The first of the card's triggers that occurs, by its place among them."""


class _Unit(NamedTuple):
    text: str
    start: int
    end: int


class _Key(NamedTuple):
    """A trigger as a row of units, and what must stand directly around and between them."""

    units: tuple[str, ...]
    glued: tuple[bool, ...]
    """Between each unit and the next: nothing at all, as in scripts without spaces."""
    before: str
    after: str


def count_uses(mode: MatchMode, trigger: str, text: str) -> int:
    """How often the trigger occurs in the text; occurrences do not overlap."""
    uses = index_triggers(((mode, (trigger,)),)).uses(text)
    return uses[0].times if uses else 0


class TriggerIndex:
    """The triggers of all cards of an adventure, ready to be looked for."""

    def __init__(self, cards: Sequence[tuple[MatchMode, tuple[str, ...]]]) -> None:
        self._rows: defaultdict[str, list[tuple[_Key, int, int]]] = defaultdict(list)
        self._substrings: list[tuple[str, int, int]] = []
        for card, (mode, triggers) in enumerate(cards):
            seen = set()
            for place, trigger in enumerate(triggers):
                found = _substring(trigger) if mode is MatchMode.SUBSTRING else _key(trigger)
                if found is None or found in seen or mode not in MODES:
                    continue
                seen.add(found)
                if isinstance(found, str):
                    self._substrings.append((found, card, place))
                else:
                    self._rows[found.units[0]].append((found, card, place))
        self.uses = lru_cache(maxsize=_REMEMBERED)(self._uses)
        """The uses of cards in an action's text, by the card's place; kept for every text."""

    def _uses(self, text: str) -> Mapping[int, Uses]:
        text = normalise(text)
        counts: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for substring, card, place in self._substrings:
            if count := text.count(substring):
                counts[card].append((place, count))
        text = _SPACE.sub(" ", text)
        for card, place, count in self._occurrences(text):
            counts[card].append((place, count))
        return {card: Uses(sum(count for _, count in found), min(found)[0]) for card, found in counts.items()}

    def _occurrences(self, text: str) -> Iterable[tuple[int, int, int]]:
        units = _units(text)
        places: defaultdict[str, list[int]] = defaultdict(list)
        for place, unit in enumerate(units):
            places[unit.text].append(place)
        for first, starts in places.items():
            for key, card, trigger in self._rows.get(first, ()):
                if count := _count(key, text, units, starts):
                    yield card, trigger, count


@lru_cache(maxsize=64)
def index_triggers(cards: tuple[tuple[MatchMode, tuple[str, ...]], ...]) -> TriggerIndex:
    """The index of all cards' modes and triggers, kept for the adventures played lately."""
    return TriggerIndex(cards)


def _substring(trigger: str) -> str | None:
    normal = normalise(trigger)
    return normal if normal.strip() else None


def _key(trigger: str) -> _Key | str | None:
    """The row of units; the text itself when there is no letter or digit in it."""
    normal = _SPACE.sub(" ", normalise(trigger)).strip()
    units = _units(normal)
    if not units:
        return normal or None
    glued = tuple(left.end == right.start for left, right in pairwise(units))
    return _Key(tuple(unit.text for unit in units), glued, normal[: units[0].start], normal[units[-1].end :])


def _units(text: str) -> list[_Unit]:
    return [_Unit(match.group(), match.start(), match.end()) for match in _UNIT.finditer(text)]


def _count(key: _Key, text: str, units: list[_Unit], starts: list[int]) -> int:
    count = 0
    free = 0
    length = len(key.units)
    for start in starts:
        if start >= free and _stands(key, text, units[start : start + length]):
            count += 1
            free = start + length
    return count


def _stands(key: _Key, text: str, units: list[_Unit]) -> bool:
    """Whether the units are the key's. Only its punctuation is looked at beyond them."""
    if tuple(unit.text for unit in units) != key.units:
        return False
    for (left, right), glued in zip(pairwise(units), key.glued, strict=True):
        if glued and left.end != right.start:
            return False
    if not text.endswith(key.before, 0, units[0].start):
        return False
    return text.startswith(key.after, units[-1].end)
