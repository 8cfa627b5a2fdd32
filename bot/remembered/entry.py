"""One thing that is remembered: a record of the canon or a memory of the bank. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.canon.outdated import Corrections
from bot.remembered.rights import Viewer, may_see
from bot.story import CanonRecord, RecordStatus
from bot.story.canon import CanonState
from bot.story.memories import BankMemory, MemoryStatus


class State(StrEnum):
    """What became of it."""

    USED = "used"
    """It stood in the prompt of the last answer."""
    STORED = "stored"
    """It is kept, and was not needed for the last answer."""
    WAITING = "waiting"
    """Its text is not written yet."""
    OPEN = "open"
    """How far it reaches is an open question."""
    OLD = "old"
    """A later correction says otherwise."""
    FORGOTTEN = "forgotten"
    """It can be brought back."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing, and how it stands."""

    thing: CanonRecord | BankMemory
    state: State
    here: bool = True
    """Whether it holds where the story stands; a scene that is over may have facts of its own."""
    successor: CanonRecord | None = None
    """What superseded it, as far as the viewer may see that."""
    correction: CanonRecord | None = None
    """A memory is out of date: what holds now."""

    @property
    def ref(self) -> str:
        """Names it in commands and on buttons."""
        return f"{'c' if isinstance(self.thing, CanonRecord) else 'm'}{self.thing.id}"

    @property
    def text(self) -> str:
        """Its wording; empty while it is not written."""
        return self.thing.wording if isinstance(self.thing, CanonRecord) else self.thing.text

    @property
    def since(self) -> datetime:
        """Since when it has been remembered."""
        return self.thing.created_at if isinstance(self.thing, CanonRecord) else self.thing.stored_at

    @property
    def pinned(self) -> bool:
        """Whether it is pinned, and counts."""
        return self.thing.pinned and self.state is not State.OLD


def entries(
    state: CanonState,
    bank: Iterable[BankMemory],
    viewer: Viewer,
    used: Collection[str],
) -> list[Entry]:
    """What the viewer may see of it, the newest first, open questions before everything.

    ``used`` are ids of memories, and ``canon:ID`` of records, that stood in the last prompt.
    """
    seen = {record.id: record for record in state.present if may_see(record, viewer)}
    told = [
        Entry(
            record,
            _record_state(record, used),
            record.scope_key == state.place.key(record.kind, record.scope, viewer.id),
            seen.get(record.successor_id or 0),
        )
        for record in seen.values()
        if _concerns(record, state, viewer)
    ]
    corrections = Corrections.of(state)
    told += [
        Entry(memory, _memory_state(memory, used), correction=corrections.outdated(memory.text))
        for memory in bank
    ]
    return sorted(told, key=lambda entry: (entry.state is State.OPEN, entry.since, entry.ref), reverse=True)


def _concerns(record: CanonRecord, state: CanonState, viewer: Viewer) -> bool:
    """Whether it was said in this adventure, or reaches into it."""
    return record.place.adventure_id == state.place.adventure_id or (
        record.status is not RecordStatus.UNRESOLVED
        and record.scope_key == state.place.key(record.kind, record.scope, viewer.id)
    )


def _record_state(record: CanonRecord, used: Collection[str]) -> State:
    if record.status is RecordStatus.SUPERSEDED:
        return State.OLD
    if record.status is RecordStatus.UNRESOLVED:
        return State.OPEN
    return State.USED if f"canon:{record.id}" in used else State.STORED


def _memory_state(memory: BankMemory, used: Collection[str]) -> State:
    if memory.status is MemoryStatus.FORGOTTEN:
        return State.FORGOTTEN
    if memory.status is MemoryStatus.WAITING:
        return State.WAITING
    return State.USED if str(memory.id) in used else State.STORED
