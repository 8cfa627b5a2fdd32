"""The tree against a model in a few lines of Python."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.errors import NothingToRedo, NothingToRetry, NothingToUndo
from bot.store.database import Store, open_store
from bot.store.records import AdventureRecord, TurnKind, TurnState

from .parts import answer, begin, new_adventure


class Model:
    """Nodes are numbers; ``kinds`` are start, act and tell."""

    def __init__(self) -> None:
        self.parents: list[int | None] = [None]
        self.kinds = ["start"]
        self.head = self.tip = 0

    def grow(self, parent: int, kind: str) -> None:
        self.parents.append(parent)
        self.kinds.append(kind)
        self.head = self.tip = len(self.kinds) - 1

    def path(self, node: int) -> list[int]:
        parent = self.parents[node]
        return [*([] if parent is None else self.path(parent)), node]

    def turns(self, node: int) -> list[int]:
        """The places on the way to the node where the head can stand."""
        path = self.path(node)
        pairs = zip(path, [*path[1:], None], strict=True)
        return [a for a, b in pairs if b is None or not (self.kinds[a] == "act" and self.kinds[b] == "tell")]


def test_the_tree_agrees_with_the_model(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        opened = open_store(f"sqlite+aiosqlite:///{tmp_path / 'story.db'}")
        store = runner.run(opened.__aenter__())
        try:
            run_state_machine_as_test(
                lambda: TreeMachine(runner, store),  # type: ignore[arg-type]  # a function is as good
                settings=settings(
                    max_examples=8,
                    stateful_step_count=20,
                    deadline=None,
                    database=None,
                    suppress_health_check=[HealthCheck.too_slow],
                ),
            )
        finally:
            runner.run(opened.__aexit__(None, None, None))


class TreeMachine(RuleBasedStateMachine):
    channel = 100

    def __init__(self, runner: asyncio.Runner, store: Store) -> None:
        super().__init__()
        self.runner = runner
        self.store = store
        self.model = Model()
        TreeMachine.channel += 1
        record = runner.run(new_adventure(store, channel_id=TreeMachine.channel))
        self.adventure = record.id
        self.ids = [record.head_id]
        self.failed: int | None = None
        self.failed_at = 0

    def record(self) -> AdventureRecord:
        return self.runner.run(self.store.adventures.get(self.adventure))

    def grew(self, parent: int, kind: str) -> None:
        self.model.grow(parent, kind)
        self.ids.append(self.record().head_id)

    def turn(self, text: str, kind: TurnKind, resumes: int | None = None) -> int:
        run = begin(self.store, self.adventure, text, kind=kind, resumes=resumes)
        return self.runner.run(run).id

    def told(self, turn_id: int) -> None:
        self.runner.run(answer(self.store, turn_id, f"answer {turn_id}"))

    def gave_up(self, turn_id: int) -> None:
        self.runner.run(self.store.turns.fail(turn_id, TurnState.FAILED, "error-narrator"))
        self.failed, self.failed_at = turn_id, self.model.head

    @rule()
    def act(self) -> None:
        turn = self.turn("act", TurnKind.DO)
        self.grew(self.model.head, "act")
        self.told(turn)
        self.grew(self.model.head, "tell")

    @rule()
    def act_in_vain(self) -> None:
        turn = self.turn("act", TurnKind.DO)
        self.grew(self.model.head, "act")
        self.gave_up(turn)

    @rule()
    def go_on(self) -> None:
        self.told(self.turn("", TurnKind.CONTINUE))
        self.grew(self.model.head, "tell")

    @rule()
    def go_on_in_vain(self) -> None:
        self.gave_up(self.turn("", TurnKind.CONTINUE))

    @precondition(lambda self: self.failed is not None and self.failed_at == self.model.head)
    @rule()
    def resume(self) -> None:
        self.told(self.turn("", TurnKind.RETRY, resumes=self.failed))
        self.grew(self.model.head, "tell")
        self.failed = None

    @rule()
    def retry(self) -> None:
        kind, parent = self.model.kinds[self.model.head], self.model.parents[self.model.head]
        if kind == "start":
            with pytest.raises(NothingToRetry):
                self.turn("", TurnKind.RETRY)
            return
        self.told(self.turn("", TurnKind.RETRY))
        assert parent is not None
        self.grew(parent if kind == "tell" else self.model.head, "tell")

    @rule()
    def undo(self) -> None:
        places = self.model.turns(self.model.head)
        if len(places) == 1:
            with pytest.raises(NothingToUndo):
                self.runner.run(self.store.story.undo(self.adventure))
            return
        self.runner.run(self.store.story.undo(self.adventure))
        self.model.head = places[-2]

    @rule()
    def redo(self) -> None:
        places = self.model.turns(self.model.tip)
        ahead = places[places.index(self.model.head) + 1 :]
        if not ahead:
            with pytest.raises(NothingToRedo):
                self.runner.run(self.store.story.redo(self.adventure))
            return
        self.runner.run(self.store.story.redo(self.adventure))
        self.model.head = ahead[0]

    @invariant()
    def head_tip_and_path_agree(self) -> None:
        record = self.record()
        assert record.head_id == self.ids[self.model.head]
        assert record.tip_id == self.ids[self.model.tip]
        path = self.runner.run(self.store.story.path(self.adventure))
        assert [action.id for action in path] == [self.ids[n] for n in self.model.path(self.model.head)]
        assert self.runner.run(self.store.story.count(self.adventure)) == len(path)
