"""Records and memories for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.story import CanonRecord, Kind, Place, RecordStatus, Scope
from bot.story.memories import BankMemory, MemorySource, MemoryStatus

ASH, JUNO, ROWAN = 1, 2, 3
HERE = Place(guild_id=9, adventure_id=5, scene="Cave", arc=1)
DAY = datetime(2026, 10, 1, tzinfo=UTC)


def record(record_id: int = 1, wording: str = "Mira's eyes are green.", **fields: object) -> CanonRecord:
    """A fact of Ash's about this story, unless the fields say otherwise."""
    plain = CanonRecord(
        id=record_id,
        kind=Kind.FACT,
        subject="Mira",
        attribute="eye colour",
        value="green",
        wording=wording,
        scope=Scope.ADVENTURE,
        persists=True,
        status=RecordStatus.ACTIVE,
        place=HERE,
        scope_key="",
        subject_key="mira",
        attribute_key="eye colour",
        player_id=ASH,
        player_name="Ash",
        action_id=1,
        created_at=DAY,
    )
    made = replace(plain, **fields)  # type: ignore[arg-type]
    return replace(made, scope_key=made.scope_key or made.place.key(made.kind, made.scope, made.player_id))


def memory(memory_id: int = 1, text: str = "They crossed the river.", **fields: object) -> BankMemory:
    """A memory of the first six actions that the model wrote, unless the fields say otherwise."""
    plain = BankMemory(
        id=memory_id,
        adventure_id=HERE.adventure_id,
        action_id=6,
        first=0,
        last=5,
        text=text,
        source=MemorySource.MODEL,
        status=MemoryStatus.STORED,
        pinned=False,
        uses=0,
        player_id=0,
        player_name="",
        created_at=DAY,
        stored_at=DAY,
    )
    return replace(plain, **fields)  # type: ignore[arg-type]
