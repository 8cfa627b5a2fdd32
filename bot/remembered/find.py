"""Which entries are asked for: by words in any of their forms, by scope, by state. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from bot.canon.text import forms
from bot.context.normal import normalise
from bot.remembered.entry import Entry, State
from bot.story import CanonRecord, Scope


class Reach(StrEnum):
    """How far what is shown reaches. Buttons hold the places in this list: new ones go to its end."""

    ALL = "all"
    BANK = "bank"
    """Memories; they belong to this story."""
    SCENE = "scene"
    ARC = "arc"
    ADVENTURE = "adventure"
    CHARACTER = "character"
    EVERYWHERE = "everywhere"


class Show(StrEnum):
    """Which states are shown. Buttons hold the places in this list: new ones go to its end."""

    ALL = "all"
    USED = "used"
    STORED = "stored"
    WAITING = "waiting"
    OPEN = "open"
    OLD = "old"
    FORGOTTEN = "forgotten"
    PINNED = "pinned"
    OUTDATED = "outdated"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a list is to show."""

    reach: Reach = Reach.ALL
    show: Show = Show.ALL
    query: str = ""


def chosen(told: Sequence[Entry], choice: Choice) -> list[Entry]:
    """The entries that are asked for, in their order; those with the very words first."""
    return [
        entry
        for entry in found(told, choice.query)
        if reaches(entry, choice.reach) and shows(entry, choice.show)
    ]


def found(told: Sequence[Entry], query: str) -> list[Entry]:
    """The entries that hold all words of the query, in any form, or the query as a piece of the text."""
    if not query.strip():
        return list(told)
    piece = " ".join(normalise(query).split())
    hits = [entry for entry in told if matches(query, searched(entry))]
    return sorted(hits, key=lambda entry: piece not in _flat(entry.text))


def matches(query: str, text: str) -> bool:
    """Whether a text holds every word of the query in any of its forms, or the query as a piece."""
    if " ".join(normalise(query).split()) in _flat(text):
        return True
    wanted = forms(query)
    if not wanted:
        return False
    named, spelled = _keys(text)
    return all(word & spelled or form & named for word, form in wanted)


def searched(entry: Entry) -> str:
    """Where words are looked for: the wording, and for a record what it is about and who said it."""
    thing = entry.thing
    if isinstance(thing, CanonRecord):
        return f"{thing.wording}\n{thing.subject} {thing.attribute}\n{thing.value}\n{thing.player_name}"
    return f"{thing.text}\n{thing.player_name}"


def reaches(entry: Entry, reach: Reach) -> bool:
    """Whether a filter by scope lets it through."""
    if reach is Reach.ALL:
        return True
    if not isinstance(entry.thing, CanonRecord):
        return reach is Reach.BANK
    return reach is not Reach.BANK and entry.thing.scope is Scope(reach.value)


def shows(entry: Entry, show: Show) -> bool:
    """Whether a filter by state lets it through."""
    if show is Show.PINNED:
        return entry.pinned
    if show is Show.OUTDATED:
        return entry.correction is not None
    return show is Show.ALL or entry.state is State(show.value)


@lru_cache(maxsize=4096)
def _flat(text: str) -> str:
    return " ".join(normalise(text).split())


@lru_cache(maxsize=4096)
def _keys(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of all words as dictionary forms, and as any forms."""
    found = forms(text)
    return (
        frozenset().union(*(word for word, _ in found)),
        frozenset().union(*(form for _, form in found)),
    )
