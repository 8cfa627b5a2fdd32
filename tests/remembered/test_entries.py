"""What is listed, how it stands, and how it is found."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.errors import UnknownMemory
from bot.remembered import Choice, Entry, Reach, Show, State, Viewer, chosen, found, matches, pick
from bot.remembered.entry import entries
from bot.story import CanonRecord, Kind, Place, RecordStatus, Scope
from bot.story.canon import CanonState
from bot.story.memories import BankMemory, MemoryStatus
from tests.remembered.things import ASH, DAY, HERE, JUNO, memory, record

ELSEWHERE = Place(guild_id=9, adventure_id=6)


def listed(
    *things: CanonRecord | BankMemory, viewer: int = ASH, used: frozenset[str] = frozenset()
) -> dict[str, Entry]:
    """The entries by their refs, in order."""
    state = CanonState(HERE, tuple(t for t in things if isinstance(t, CanonRecord)))
    bank = [t for t in things if isinstance(t, BankMemory)]
    told = entries(state, bank, Viewer(viewer), used)
    return {entry.ref: entry for entry in told}


def test_what_concerns_this_story_is_listed() -> None:
    told = listed(
        record(1),
        record(2, place=ELSEWHERE),
        record(3, place=ELSEWHERE, scope=Scope.CHARACTER),
        record(4, place=ELSEWHERE, status=RecordStatus.UNRESOLVED, scope=Scope.CHARACTER),
        record(5, scope=Scope.SCENE),
        record(6, scope=Scope.SCENE, place=Place(9, 5, "Hall")),
        record(7, place=ELSEWHERE, kind=Kind.PREFERENCE, scope=Scope.EVERYWHERE),
    )
    assert set(told) == {"c1", "c3", "c5", "c6", "c7"}
    assert [ref for ref, entry in told.items() if not entry.here] == ["c6"]


def test_other_peoples_wishes_are_nowhere() -> None:
    mine = record(1, kind=Kind.PREFERENCE, status=RecordStatus.SUPERSEDED, successor_id=2)
    theirs = record(2, "Speak softly.", kind=Kind.PREFERENCE, player_id=JUNO)
    told = listed(mine, theirs)
    assert set(told) == {"c1"}
    assert told["c1"].successor is None
    assert set(listed(mine, theirs, viewer=JUNO)) == {"c2"}


def test_every_entry_has_its_state() -> None:
    told = listed(
        record(1),
        record(2, status=RecordStatus.SUPERSEDED, value="blue", successor_id=1, superseded_at=DAY),
        record(3, status=RecordStatus.UNRESOLVED),
        record(4),
        memory(1),
        memory(2, "Mira's blue eyes shone."),
        memory(3, "", status=MemoryStatus.WAITING),
        memory(4, status=MemoryStatus.FORGOTTEN),
        used=frozenset({"canon:4", "2"}),
    )
    assert {ref: entry.state for ref, entry in told.items()} == {
        "c1": State.STORED,
        "c2": State.OLD,
        "c3": State.OPEN,
        "c4": State.USED,
        "m1": State.STORED,
        "m2": State.USED,
        "m3": State.WAITING,
        "m4": State.FORGOTTEN,
    }
    successor = told["c2"].successor
    assert successor is not None
    assert successor.id == 1
    correction = told["m2"].correction
    assert correction is not None
    assert correction.value == "green"
    assert told["m1"].correction is None


def test_open_questions_come_first_then_the_newest() -> None:
    told = listed(
        record(1, created_at=DAY, status=RecordStatus.UNRESOLVED),
        record(2, created_at=DAY + timedelta(days=2)),
        memory(1, stored_at=DAY + timedelta(days=1)),
        memory(2, stored_at=DAY + timedelta(days=3)),
    )
    assert list(told) == ["c1", "m2", "c2", "m1"]


@pytest.mark.parametrize(
    ("query", "text", "hit"),
    [
        ("river", "They crossed two rivers.", True),
        ("rivers", "They crossed a river.", True),
        ("river crossed", "They crossed a river.", True),
        ("ross", "They crossed a river.", True),
        ("river bridge", "They crossed a river.", False),
        ("кот", "Она гладит кота.", True),
        ("котами", "Она гладит кота.", True),
        ("Мире гладить", "Мира гладит кота.", True),
        ("собака", "Она гладит кота.", False),
        ("سيف", "حمل سيفه ومضى", True),
        ("والسيف", "سيف قديم", True),
        ("الملك", "جاء ملك", True),
        ("خنجر", "حمل سيفه ومضى", False),
        ("!!", "They crossed a river.", False),
        ("  ", "They crossed a river.", True),
    ],
)
def test_words_are_found_in_any_form(query: str, text: str, hit: bool) -> None:
    assert matches(query, text) is hit


def test_a_list_is_filtered_by_words_scope_and_state() -> None:
    told = list(
        listed(
            record(1, "Mira fears the river.", scope=Scope.SCENE),
            record(2, "Mira's eyes are green."),
            memory(1, "They crossed rivers.", stored_at=DAY + timedelta(days=9)),
            memory(2, "The river froze. Mira's eyes were blue.", pinned=True),
            record(3, "Mira's eyes are blue.", value="blue", status=RecordStatus.SUPERSEDED, successor_id=2),
            memory(3, "A river.", status=MemoryStatus.FORGOTTEN),
        ).values()
    )

    def refs(**wanted: object) -> list[str]:
        return [entry.ref for entry in chosen(told, Choice(**wanted))]  # type: ignore[arg-type]

    assert refs(query="rivers")[0] == "m1"
    assert set(refs(query="river")) == {"c1", "m1", "m2", "m3"}
    assert refs(query="river", reach=Reach.SCENE) == ["c1"]
    assert set(refs(query="river", reach=Reach.BANK)) == {"m1", "m2", "m3"}
    assert refs(query="river", show=Show.FORGOTTEN) == ["m3"]
    assert refs(show=Show.PINNED) == ["m2"]
    assert refs(show=Show.OUTDATED) == ["m2"]
    assert refs(reach=Reach.ADVENTURE, show=Show.STORED) == ["c2"]
    assert refs(show=Show.OPEN) == []
    assert {entry.ref for entry in found(told, "ash")} == {"c1", "c2", "c3"}


def test_an_entry_is_picked_by_its_ref_or_by_words_that_only_it_has() -> None:
    told = list(listed(record(1), memory(1, "A river."), memory(2, "A river and a bridge.")).values())
    assert pick(told, "m2").ref == "m2"
    assert pick(told, "bridges").ref == "m2"
    assert pick(told, "a river.").ref == "m1"
    for unclear in ("river", "m9", "", "sword"):
        with pytest.raises(UnknownMemory):
            pick(told, unclear)
