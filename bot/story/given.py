"""What players have made of a story summary. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.story.words import sentences


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


def without_undone(edited: str, written: str, given: Given) -> str:
    """A summary that a player has edited, without what was written from a part of the story that is undone.

    ``written`` is the newest text that was written from the story as it stands, and ``given`` what stands
    of the edits. An edit that holds nothing else stays as it is.
    """
    told = sentences(written)
    if {*sentences(edited)} <= {*told, *given.kept}:
        return edited
    told = [sentence for sentence in told if sentence not in given.removed]
    place = 0
    for sentence in given.kept:
        if sentence not in told:
            told.insert(place, sentence)
        place = told.index(sentence) + 1
    return " ".join(told)
