"""Who may see and change what is remembered, as a table."""

from __future__ import annotations

import pytest

from bot.remembered import Viewer, may_change, may_see
from bot.story import CanonRecord, Kind
from bot.story.memories import BankMemory, MemorySource
from tests.remembered.things import ASH, JUNO, memory, record

FACT = record()
WISH = record(kind=Kind.PREFERENCE)
WRITTEN = memory()
EDITED = memory(source=MemorySource.PLAYER, player_id=ASH, player_name="Ash")
ADDED = memory(first=None, last=None, source=MemorySource.PLAYER, player_id=ASH, player_name="Ash")

AUTHOR, OTHER = Viewer(ASH), Viewer(JUNO)
OWNER, MANAGER, BOTH = (
    Viewer(JUNO, owner=True),
    Viewer(JUNO, manager=True),
    Viewer(JUNO, owner=True, manager=True),
)


@pytest.mark.parametrize(
    ("thing", "seen_by", "changed_by"),
    [
        (FACT, {AUTHOR, OTHER, OWNER, MANAGER, BOTH}, {AUTHOR, MANAGER, BOTH}),
        (WISH, {AUTHOR}, {AUTHOR}),
        (WRITTEN, {AUTHOR, OTHER, OWNER, MANAGER, BOTH}, {OWNER, MANAGER, BOTH}),
        (EDITED, {AUTHOR, OTHER, OWNER, MANAGER, BOTH}, {OWNER, MANAGER, BOTH}),
        (ADDED, {AUTHOR, OTHER, OWNER, MANAGER, BOTH}, {AUTHOR, OWNER, MANAGER, BOTH}),
    ],
    ids=["fact", "wish", "written", "edited", "added"],
)
def test_who_sees_and_who_changes(
    thing: CanonRecord | BankMemory, seen_by: set[Viewer], changed_by: set[Viewer]
) -> None:
    everybody = {AUTHOR, OTHER, OWNER, MANAGER, BOTH}
    assert {viewer for viewer in everybody if may_see(thing, viewer)} == seen_by
    assert {viewer for viewer in everybody if may_change(thing, viewer)} == changed_by
