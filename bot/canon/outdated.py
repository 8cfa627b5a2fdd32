"""Which texts tell what a correction has replaced (canon.md, sections 3 and 6). Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.canon.text import forms, language_of, occurs
from bot.context.forms import keys_of
from bot.context.words import split_words
from bot.story import CanonRecord, Kind, RecordStatus
from bot.story.canon import CanonState
from bot.story.words import sentences

_ARTICLES = frozenset({"the", "a", "an"})
_Phrase = tuple[frozenset[str], ...]
"""The keys of each of its words."""
_Spans = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Replaced:
    """A value that does not hold, where the story stands."""

    names: tuple[_Phrase, ...]
    """Of its subject."""
    attribute: _Phrase
    """What the text must speak of besides; empty where nothing was named."""
    old: _Phrase
    new: _Phrase
    holds: CanonRecord


@dataclass(frozen=True, slots=True)
class Corrections:
    """What the canon of a place has replaced. Equal ones find the same texts out of date."""

    replaced: tuple[_Replaced, ...] = ()

    @classmethod
    def of(cls, state: CanonState) -> Corrections:
        """The corrections that hold where the story stands.

        A scene that is over corrects nothing; what a wider correction has replaced in it is replaced here.
        """
        facts = {record.id: record for record in state.present if record.kind is Kind.FACT}
        here = [
            record
            for record in facts.values()
            if record.scope_key == state.place.key(record.kind, record.scope, record.player_id)
        ]
        reach = {record.id for record in here}
        found = [
            _replaced(record, record.value, here, state)
            for record in facts.values()
            if record.status is RecordStatus.SUPERSEDED
            and (record.id in reach or (_was_said_here(record, state) and _ended_by(record, facts) & reach))
        ]
        said = (RecordStatus.ACTIVE, RecordStatus.SUPERSEDED)
        found += [
            _replaced(record, record.wrong, here, state)
            for record in here
            if record.wrong and record.status in said
        ]
        return cls(tuple(one for one in found if one.old))

    def __bool__(self) -> bool:
        return bool(self.replaced)

    def outdated(self, text: str) -> CanonRecord | None:
        """What holds instead, when the text names a subject together with a value that was replaced,
        or that a player has said to be wrong.

        In any form, and by any name. None also when the value that holds now stands there beside it.
        """
        if not self.replaced:
            return None
        language = language_of(text)
        words = [keys_of(unit.text, language) for unit in split_words(text).units]
        present = frozenset[str]().union(*words)
        for one in self.replaced:
            wanted = (*one.old, *one.attribute)
            if all(not keys.isdisjoint(present) for keys in wanted) and _tells(one, words):
                return one.holds
        return None

    def without(self, text: str) -> str:
        """The text without the sentences that are out of date; as it was where there are none."""
        if not self.replaced:
            return text
        told = sentences(text)
        kept = [sentence for sentence in told if self.outdated(sentence) is None]
        return text if len(kept) == len(told) else " ".join(kept)


NO_CORRECTIONS = Corrections()


def _was_said_here(record: CanonRecord, state: CanonState) -> bool:
    return record.place.adventure_id == state.place.adventure_id


def _ended_by(record: CanonRecord, facts: Mapping[int, CanonRecord]) -> set[int]:
    """The ids of what has replaced it, one after the other."""
    ids: set[int] = set()
    successor = facts.get(record.successor_id or 0)
    while successor is not None and successor.id not in ids:
        ids.add(successor.id)
        successor = facts.get(successor.successor_id or 0)
    return ids


def _replaced(record: CanonRecord, old: str, here: Sequence[CanonRecord], state: CanonState) -> _Replaced:
    """``old`` is the record's own value, or what it says to be wrong."""
    aliases = (alias for alias, key in state.aliases.items() if key == record.subject_key)
    names = (_phrase(name) for name in (record.subject, *aliases))
    same = [
        other
        for other in here
        if other.live
        and (other.subject_key, other.attribute_key) == (record.subject_key, record.attribute_key)
    ]
    # A wider correction may supersede a narrower record: then it is the successor that tells.
    same += [other for other in state.present if other.id == record.successor_id]
    # What an open question asks about does not hold yet.
    holds = min(same, key=lambda other: (not _is_active(other), other.scope.width), default=record)
    new = _phrase(holds.value) if _is_active(holds) else ()
    # What only the narrator has said may be true of something else: her cloak is blue, not her eyes.
    spoken = old != record.value and occurs(record.attribute, record.wording)
    attribute = _phrase(record.attribute) if spoken else ()
    return _Replaced(tuple(name for name in names if name), attribute, _phrase(old), new, holds)


def _is_active(record: CanonRecord) -> bool:
    return record.status is RecordStatus.ACTIVE


def _phrase(text: str) -> _Phrase:
    found = [keys for keys, _ in forms(text)]
    words = [unit.text for unit in split_words(text).units]
    return tuple(found[1:] if len(found) > 1 and words[0] in _ARTICLES else found)


def _tells(one: _Replaced, words: Sequence[frozenset[str]]) -> bool:
    if not any(_spans(name, words) for name in one.names):
        return False
    old, new = _spans(one.old, words), _spans(one.new, words)
    # "Green" in "dark green" is no mention of green, whichever of the two holds.
    return bool(_outside(old, new)) and not _outside(new, old)


def _outside(spans: _Spans, others: _Spans) -> _Spans:
    return [
        (start, end)
        for start, end in spans
        if not any(first <= start and end <= last for first, last in others)
    ]


def _spans(phrase: _Phrase, words: Sequence[frozenset[str]]) -> _Spans:
    """Where the phrase stands, its words in a row in any of their forms."""
    size = len(phrase)
    if not size:
        return []
    return [
        (start, start + size)
        for start in range(len(words) - size + 1)
        if all(not keys.isdisjoint(words[start + place]) for place, keys in enumerate(phrase))
    ]
