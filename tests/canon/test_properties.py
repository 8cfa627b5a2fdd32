"""Whatever is said, undone, edited and restarted: nothing superseded in a prompt, one active record a key."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.errors import NothingToRedo, NothingToRetry, NothingToUndo, UnknownRecord
from bot.store import open_store
from bot.story import RecordStatus, Scope
from bot.story.canon import FACT_SCOPES
from tests.canon.parts import ASH, SETTINGS, Desk
from tests.store.parts import play, tell_anew

SUBJECTS = ("Mira", "Orlo")
ADVENTURES = (0, 1)
VALUES = ("amber", "beryl", "coral", "damson", "ebony", "fallow")
"""None of these words is a part of another, or of anything else in a prompt."""
WORDS = {
    None: "",
    Scope.SCENE: "In this scene, ",
    Scope.ARC: "For this arc, ",
    Scope.ADVENTURE: "In this story, ",
    Scope.CHARACTER: "In every story, ",
}

where = st.sampled_from(ADVENTURES)
says = st.tuples(
    st.just("say"),
    where,
    st.sampled_from(SUBJECTS),
    st.sampled_from(VALUES),
    st.sampled_from([*WORDS, None, Scope.CHARACTER]),
)
steps = st.one_of(
    says,
    says,
    says,
    st.tuples(st.just("answer"), where, st.sampled_from(FACT_SCOPES)),
    st.tuples(st.just("take back"), where),
    st.tuples(
        st.just("edit"), st.integers(0, 9), st.sampled_from(VALUES), st.sampled_from([None, *FACT_SCOPES])
    ),
    st.tuples(st.just("forget"), st.integers(0, 9)),
    st.tuples(st.just("scene"), where, st.sampled_from(["ball", "road"]), st.booleans()),
    st.tuples(st.sampled_from(["turn", "undo", "redo", "retry"]), where),
    st.tuples(st.just("restart")),
)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(steps, min_size=4, max_size=16))
def test_what_is_superseded_stays_out(script: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_play(Path(folder), script))


async def _play(folder: Path, script: list[tuple[object, ...]]) -> None:
    url = f"sqlite+aiosqlite:///{folder / 'canon.db'}"
    adventures: list[int] = []
    rest = list(script)
    while rest or not adventures:
        async with open_store(url) as store:
            desk = Desk(store)
            if not adventures:
                adventures += [await desk.adventure() for _ in ADVENTURES]
                for adventure_id in adventures:
                    await play(store, adventure_id, "greet Mira and Orlo", "They nod.")
            while rest:
                name, *values = rest.pop(0)
                if name == "restart":
                    break
                await _step(desk, adventures, str(name), values)
                await _holds(desk, adventures)


async def _step(desk: Desk, adventures: list[int], name: str, values: list[object]) -> None:
    store = desk.store
    match name, values:
        case "say", [int(place), subject, value, scope]:
            assert scope is None or isinstance(scope, Scope)
            await desk.say(adventures[place], f"{WORDS[scope]}{subject}'s eyes are {value}, not grey.")
        case "answer", [int(place), Scope() as scope]:
            questions = await store.canon.open_questions(adventures[place])
            if questions:
                await desk.canon.answer(questions[-1].id, scope, ASH)
        case "take back", [int(place)]:
            newest = await store.canon.newest(adventures[place])
            if newest is not None:
                await desk.canon.undo(newest.id)
        case "edit", [int(number), str(value), scope]:
            assert scope is None or isinstance(scope, Scope)
            live = [record for record in await desk.records() if record.live]
            if live:
                await desk.canon.edit(live[number % len(live)].id, ASH, value=value, scope=scope)
        case "forget", [int(number)]:
            records = await desk.records()
            if records:
                await desk.canon.forget(records[number % len(records)].id)
        case "scene", [int(place), str(scene), bool(new_arc)]:
            await store.canon.enter_scene(adventures[place], scene, new_arc=new_arc)
        case "turn", [int(place)]:
            await play(store, adventures[place], "greet Mira and Orlo", "They nod.")
        case "retry", [int(place)]:
            try:
                await tell_anew(store, adventures[place], "They bow.")
            except NothingToRetry:
                return
        case ("undo" | "redo") as way, [int(place)]:
            try:
                await (store.story.undo if way == "undo" else store.story.redo)(adventures[place])
            except (NothingToUndo, NothingToRedo):
                return
        case _:
            raise AssertionError((name, values))


async def _holds(desk: Desk, adventures: list[int]) -> None:
    records = await desk.records()
    active = [record for record in records if record.status is RecordStatus.ACTIVE]
    keys = Counter((r.kind, r.scope_key, r.subject_key, r.attribute_key) for r in active)
    assert set(keys.values()) <= {1}
    for record in records:
        if record.status is RecordStatus.SUPERSEDED:
            assert record.successor_id is not None
            successor = await desk.store.canon.get(record.successor_id)
            assert successor.status is not RecordStatus.FORGOTTEN
        else:
            assert record.successor_id is None
    for adventure_id in adventures:
        await _prompt_is_honest(desk, adventures, adventure_id)


async def _prompt_is_honest(desk: Desk, adventures: list[int], adventure_id: int) -> None:
    """Judged by who said what where, not by the statuses that the store keeps."""
    snapshot = await desk.store.story.snapshot(adventure_id, SETTINGS)
    full, _ = await desk.canon.recall(adventure_id, snapshot, ASH.id)
    place = await desk.store.canon.place(adventure_id)
    paths = {action.id for known in adventures for action in await desk.store.story.path(known)}
    records = {record.id: record for record in await desk.records()}
    assert {record.action_id for record in records.values()} <= paths
    settled = [record for record in records.values() if record.status is not RecordStatus.UNRESOLVED]
    told = [
        records[int(memory.id.removeprefix("canon:"))] for memory in full.memories if memory.relevance >= 0
    ]
    assert len({record.subject for record in told}) == len(told), "two versions of one thing"
    for record, memory in zip(told, full.memories, strict=False):
        assert record.status is RecordStatus.ACTIVE
        assert record.scope_key == place.key(record.scope, ASH.id)
        assert record.value in memory.text
        assert not any(value in memory.text for value in VALUES if value != record.value)
    for record in told:
        others = [other for other in settled if other.subject == record.subject and other.id != record.id]
        assert not any(other.scope_key == record.scope_key and other.id > record.id for other in others)
        here = [other for other in others if other.scope_key == place.key(other.scope, ASH.id)]
        narrower = [other for other in here if other.scope.width < record.scope.width]
        assert all(other.status is RecordStatus.SUPERSEDED for other in narrower)
        assert all(other.id < (other.successor_id or 0) for other in narrower)
    asked = {
        record.subject
        for record in records.values()
        if record.status is RecordStatus.UNRESOLVED and record.place.adventure_id == adventure_id
    }
    assert not asked & {record.subject for record in told}, "told although it is an open question"
    story = "".join(action.text for action in snapshot.actions)
    assert all(subject in full.plot.authors_note for subject in asked if subject in story)
    assert not any(value in full.plot.authors_note for value in VALUES)


def test_the_script_can_fail() -> None:
    """The steps are really taken: an unknown record is noticed."""

    async def forgotten_twice() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with open_store(f"sqlite+aiosqlite:///{Path(folder) / 'canon.db'}") as store:
                desk = Desk(store)
                saved = await desk.save(await desk.adventure(), "Mira", "eyes", "amber")
                await desk.canon.forget(saved.record.id)
                await desk.canon.forget(saved.record.id)

    try:
        asyncio.run(forgotten_twice())
    except UnknownRecord:
        return
    raise AssertionError
