"""What players have made of a summary, and that it stays so. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.context.forms import keys_of
from bot.context.words import split_words
from bot.narrator import sentences

_ALIKE = 0.5
"""Share of their words that two versions of one sentence have in common."""


@dataclass(frozen=True, slots=True)
class Given:
    """The sentences that players wrote or changed, and those that they took out."""

    kept: tuple[str, ...] = ()
    """In the order of the summary; each stands in it word for word."""
    removed: frozenset[str] = frozenset()
    """None of them comes back."""


def given_by(edits: Iterable[tuple[str, str]]) -> Given:
    """What stands of the edits: the summary before and after each, oldest first."""
    kept: list[str] = []
    removed: set[str] = set()
    for before, after in edits:
        old, new = sentences(before), sentences(after)
        kept = [sentence for sentence in new if sentence in kept or sentence not in old]
        removed = (removed | {*old}) - {*new}
    return Given(tuple(kept), frozenset(removed))


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
