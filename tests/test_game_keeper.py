"""The game and its keeper: turns go first, and go on whatever happens to memories."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.app import open_game
from bot.game import Game, Player, TurnRequest
from bot.settings import Settings
from bot.store.records import TurnKind
from bot.story.memories import MemoryStatus
from tests.support.provider import Provider, Reply


class Table:
    def __init__(self, game: Game, adventure_id: int) -> None:
        self.game = game
        self.id = adventure_id
        self._events = 0

    async def tell(self, kind: TurnKind = TurnKind.DO) -> str:
        self._events += 1
        text = "wait" if kind is TurnKind.DO else ""
        request = TurnRequest(f"test:{self._events}", self.id, kind, Player(7, "Ash"), text)
        turn = await self.game.accept(request)
        async with self.game.place(self.id):
            return (await self.game.tell(turn, lambda _: None)).output.text

    async def kept(self) -> None:
        assert self.game.keeper is not None
        await self.game.keeper.idle()

    async def memories(self) -> list[str]:
        return [memory.text for memory in await self.game.store.memories.of(self.id)]


@pytest.fixture
async def table(settings: Settings) -> AsyncIterator[Table]:
    async with open_game(settings.model_copy(update={"summary": False})) as game:
        adventure = await game.start_adventure(
            guild_id=1, channel_id=2, owner_id=7, scenario="lantern", language="en"
        )
        assert not adventure.summarises
        yield Table(game, adventure.id)


async def test_a_turn_is_told_while_a_memory_hangs(table: Table, provider: Provider) -> None:
    for _ in range(5):
        await table.tell()
    provider.say("The lantern burns.")
    release = provider.hold("You waited; the lantern burned.")
    await table.tell()
    await provider.arrived(7)
    provider.say("Nothing moves.")
    assert await table.tell() == "Nothing moves."
    assert await table.tell(TurnKind.RETRY) != ""
    assert await table.memories() == [""]
    release.set()
    await table.kept()
    assert await table.memories() == ["You waited; the lantern burned."]


async def test_undo_takes_a_memory_along_and_redo_has_it_written(table: Table, provider: Provider) -> None:
    for _ in range(5):
        await table.tell()
    release = provider.hold()
    told = asyncio.create_task(table.tell())
    await provider.arrived(6)
    provider.script(Reply(broken=True))
    release.set()
    await told
    await table.kept()
    for _ in range(4):
        await table.game.undo(table.id)
    assert await table.game.store.memories.of(table.id) == []
    for _ in range(4):
        await table.game.redo(table.id)
    await table.kept()
    (memory,) = await table.game.store.memories.of(table.id)
    assert memory.status is MemoryStatus.WAITING  # the provider has failed, and is left alone for a while


async def test_the_cost_of_a_turn_counts_for_the_day(table: Table, provider: Provider) -> None:
    turn_start = (await table.game.store.adventures.get(table.id)).created_at
    provider.script(Reply("It is dark.", prompt_tokens=500))
    await table.tell()
    assert await table.game.store.jobs.spent(turn_start) == 503
    provider.script(Reply("It is dark.", usage=False))
    await table.tell()
    report = (await table.game.seen(table.id)).report
    assert await table.game.store.jobs.spent(turn_start) == 503 + report["total_tokens"] + 4
