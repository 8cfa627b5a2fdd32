"""Whatever is said, undone, edited and restarted: a prompt tells what holds, and nothing superseded.

The steps are taken on the real canon, and beside it by a small model of canon.md that knows only who said
what where: which records are in force is its own judgement, never the status that the store keeps.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from bot.errors import NothingToRedo, NothingToRetry, NothingToUndo
from bot.store import open_store
from bot.story import CanonRecord, RecordStatus, Scope
from bot.story.canon import FACT_SCOPES
from tests.canon.parts import ASH, SETTINGS, Desk
from tests.store.parts import play, tell_anew

SUBJECT = "Mira"
VALUES = ("amber", "beryl", "coral", "damson", "ebony")
"""None of these words is a part of another, or of anything else in a prompt."""
WORDS = {
    None: "",
    Scope.SCENE: "In this scene, ",
    Scope.ARC: "For this arc, ",
    Scope.ADVENTURE: "In this story, ",
    Scope.CHARACTER: "In every story, ",
}
Step = tuple[object, ...]
SCRIPTS, STEPS = 12, 20

MOVES = {
    "say": 9,
    "answer": 1,
    "take back": 1,
    "edit": 1,
    "forget": 1,
    "scene": 2,
    "turn": 2,
    "undo": 3,
    "redo": 3,
    "retry": 1,
    "restart": 1,
}
"""How often each is done."""


def script(seed: int) -> list[Step]:
    """Random moves, dense enough that sayings meet in every scope."""
    dice = Random(seed)
    told: list[Step] = []
    for name in dice.choices(list(MOVES), list(MOVES.values()), k=STEPS):
        where = dice.choice((0, 0, 1))
        value, scope = dice.choice(VALUES), dice.choice(list(WORDS))
        told.append(
            {
                "say": (name, where, value, scope),
                "answer": (name, where, dice.choice(FACT_SCOPES)),
                "edit": (name, dice.randrange(6), value, scope),
                "forget": (name, dice.randrange(6)),
                "scene": (name, where, dice.choice(("ball", "road")), dice.random() < 0.3),
                "restart": (name,),
            }.get(name, (name, where))
        )
    return told


@dataclass
class Model:
    """What was said, in the order of its ids, and what each saying ended."""

    said: dict[int, CanonRecord] = field(default_factory=dict)
    open: set[int] = field(default_factory=set)
    taken_back: set[int] = field(default_factory=set)
    ended_by: dict[int, set[int]] = field(default_factory=dict)

    def hear(self, new: CanonRecord, edited: int | None = None) -> None:
        """A record was written or settled: it ends what contradicts it (canon.md, "Replace")."""
        self.said[new.id] = new
        asked = new.status is RecordStatus.UNRESOLVED
        (self.open.add if asked else self.open.discard)(new.id)
        self.ended_by.pop(new.id, None)
        for old in self.said.values():
            if old.id == new.id or old.id in self.taken_back:
                continue
            own = old.place.adventure_id == new.place.adventure_id
            if old.id in self.open:
                ends = own
            else:
                narrower = (
                    own
                    and old.scope.width < new.scope.width
                    and old.value != new.value
                    and (new.scope is not Scope.ARC or old.place.arc == new.place.arc)
                )
                ends = not asked and (old.scope_key == new.scope_key or narrower)
            if ends or old.id == edited:
                self.ended_by.setdefault(old.id, set()).add(new.id)

    def hand_over(self, old: int, new: int) -> None:
        """An answer was told anew: what was said at the old one is said of the new one."""
        for number, record in self.said.items():
            if record.action_id == old:
                self.said[number] = replace(record, action_id=new)

    def in_force(self, path: set[int]) -> list[CanonRecord]:
        """The records that hold now; ``path``: the actions that are not undone."""
        standing = {
            number: record
            for number, record in self.said.items()
            if record.action_id in path and number not in self.taken_back
        }
        return [
            record
            for number, record in standing.items()
            if not any(newer in standing for newer in self.ended_by.get(number, ()))
        ]


@pytest.mark.parametrize("seed", range(SCRIPTS))
async def test_a_prompt_tells_what_holds(seed: int, tmp_path: Path) -> None:
    await _play(tmp_path, script(seed))


async def _play(folder: Path, script: list[Step]) -> None:
    url = f"sqlite+aiosqlite:///{folder / 'canon.db'}"
    adventures: list[int] = []
    model = Model()
    rest = list(script)
    while rest or not adventures:
        async with open_store(url) as store:
            desk = Desk(store)
            if not adventures:
                adventures += [await desk.adventure() for _ in range(2)]
                for adventure_id in adventures:
                    await play(store, adventure_id, "greet Mira", "She nods.")
            while rest:
                name, *values = rest.pop(0)
                if name == "restart":
                    break
                await _step(desk, model, adventures, str(name), values)
                await _holds(desk, model, adventures)


async def _step(desk: Desk, model: Model, adventures: list[int], name: str, values: list[object]) -> None:
    store = desk.store
    match name, values:
        case "say", [int(place), str(value), scope]:
            assert scope is None or isinstance(scope, Scope)
            heard = await desk.say(
                adventures[place], f"{WORDS[scope]}{SUBJECT}'s eyes are {value}, not grey."
            )
            spoken = [one.record for one in heard.confirmations] + [one.record for one in heard.questions]
            assert len(spoken) == 1
            if spoken[0].id not in model.said:
                model.hear(spoken[0])
        case "answer", [int(place), Scope() as scope]:
            questions = await store.canon.open_questions(adventures[place])
            if questions:
                answered = await desk.canon.answer(questions[-1].id, scope, ASH)
                model.hear(answered.record)
        case "take back", [int(place)]:
            newest = await store.canon.newest(adventures[place])
            if newest is not None:
                await desk.canon.undo(newest.id)
                model.taken_back.add(newest.id)
        case "edit", [int(number), str(value), scope]:
            assert scope is None or isinstance(scope, Scope)
            live = [record for record in await desk.records() if record.live]
            if live:
                old = live[number % len(live)]
                model.hear((await desk.canon.edit(old.id, ASH, value=value, scope=scope)).record, old.id)
        case "forget", [int(number)]:
            records = await desk.records()
            if records:
                await desk.canon.forget(records[number % len(records)].id)
                left = {record.id for record in (await store.canon.state(adventures[0], ASH.id)).records}
                model.said = {number: record for number, record in model.said.items() if number in left}
        case "scene", [int(place), str(scene), bool(new_arc)]:
            await store.canon.enter_scene(adventures[place], scene, new_arc=new_arc)
        case "turn", [int(place)]:
            await play(store, adventures[place], "greet Mira", "She nods.")
        case "retry", [int(place)]:
            replaced = (await store.adventures.get(adventures[place])).head_id
            try:
                new = await tell_anew(store, adventures[place], "Mira bows.")
            except NothingToRetry:
                return
            model.hand_over(replaced, new.id)
        case ("undo" | "redo") as way, [int(place)]:
            try:
                await (store.story.undo if way == "undo" else store.story.redo)(adventures[place])
            except (NothingToUndo, NothingToRedo):
                return
        case _:
            raise AssertionError((name, values))


async def _holds(desk: Desk, model: Model, adventures: list[int]) -> None:
    snapshots = {known: await desk.store.story.snapshot(known, SETTINGS) for known in adventures}
    path = {action.id for snapshot in snapshots.values() for action in snapshot.actions}
    in_force = {record.id: record for record in model.in_force(path)}
    kept = await desk.records()
    assert {record.id for record in kept if record.live} == set(in_force)
    keys = Counter(record.scope_key for record in kept if record.status is RecordStatus.ACTIVE)
    assert set(keys.values()) <= {1}
    for record in kept:
        assert (record.successor_id in model.said) is (record.status is RecordStatus.SUPERSEDED)
    for adventure_id, snapshot in snapshots.items():
        place = await desk.store.canon.place(adventure_id)
        asked = any(
            number in model.open and record.place.adventure_id == adventure_id
            for number, record in in_force.items()
        )
        here = [
            record
            for number, record in in_force.items()
            if number not in model.open and record.scope_key == place.key(record.kind, record.scope, ASH.id)
        ]
        holds = min(here, key=lambda record: record.scope.width, default=None)
        spoken_of = any(SUBJECT in action.text for action in snapshot.actions)
        full, _ = await desk.canon.recall(adventure_id, snapshot, ASH.id)
        told = " ".join(memory.text for memory in full.memories)
        expected = [holds.value] if holds is not None and not asked else []
        assert [value for value in VALUES if value in told] == expected
        assert (SUBJECT in full.plot.authors_note) is (asked and spoken_of)
        assert not any(value in full.plot.authors_note + full.plot.instructions for value in VALUES)
