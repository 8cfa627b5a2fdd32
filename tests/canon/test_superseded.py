"""Whatever is said, undone, edited and restarted: no memory brings back what a correction has replaced."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.bank.library import Library
from bot.canon.recall import recall as recall_records
from bot.context import assemble
from bot.errors import NothingToRedo, NothingToUndo
from bot.store import Store, open_store
from bot.story import RecordStatus, Scope
from bot.story.canon import FACT_SCOPES
from bot.story.memories import MemoryStatus
from tests.bank.shelves import add, recall
from tests.canon.parts import ASH, SETTINGS, Desk
from tests.store.parts import play, tell_anew

VALUES = ("amber", "beryl", "coral", "damson")
"""None of these words is a part of another, or of anything else in a prompt."""
MOVES = {
    "say": 8,
    "answer": 2,
    "take back": 1,
    "edit": 2,
    "forget": 1,
    "scene": 2,
    "turn": 2,
    "undo": 3,
    "redo": 3,
    "retry": 1,
    "remember": 6,
    "rewrite": 2,
    "delete": 1,
    "restart": 1,
}
"""How often each is done."""
SEEDS, STEPS = (1, 14, 23, 88), 40


@pytest.mark.parametrize("seed", SEEDS)
async def test_no_memory_tells_what_was_replaced(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)
    url = f"sqlite+aiosqlite:///{tmp_path / 'canon.db'}"
    names = dice.choices(list(MOVES), list(MOVES.values()), k=STEPS)
    adventures: list[int] = []
    while names:
        async with open_store(url) as store:
            desk = Desk(store)
            library = Library(store)
            if not adventures:
                adventures += [await desk.adventure() for _ in range(2)]
                for adventure_id in adventures:
                    await play(store, adventure_id, "greet Mira", "She nods.")
            while names:
                name = names.pop(0)
                if name == "restart":
                    break
                await _step(desk, dice, name, dice.choice(adventures))
                for adventure_id in adventures:
                    await _holds(store, library, adventure_id)
            await library.close()


async def _step(desk: Desk, dice: Random, name: str, here: int) -> None:
    store = desk.store
    value = dice.choice(VALUES)
    scope = dice.choice((None, *FACT_SCOPES))
    memory = f"Long ago, Mira looked up with {value} eyes."
    match name:
        case "say":
            words = {Scope.SCENE: "In this scene, ", Scope.ARC: "For this arc, "}
            words |= {Scope.ADVENTURE: "In this story, ", Scope.CHARACTER: "In every story, "}
            said = f"Mira's eyes are {value}, not grey."
            await desk.say(here, f"{words[scope]}{said}" if scope else said)
        case "answer":
            for question in (await store.canon.open_questions(here))[-1:]:
                await desk.canon.answer(question.id, dice.choice(FACT_SCOPES), ASH)
        case "take back":
            if (newest := await store.canon.newest(here)) is not None:
                await desk.canon.undo(newest.id)
        case "edit":
            if live := [record for record in await desk.records() if record.live]:
                await desk.canon.edit(dice.choice(live).id, ASH, value=value, scope=scope)
        case "forget":
            if records := await desk.records():
                await desk.canon.forget(dice.choice(records).id)
        case "scene":
            await store.canon.enter_scene(here, dice.choice(("ball", "road")), new_arc=dice.random() < 0.3)
        case "turn":
            await play(store, here, "greet Mira", "She nods.")
        case "retry":
            if await store.story.count(here) > 1:
                await tell_anew(store, here, "Mira bows.")
        case "undo" | "redo":
            try:
                await (store.story.undo if name == "undo" else store.story.redo)(here)
            except (NothingToUndo, NothingToRedo):
                return
        case "remember":
            (added,) = await add(store, here, memory)
            await store.memories.pin(here, added, pinned=dice.random() < 0.7)
        case "rewrite" | "delete":
            bank = [one for one in await store.memories.of(here) if one.status is MemoryStatus.STORED]
            if bank and name == "delete":
                await store.memories.delete(here, dice.choice(bank).id)
            elif bank:
                chosen = dice.choice(bank)
                await store.memories.edit(
                    here, chosen.id, memory, before=chosen.text, player_id=7, player_name="Ash"
                )
        case _:
            raise AssertionError(name)


async def _holds(store: Store, library: Library, adventure_id: int) -> None:
    state = await store.canon.state(adventure_id, ASH.id)
    snapshot = await store.story.snapshot(adventure_id, SETTINGS)
    recalled = recall_records(state, snapshot.actions, ASH.id)
    found = await recall(library, store, adventure_id, "look at Mira", recalled)
    told = "\n".join(message.content for message in assemble(found).messages)
    bank = [one.text for one in await store.memories.of(adventure_id)]
    assert sorted(bank) == sorted(one.text for one in found.memories if not one.id.startswith("canon:"))
    here = [
        record
        for record in state.present
        if record.scope_key == state.place.key(record.kind, record.scope, ASH.id)
    ]
    known = {record.id: record for record in state.present}
    active = [record for record in here if record.status is RecordStatus.ACTIVE]
    holds = min(active, key=lambda record: record.scope.width, default=None)
    replaced = {
        record.value
        for record in state.present
        if record.status is RecordStatus.SUPERSEDED
        and (successor := known[record.successor_id or 0]).value != record.value
        and (record in here or (record.place.adventure_id == adventure_id and successor in active))
    }
    for value in replaced - {holds.value if holds else ""}:
        assert value not in told, (value, told)
