"""Which story cards a text would bring up, by which word, and why not the others (context.md, section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.context.triggers import BadTrigger, TriggerIndex, Uses
from bot.context.words import Words, split_words
from bot.explain import short
from bot.locale import Texts
from bot.story import MatchMode, StoryCard

_WHOLE_WORDS = (MatchMode.FORMS, MatchMode.EXACT)
_SHORTEST = 4
"""Characters of a word that may be misspelt; shorter ones are near too many others."""


class Outcome(StrEnum):
    """What came of a card, what a player looks for first coming first."""

    HIT = "hit"
    PINNED = "pinned"
    DISABLED_HIT = "disabled-hit"
    FORM = "form"
    """Another form of the trigger is there, and the card takes exact words."""
    INSIDE = "inside"
    """The trigger is a part of another word."""
    SPELLING = "spelling"
    """A word differs by a letter."""
    BAD = "bad"
    EMPTY = "empty"
    NO_TRIGGERS = "no-triggers"
    DISABLED = "disabled"
    NONE = "none"

    @property
    def comes_up(self) -> bool:
        """Whether the card would be before the narrator, if there is room."""
        return self in (Outcome.HIT, Outcome.PINNED)


@dataclass(frozen=True, slots=True)
class Trial:
    """A card and what came of it."""

    card: StoryCard
    outcome: Outcome
    trigger: str = ""
    """As its author typed it."""
    word: str = ""
    """In the text, in lower case."""

    def line(self, texts: Texts) -> str:
        """The outcome as a sentence."""
        return texts(
            f"card-test-{self.outcome}",
            trigger=short(self.trigger),
            word=short(self.word),
            triggers=short(texts.listed(trigger.strip() for trigger in self.card.triggers)),
        )


def try_text(cards: Sequence[StoryCard], text: str, language: str) -> list[Trial]:
    """What would come of each card if the text were the last action; hits first."""
    index = TriggerIndex(((card.match, card.triggers) for card in cards), language)
    uses = index.uses(text)
    near = _near(cards, text, language, uses)
    trials = [
        _trial(card, uses.get(place), index.bad.get(place), near.get(place))
        for place, card in enumerate(cards)
    ]
    order = list(Outcome)
    return sorted(trials, key=lambda trial: order.index(trial.outcome))


def _trial(card: StoryCard, use: Uses | None, bad: BadTrigger | None, near: Trial | None) -> Trial:
    trigger, word = (card.triggers[use.first], use.word) if use else ("", "")
    if not card.enabled:
        return Trial(card, Outcome.DISABLED_HIT if use else Outcome.DISABLED, trigger, word)
    if not card.entry.strip():
        return Trial(card, Outcome.EMPTY)
    if use:
        return Trial(card, Outcome.HIT, trigger, word)
    if card.pinned:
        return Trial(card, Outcome.PINNED)
    if bad:
        return Trial(card, Outcome.BAD, card.triggers[bad.place])
    if not any(trigger.strip() for trigger in card.triggers):
        return Trial(card, Outcome.NO_TRIGGERS)
    return near or Trial(card, Outcome.NONE)


def _near(cards: Sequence[StoryCard], text: str, language: str, uses: Mapping[int, Uses]) -> dict[int, Trial]:
    """For cards without a use: what in the text comes near to a trigger of theirs."""
    words = split_words(text)
    forms = _as_if(cards, text, language, MatchMode.FORMS, (MatchMode.EXACT,))
    inside = _as_if(cards, text, language, MatchMode.SUBSTRING, _WHOLE_WORDS)
    misspelt = {variant: unit.text for unit in words.units for variant in _variants(unit.text)}
    near = {}
    for place, card in enumerate(cards):
        if place in uses or card.match not in _WHOLE_WORDS:
            continue
        if form := forms.get(place):
            near[place] = Trial(card, Outcome.FORM, card.triggers[form.first], form.word)
        elif part := inside.get(place):
            word = _whole_words(words, part.word.strip())
            near[place] = Trial(card, Outcome.INSIDE, card.triggers[part.first], word)
        else:
            found = (
                Trial(card, Outcome.SPELLING, trigger, misspelt[variant])
                for trigger in card.triggers
                for variant in _variants(split_words(trigger).text.strip())
                if variant in misspelt
            )
            if trial := next(found, None):
                near[place] = trial
    return near


def _as_if(
    cards: Sequence[StoryCard], text: str, language: str, mode: MatchMode, modes: Sequence[MatchMode]
) -> Mapping[int, Uses]:
    """The uses if cards of those modes were of another mode."""
    triggers = ((mode, card.triggers if card.match in modes else ()) for card in cards)
    return TriggerIndex(triggers, language).uses(text)


def _whole_words(words: Words, part: str) -> str:
    """The words that a part of the text begins and ends in."""
    start = words.spaced.find(part)
    inside = [unit for unit in words.units if unit.end > start and unit.start < start + len(part)]
    return words.spaced[inside[0].start : inside[-1].end] if start >= 0 and inside else part


def _variants(word: str) -> Iterator[str]:
    """The word, and the word without one of its letters: words that share one of these are near."""
    if len(word) >= _SHORTEST and len(word) < 64:
        yield word
        yield from (word[:place] + word[place + 1 :] for place in range(len(word)))
