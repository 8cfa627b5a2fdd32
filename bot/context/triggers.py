"""Story cards' triggers in the text of actions (context.md, section 4).

A trigger of the modes ``forms`` and ``exact`` is a row of units, each with the keys that a unit of a
text must share. Which triggers begin with a key is looked up, so that a text is read once for all
cards; likewise which ``substring`` triggers begin with which letters. What a text says of an
adventure's cards is found once and kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from bot.context.forms import keys_of, same, trigger_keys
from bot.context.regexes import MOST_PATTERNS, Pattern, PatternError, PatternText, compiled
from bot.context.words import Unit, Words, split_words, words_of
from bot.errors import CardInvalid
from bot.story import MatchMode
from bot.story.cards import TRIGGER_LIMIT, TRIGGERS_MOST

_REMEMBERED = 1024
"""Texts whose uses are kept for an adventure."""
_PREPARED = 1 << 14
"""Triggers that are kept ready, over all adventures, for when an adventure's cards change."""
_GRAM = 6
"""The first characters by which substrings are looked up."""

Cards = Iterable[tuple[MatchMode, tuple[str, ...]]]


class Uses(NamedTuple):
    """What one action says of one card."""

    times: int
    first: int
    """The first of the card's triggers that occurs, by its place among them."""
    word: str
    """That trigger's first occurrence, normalised."""


class BadTrigger(NamedTuple):
    """Why a card's triggers are not looked for."""

    place: int
    """The trigger's place among the card's."""
    reason: str
    """In the words of the pattern engine; empty when there are too many patterns."""


class _Row(NamedTuple):
    """A trigger of one or several units, and what must stand directly around and between them."""

    keys: tuple[frozenset[str], ...]
    glued: tuple[bool, ...]
    before: str
    after: str

    @property
    def is_word(self) -> bool:
        """A single word or character, as most triggers are."""
        return len(self.keys) == 1 and not self.before and not self.after


class _Trigger(NamedTuple):
    card: int
    place: int


class _Found(NamedTuple):
    trigger: _Trigger
    times: int
    word: str


def check_triggers(mode: MatchMode, triggers: Sequence[str]) -> None:
    """Raises CardInvalid for what a card cannot be saved with (reasons: too-many, too-long, pattern)."""
    if len(triggers) > TRIGGERS_MOST:
        raise CardInvalid(field="triggers", reason="too-many", limit=TRIGGERS_MOST)
    for trigger in triggers:
        if len(trigger) > TRIGGER_LIMIT:
            raise CardInvalid(field="triggers", reason="too-long", limit=TRIGGER_LIMIT)
        if mode is MatchMode.REGEX:
            try:
                compiled(trigger)
            except PatternError as error:
                raise CardInvalid(
                    field="triggers", reason="pattern", trigger=trigger, problem=str(error)
                ) from None


def count_uses(mode: MatchMode, trigger: str, text: str, language: str) -> int:
    """How often the trigger occurs in the text; occurrences do not overlap."""
    uses = TriggerIndex(((mode, (trigger,)),), language).uses(text)
    return uses[0].times if uses else 0


class TriggerIndex:
    """The triggers of all cards of an adventure, ready to be looked for."""

    def __init__(self, cards: Cards, language: str) -> None:
        self._language = language.lower().replace("_", "-").partition("-")[0]  # pt-BR
        self._words: defaultdict[str, list[_Trigger]] = defaultdict(list)
        self._rows: defaultdict[str, list[tuple[_Row, _Trigger]]] = defaultdict(list)
        self._substrings: defaultdict[str, list[tuple[str, _Trigger]]] = defaultdict(list)
        self._lengths: set[int] = set()
        self._patterns: list[tuple[Pattern, _Trigger]] = []
        self.bad: dict[int, BadTrigger] = {}
        """Cards with a pattern that cannot be used, by place; none of their triggers is looked for."""
        for card, (mode, triggers) in enumerate(cards):
            if mode is MatchMode.REGEX:
                self._add_patterns(card, triggers)
            else:
                self._add_words(card, mode, triggers)
        self.uses = lru_cache(maxsize=_REMEMBERED)(self._uses)
        """The uses of cards in an action's text, by the card's place; kept for every text."""

    def _add_words(self, card: int, mode: MatchMode, triggers: Sequence[str]) -> None:
        seen: set[_Row | str] = set()
        for place, text in enumerate(triggers):
            found = _prepared(mode, text, self._language)
            if found is None or found in seen:
                continue
            seen.add(found)
            trigger = _Trigger(card, place)
            if isinstance(found, str):
                self._substrings[found[:_GRAM]].append((found, trigger))
                self._lengths.add(len(found[:_GRAM]))
                continue
            for key in found.keys[0]:
                if found.is_word:
                    self._words[key].append(trigger)
                else:
                    self._rows[key].append((found, trigger))

    def _add_patterns(self, card: int, triggers: Sequence[str]) -> None:
        patterns: dict[str, tuple[Pattern, _Trigger]] = {}
        for place, trigger in enumerate(triggers):
            if not trigger.strip() or trigger in patterns:
                continue
            if len(self._patterns) + len(patterns) == MOST_PATTERNS:
                self.bad[card] = BadTrigger(place, "")
                return
            try:
                patterns[trigger] = compiled(trigger), _Trigger(card, place)
            except PatternError as error:
                self.bad[card] = BadTrigger(place, str(error))
                return
        self._patterns += patterns.values()

    def _uses(self, text: str) -> Mapping[int, Uses]:
        words = words_of(text)
        keys = [keys_of(unit.text, self._language) for unit in words.units]
        cards: defaultdict[int, list[_Found]] = defaultdict(list)
        for found in chain(
            self._words_in(words, keys),
            self._rows_in(words, keys),
            self._substrings_in(words.text),
            self._patterns_in(text),
        ):
            cards[found.trigger.card].append(found)
        uses = {}
        for card, founds in cards.items():
            first = min(founds, key=lambda found: found.trigger.place)
            uses[card] = Uses(sum(found.times for found in founds), first.trigger.place, first.word)
        return uses

    def _words_in(self, words: Words, keys: Sequence[frozenset[str]]) -> Iterator[_Found]:
        starts: defaultdict[_Trigger, list[int]] = defaultdict(list)
        for start, some in enumerate(keys):
            for trigger in {trigger for key in some for trigger in self._words.get(key, ())}:
                starts[trigger].append(start)
        for trigger, places in starts.items():
            yield _Found(trigger, len(places), words.units[places[0]].text)

    def _rows_in(self, words: Words, keys: Sequence[frozenset[str]]) -> Iterator[_Found]:
        starts: dict[_Trigger, tuple[_Row, list[int]]] = {}
        for start, some in enumerate(keys):
            rows = {trigger: row for key in some for row, trigger in self._rows.get(key, ())}
            for trigger, row in rows.items():
                starts.setdefault(trigger, (row, []))[1].append(start)
        for trigger, (row, places) in starts.items():
            times, word, free = 0, "", 0
            for start in places:
                end = start + len(row.keys)
                if start >= free and _stands(row, words, keys[start:end], start):
                    word = word or words.spaced[words.units[start].start : words.units[end - 1].end]
                    times += 1
                    free = end
            if times:
                yield _Found(trigger, times, word)

    def _substrings_in(self, text: str) -> Iterator[_Found]:
        beginnings = {text[start : start + length] for length in self._lengths for start in range(len(text))}
        for beginning in beginnings & self._substrings.keys():
            for substring, trigger in self._substrings[beginning]:
                if times := text.count(substring):
                    yield _Found(trigger, times, substring)

    def _patterns_in(self, text: str) -> Iterator[_Found]:
        if not self._patterns:
            return
        whole = PatternText(text)
        for pattern, trigger in self._patterns:
            if found := pattern.found(whole):
                yield _Found(trigger, len(found), found[0])


@lru_cache(maxsize=16)
def index_triggers(cards: tuple[tuple[MatchMode, tuple[str, ...]], ...], language: str) -> TriggerIndex:
    """The index of all cards' modes and triggers, kept for the adventures played lately.

    ``language`` is the adventure's; it chooses the stemmer for each script.
    """
    return TriggerIndex(cards, language)


@lru_cache(maxsize=_PREPARED)
def _prepared(mode: MatchMode, trigger: str, language: str) -> _Row | str | None:
    """The row of units; the text in mode ``substring`` and where there is no word in it; None if blank."""
    words = split_words(trigger)
    text = words.text.strip()
    if not text:
        return None
    if mode is MatchMode.SUBSTRING:
        return words.text
    return _row(words, mode, language) if words.units else text


def _row(words: Words, mode: MatchMode, language: str) -> _Row:
    units, text = words.units, words.spaced
    exact = mode is MatchMode.EXACT
    return _Row(
        tuple(frozenset({same(unit.text)}) if exact else trigger_keys(unit.text, language) for unit in units),
        tuple(_touch(left, right) for left, right in pairwise(units)),
        text[: units[0].start].lstrip(),
        text[units[-1].end :].rstrip(),
    )


def _touch(left: Unit, right: Unit) -> bool:
    return left.end == right.start


def _stands(row: _Row, words: Words, keys: Sequence[frozenset[str]], start: int) -> bool:
    """Whether the units from ``start`` are the row's. Only its punctuation is looked at beyond them."""
    if len(keys) < len(row.keys):
        return False
    if any(wanted.isdisjoint(found) for wanted, found in zip(row.keys, keys, strict=True)):
        return False
    units = words.units[start : start + len(keys)]
    if any(glued and not _touch(*pair) for pair, glued in zip(pairwise(units), row.glued, strict=True)):
        return False
    if not words.spaced.endswith(row.before, 0, units[0].start):
        return False
    return words.spaced.startswith(row.after, units[-1].end)
