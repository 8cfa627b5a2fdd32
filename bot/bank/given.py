"""That what players have made of a summary stays so. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.context.forms import keys_of
from bot.context.words import split_words
from bot.story.given import Given
from bot.story.words import sentences

_ALIKE = 0.5
"""Share of their words that two versions of one sentence have in common."""


def put_back(text: str, given: Given, language: str) -> list[str]:
    """The sentences of a new summary with the players' among them, and without what they took out.

    One that the model has changed takes the place of the changed one; one that it has dropped comes after
    the player's sentence before it, or first.
    """
    told = [sentence for sentence in sentences(text) if sentence not in given.removed]
    place = 0
    for sentence in given.kept:
        if sentence not in told:
            changed = _changed(sentence, told, given.kept, language)
            if changed is None:
                told.insert(place, sentence)
            else:
                told[changed] = sentence
        place = told.index(sentence) + 1
    return told


def cut_back(told: Sequence[str], given: Given, fits: Callable[[str], bool]) -> str:
    """The sentences as one text; those of the model go, the last first, until it fits."""
    told = list(told)
    own = [place for place, sentence in enumerate(told) if sentence not in given.kept]
    while own and not fits(" ".join(told)):
        del told[own.pop()]
    return " ".join(told)


def _changed(sentence: str, told: Sequence[str], kept: Sequence[str], language: str) -> int | None:
    """The place of the sentence that is another version of this one."""
    words = _words(sentence, language)
    best, found = _ALIKE, None
    for place, other in enumerate(told):
        if other in kept:
            continue
        theirs = _words(other, language)
        same = sum(any(keys & others for others in theirs) for keys in words)
        share = same / max(len(words) + len(theirs) - same, 1)
        if share >= best:
            best, found = share, place
    return found


def _words(text: str, language: str) -> list[frozenset[str]]:
    """The keys of each word."""
    return [keys_of(unit.text, language) for unit in split_words(text).units]
