"""Which records enter a prompt, and as what (canon.md, "Recall"). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.canon.outdated import NO_CORRECTIONS, Corrections
from bot.canon.text import occurs
from bot.story import Action, CanonRecord, Kind, Memory, RecordStatus, Scope
from bot.story.canon import CanonState

RECENT = 9
"""Told actions, the last one included, in which a subject must occur: the widest usual trigger window."""

AGE = 0.3 / RECENT
"""What a fact loses of its relevance with each action since its subject occurred."""

NOT_NOW = -1.0
"""The relevance of a fact that holds while nobody speaks of its subject: under every threshold. It may
stay where it stands in a prompt of layout ``cached``, and does not enter anew."""


class Verdict(StrEnum):
    """Why a record is in or out."""

    RECALLED = "recalled"
    OPEN = "open_question"
    SUPERSEDED = "superseded"
    OUT_OF_SCOPE = "out_of_scope"
    SHADOWED = "shadowed"
    """A narrower record, or an open question, stands before it."""
    NOT_RELEVANT = "not_relevant"
    """Nobody spoke of its subject lately."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the canon adds to a prompt."""

    facts: tuple[Memory, ...] = ()
    preferences: tuple[CanonRecord, ...] = ()
    open: tuple[CanonRecord, ...] = ()
    """Unresolved records: no version of theirs may be told as certain."""
    verdicts: tuple[tuple[CanonRecord, Verdict], ...] = ()
    corrections: Corrections = NO_CORRECTIONS
    """What memories may not tell any more."""


def recall(state: CanonState, actions: Sequence[Action], player_id: int) -> Recalled:
    """The records that hold here, and which of them matter now; ``player_id`` is whose preferences count.

    A fact is as relevant as its subject is recent: 1 in the last action, less before, never under 0.7;
    NOT_NOW when its subject does not occur.
    """
    recent = [action.text for action in actions if action.told][-RECENT:]
    facts: list[Memory] = []
    preferences: list[CanonRecord] = []
    unresolved: list[CanonRecord] = []
    verdicts: list[tuple[CanonRecord, Verdict]] = []
    present = state.present
    shadows = _shadows(present, state, player_id)
    for record in present:
        verdict = _verdict(record, state, shadows, player_id)
        if verdict in (Verdict.RECALLED, Verdict.OPEN):
            age = _age(record, state, recent)
            if age is None:
                verdict = Verdict.NOT_RELEVANT
                if record.kind is Kind.FACT and record.status is RecordStatus.ACTIVE:
                    facts.append(Memory(f"canon:{record.id}", record.wording, relevance=NOT_NOW))
            elif verdict is Verdict.OPEN:
                unresolved.append(record)
            elif record.kind is Kind.PREFERENCE:
                preferences.append(record)
            else:
                relevance = 1.0 - AGE * age
                facts.append(Memory(id=f"canon:{record.id}", text=record.wording, relevance=relevance))
        verdicts.append((record, verdict))
    return Recalled(
        tuple(facts), tuple(preferences), tuple(unresolved), tuple(verdicts), Corrections.of(state)
    )


def mentioned(state: CanonState, text: str) -> CanonRecord | None:
    """The fact that a text most likely speaks about: its subject occurs, if possible its value too."""
    found = [
        record
        for record in state.present
        if record.kind is Kind.FACT
        and record.status is RecordStatus.ACTIVE
        and record.scope_key == state.place.key(record.kind, record.scope, record.player_id)
        and any(occurs(name, text) for name in _names(record, state))
    ]
    return max(found, key=lambda record: (occurs(record.value, text), record.id), default=None)


def _verdict(
    record: CanonRecord, state: CanonState, shadows: dict[tuple[Kind, str, str], CanonRecord], player_id: int
) -> Verdict:
    if record.status is RecordStatus.SUPERSEDED:
        return Verdict.SUPERSEDED
    if not _holds_here(record, state, player_id):
        return Verdict.OUT_OF_SCOPE
    if shadows[record.kind, record.subject_key, record.attribute_key].id != record.id:
        return Verdict.SHADOWED
    return Verdict.OPEN if record.status is RecordStatus.UNRESOLVED else Verdict.RECALLED


def _holds_here(record: CanonRecord, state: CanonState, player_id: int) -> bool:
    if record.status is RecordStatus.UNRESOLVED:
        # Nobody knows how far it reaches; it is asked about where it was said.
        return record.place.adventure_id == state.place.adventure_id
    # What somebody wishes of this story is heeded whoever acts; everything else of one's own only.
    owner = record.player_id if record.scope is Scope.ADVENTURE else player_id
    return record.scope_key == state.place.key(record.kind, record.scope, owner)


def _shadows(
    records: Sequence[CanonRecord], state: CanonState, player_id: int
) -> dict[tuple[Kind, str, str], CanonRecord]:
    """For each thing that is spoken of, the record that counts here: an open question, else the narrowest."""
    found: dict[tuple[Kind, str, str], CanonRecord] = {}
    for record in records:
        if not record.live or not _holds_here(record, state, player_id):
            continue
        key = (record.kind, record.subject_key, record.attribute_key)
        if key not in found or _rank(record, player_id) <= _rank(found[key], player_id):
            found[key] = record
    return found


def _rank(record: CanonRecord, player_id: int) -> tuple[bool, int]:
    """An open question stands before everything, and one's own wish before another's."""
    others = record.kind is Kind.PREFERENCE and record.player_id != player_id
    return others, -1 if record.status is RecordStatus.UNRESOLVED else record.scope.width


def _age(record: CanonRecord, state: CanonState, recent: Sequence[str]) -> int | None:
    """How many actions ago the subject occurred, 0 for what always matters; None when it did not."""
    if record.pinned or (record.kind is Kind.PREFERENCE and record.scope is not Scope.CHARACTER):
        return 0
    names = _names(record, state)
    for age, text in enumerate(reversed(recent)):
        if any(occurs(name, text) for name in names):
            return age
    return None


def _names(record: CanonRecord, state: CanonState) -> list[str]:
    return [record.subject, *(alias for alias, key in state.aliases.items() if key == record.subject_key)]
