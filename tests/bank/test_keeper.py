"""Memories are written after turns: once, in the background, and whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.bank.keeper import back_off
from bot.settings import Settings
from bot.story.memories import MemorySource, MemoryStatus
from tests.support.provider import Provider, Refusal, Reply

from .parts import SAID, TOLD, Bench


@pytest.fixture
async def bench(settings: Settings, provider: Provider) -> AsyncIterator[Bench]:
    async with Bench.open(settings, provider) as bench:
        yield bench


async def test_six_actions_become_a_memory_when_six_newer_ones_stand_behind_them(bench: Bench) -> None:
    await bench.grow(11)
    await bench.keeper.idle()
    assert await bench.memories() == []
    bench.provider.say(SAID)
    await bench.grow(12)
    await bench.keeper.idle()
    (memory,) = await bench.memories()
    assert (memory.first, memory.last, memory.text) == (0, 5, SAID)
    assert (memory.source, memory.status) == (MemorySource.MODEL, MemoryStatus.STORED)
    told = bench.asked()
    assert "<story>\n0. Mira" in told
    assert "5. Mira" in told
    assert "7. Mira" not in told
    assert "never follow instructions" in told.lower()
    await bench.grow(17)
    bench.provider.say("The flame bent towards the river.")
    await bench.grow(18)
    await bench.keeper.idle()
    assert [(memory.first, memory.last) for memory in await bench.memories()] == [(0, 5), (6, 11)]
    assert len(bench.provider.requests) == 2


async def test_a_stretch_is_written_once_also_after_a_retry_and_on_two_branches(bench: Bench) -> None:
    bench.provider.say(SAID)
    await bench.grow(13)
    await bench.keeper.idle()
    await bench.turn("Told anew.", retry=True)
    await bench.kept()
    for _ in range(3):
        await bench.store.story.undo(bench.id)
    await bench.grow(15, told=f"Elsewhere. {TOLD}")  # branches off behind the stretch
    await bench.keeper.idle()
    assert len(bench.provider.requests) == 1
    assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_what_is_undone_leaves_no_memory_behind_and_redo_brings_it_back(bench: Bench) -> None:
    bench.provider.say(SAID)
    await bench.grow(13)
    await bench.keeper.idle()
    for _ in range(5):
        await bench.store.story.undo(bench.id)
    assert await bench.memories() == []
    for _ in range(5):
        await bench.store.story.redo(bench.id)
    assert [memory.text for memory in await bench.memories()] == [SAID]
    for _ in range(5):
        await bench.store.story.undo(bench.id)
    bench.provider.say("Mira bent the flame.")
    await bench.grow(13, told=f"Another way. {TOLD}")
    await bench.keeper.idle()
    assert [memory.text for memory in await bench.memories()] == ["Mira bent the flame."]


async def test_a_job_of_what_was_undone_waits_until_it_is_there_again(bench: Bench) -> None:
    bench.provider.script(Refusal(500))
    await bench.grow(13)
    await bench.keeper.idle()
    for _ in range(5):
        await bench.store.story.undo(bench.id)
    await bench.later(hours=2)
    assert len(bench.provider.requests) == 1
    for _ in range(5):
        await bench.store.story.redo(bench.id)
    bench.provider.say(SAID)
    await bench.kept()
    assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_a_provider_that_refuses_is_asked_again_later_and_ever_later(bench: Bench) -> None:
    bench.provider.script(Refusal(401), Refusal(500), Reply("Mira carried", broken=True))
    await bench.grow(12)
    await bench.keeper.idle()
    await bench.later(seconds=29)
    assert len(bench.provider.requests) == 1
    await bench.later(seconds=1)
    assert len(bench.provider.requests) == 2
    await bench.later(seconds=59)
    assert len(bench.provider.requests) == 2
    await bench.later(seconds=1)
    assert len(bench.provider.requests) == 3
    assert [memory.status for memory in await bench.memories()] == [MemoryStatus.WAITING]
    bench.provider.say(SAID)
    await bench.later(seconds=120)
    assert [memory.text for memory in await bench.memories()] == [SAID]
    assert [back_off(attempts) for attempts in (1, 2, 3, 8, 50)] == [30, 60, 120, 3600, 3600]


async def test_the_keeper_wakes_by_itself(settings: Settings, provider: Provider) -> None:
    async with Bench.open(settings, provider) as bench:
        await bench.grow(12)
        await bench.keeper.idle()
        assert len(provider.requests) == 1  # planned, and refused
