"""Memories are written after turns: once, in the background, and whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Generator
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest

from bot.bank import open_keeper
from bot.bank.keeper import back_off, utc_now
from bot.bank.pen import Meter, Pen
from bot.bank.scribe import Scribe
from bot.bank.summary import Summariser
from bot.canon import Canon, Correction, Rules, Speaker
from bot.context.tokens import get_tokenizer
from bot.locale import texts_for
from bot.narrator import Narrator
from bot.settings import Settings
from bot.store.records import JobKind
from bot.story import Scope
from bot.story.memories import MemorySource, MemoryStatus
from tests.support.provider import Provider, Refusal, Reply

from .parts import MORNING, SAID, TOLD, Bench


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
    assert "4. Mira" in told
    assert "6. Mira" not in told
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
        await bench.start_store()
        await bench.grow(12)
        provider.script(Refusal(500), Reply(SAID))
        async with (
            Narrator(settings) as narrator,
            open_keeper(settings, bench.store, narrator, pause=lambda _: 0.001) as keeper,
        ):
            await provider.arrived(2)
            await keeper.idle()
        assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_the_budget_of_a_day_is_for_turns_and_jobs_together(
    settings: Settings, provider: Provider
) -> None:
    limited = settings.model_copy(update={"daily_tokens": 250})
    async with Bench.open(limited, provider) as bench:
        bench.now = utc_now()  # as the turns' own
        provider.script(Reply("Then Boris came."), Reply(SAID))  # 103 and 107 tokens: refused ones count
        await bench.grow(12)
        await bench.keeper.idle()
        assert [memory.text for memory in await bench.memories()] == [SAID]
        await bench.turn("Mira waits.", spent=50)
        await bench.grow(18)
        await bench.keeper.idle()
        assert len(provider.requests) == 2
        assert [memory.text for memory in await bench.memories()] == [SAID, ""]
        provider.say("The flame bent towards the river.")
        midnight = bench.now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        bench.now = midnight - timedelta(seconds=1)
        await bench.kept()
        assert len(provider.requests) == 2
        await bench.later(seconds=1)
        assert [memory.text for memory in await bench.memories()] == [
            SAID,
            "The flame bent towards the river.",
        ]


async def test_a_provider_that_does_not_count_is_counted_here(settings: Settings, provider: Provider) -> None:
    async with Bench.open(settings, provider) as bench:
        provider.script(Reply(SAID, usage=False))
        await bench.grow(12)
        await bench.keeper.idle()
        assert 200 < await bench.store.jobs.spent(MORNING) < 600  # the prompt and the answer
        assert await bench.store.jobs.spent(MORNING + timedelta(days=1)) == 0


class Cut:
    """Awaits a coroutine, and cancels its own task where that waits for the ``count``-th time."""

    def __init__(self, work: Coroutine[Any, Any, None], count: int) -> None:
        self._work = work
        self._count = count

    def __await__(self) -> Generator[Any, None, None]:
        steps = self._work.__await__()
        go_on = partial(next, steps)
        for number in count(1):
            try:
                waited = go_on()
            except StopIteration:
                return
            task = asyncio.current_task()
            if number == self._count and task is not None:
                task.cancel()
            go_on = partial(next, steps)
            try:
                yield waited
            except BaseException as error:
                go_on = partial(steps.throw, error)


async def cut(work: Coroutine[Any, Any, None], count: int) -> None:
    await Cut(work, count)


async def test_a_job_that_is_broken_off_anywhere_is_done_once(settings: Settings, provider: Provider) -> None:
    async with Bench.open(settings, provider) as bench:
        await bench.start_store()
        await bench.grow(12)
        await bench.store.jobs.plan(bench.id, capacity=400, now=MORNING)
        job = await bench.store.jobs.next(MORNING, (JobKind.MEMORY,))
        assert job is not None
        provider.say(*[SAID] * 300)
        async with Narrator(settings) as narrator:
            pen = Pen(narrator, settings.context())
            scribe = Scribe(bench.store, pen, Summariser(pen, 400), 400)
            for steps in range(1, 300):
                await asyncio.wait([asyncio.create_task(cut(scribe.write(job, Meter(), MORNING), steps))])
                (memory,) = await bench.memories()
                waits = await bench.store.jobs.next(MORNING, (JobKind.MEMORY,)) is not None
                assert (memory.status is MemoryStatus.WAITING) == (memory.text == "") == waits
                if not waits:
                    break
        assert 20 < steps < 299
        asked = len(provider.requests)
        await bench.start()
        await bench.keeper.idle()
        assert [memory.text for memory in await bench.memories()] == [SAID]
        assert len(provider.requests) == asked


async def test_two_processes_write_one_memory(settings: Settings, provider: Provider) -> None:
    async with Bench.open(settings, provider) as bench:
        release = provider.hold(SAID)
        provider.say("Mira bent the flame.")
        await bench.grow(12)
        await provider.arrived(1)
        async with open_keeper(settings, bench.store, bench.narrator, clock=lambda: bench.now) as other:
            await other.idle()
            release.set()
            await bench.keeper.idle()
        assert [memory.text for memory in await bench.memories()] == ["Mira bent the flame."]


async def test_an_edit_of_a_player_is_not_overwritten(bench: Bench) -> None:
    release = bench.provider.hold(SAID)
    await bench.grow(12)
    await bench.provider.arrived(1)
    (memory,) = await bench.memories()
    await bench.store.memories.edit(bench.id, memory.id, "Mine.", before="", player_id=7, player_name="Ash")
    release.set()
    await bench.keeper.idle()
    assert [memory.text for memory in await bench.memories()] == ["Mine."]


async def test_a_full_bank_forgets_the_least_used_which_can_be_brought_back(
    settings: Settings, provider: Provider
) -> None:
    async with Bench.open(settings.model_copy(update={"memory_capacity": 3}), provider) as bench:
        provider.say(*[f"Mira lifts the lantern {word}." for word in ("up", "on", "towards", "above")])
        await bench.grow(24)
        await bench.keeper.idle()
        first, second, third = await bench.memories()
        await bench.store.memories.count_use([first.id, third.id])
        await bench.grow(30)
        await bench.keeper.idle()
        forgotten = [memory for memory in await bench.memories() if memory.status is MemoryStatus.FORGOTTEN]
        assert [memory.id for memory in forgotten] == [second.id]
        await bench.store.memories.bring_back(bench.id, second.id, 3)
        assert MemoryStatus.STORED in {m.status for m in await bench.memories() if m.id == second.id}
        await bench.store.memories.add(bench.id, "Mine.", player_id=7, player_name="Ash", capacity=3)
        stored = [memory.text for memory in await bench.memories() if memory.status is MemoryStatus.STORED]
        assert len(stored) == 3
        assert "Mine." in stored


async def test_a_memory_that_was_forgotten_unwritten_is_written_when_it_is_brought_back(bench: Bench) -> None:
    bench.provider.script(Refusal(500))
    await bench.grow(12)
    await bench.keeper.idle()
    (memory,) = await bench.memories()
    await bench.store.memories.forget(bench.id, memory.id)
    await bench.later(hours=1)
    assert len(bench.provider.requests) == 1
    await bench.store.memories.bring_back(bench.id, memory.id, 400)
    bench.provider.say(SAID)
    await bench.kept()
    assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_of_a_long_backlog_the_newest_stretches_are_written(
    settings: Settings, provider: Provider
) -> None:
    async with Bench.open(settings.model_copy(update={"memory_capacity": 2}), provider) as bench:
        await bench.stop()
        await bench.start_store()
        await bench.grow(31)
        await bench.start()
        await bench.keeper.idle()
        assert [memory.first for memory in await bench.memories()] == [12, 18]


async def test_a_bank_that_is_off_is_not_written(settings: Settings, provider: Provider) -> None:
    async with Bench.open(settings.model_copy(update={"memory_bank": False}), provider) as bench:
        await bench.grow(14)
        await bench.keeper.idle()
        assert await bench.memories() == []
    assert provider.requests == []


async def test_an_adventure_that_has_ended_waits(bench: Bench) -> None:
    bench.provider.script(Refusal(500))
    await bench.grow(12)
    await bench.keeper.idle()
    await bench.store.adventures.end(bench.id)
    await bench.later(hours=1)
    assert len(bench.provider.requests) == 1
    await bench.store.adventures.reopen(bench.id, 5)
    bench.provider.say(SAID)
    await bench.kept()
    assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_no_error_ends_the_keeper(
    bench: Bench, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that cannot be written, and a fault of ours."""
    monkeypatch.setattr(bench.store.jobs, "remembered", None)
    bench.provider.say(SAID)
    await bench.grow(12)
    await bench.keeper.idle()
    monkeypatch.undo()
    monkeypatch.setattr(bench.store.jobs, "failed", None)
    bench.provider.script(Refusal(500))
    await bench.later(seconds=30)
    monkeypatch.undo()
    bench.provider.say(SAID)
    await bench.later(seconds=30)
    assert [memory.text for memory in await bench.memories()] == [SAID]
    assert "TypeError" in caplog.text
    assert "lantern" not in caplog.text


async def test_a_story_that_goes_on_while_it_is_looked_at_is_looked_at_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = bench.store.jobs.plan
    grown: list[int] = []

    async def slowly(adventure_id: int, **given: Any) -> None:
        await plan(adventure_id, **given)
        if not grown:
            grown.append(adventure_id)
            await bench.grow(12)

    monkeypatch.setattr(bench.store.jobs, "plan", slowly)
    bench.provider.say(SAID)
    await bench.grow(11)
    await bench.keeper.idle()
    assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_where_turns_and_jobs_share_a_machine_a_job_gives_way(
    settings: Settings, provider: Provider
) -> None:
    embedded = settings.model_copy(update={"openai_base_url": None, "openai_api_key": None})
    async with Bench.open(settings, provider) as bench:
        await bench.grow(11)
        keeper = open_keeper(embedded, bench.store, bench.narrator, clock=lambda: bench.now)
        async with keeper:
            await bench.keeper.__aexit__(None, None, None)
            provider.hold(SAID)
            await bench.grow(12)
            keeper.notice(bench.id)
            await provider.arrived(1)
            async with keeper.turn():
                await provider.gone.wait()
                await keeper.idle()
                assert len(provider.requests) == 1
                provider.say(SAID)
            await keeper.idle()
        assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_facts_of_the_players_override_the_story(bench: Bench) -> None:
    canon = Canon(bench.store, Rules())
    ash = Speaker(7, "Ash")
    for subject, value in (("Mira", "green"), ("Boris", "brown")):
        form = Correction(subject, "eyes", value, scope=Scope.ADVENTURE)
        await canon.correct(bench.id, ash, form)
    await canon.correct(bench.id, ash, Correction("Mira", "cloak", "red", scope=Scope.SCENE))
    bench.provider.say("Mira, whose eyes are green, carried the lantern.")
    await bench.grow(12)
    await bench.keeper.idle()
    told = bench.asked()
    assert "Mira — eyes: green" in told
    assert "brown" not in told
    assert "red" not in told.replace("river", "").split("<facts>")[-1]
    assert [memory.source for memory in await bench.memories()] == [MemorySource.MODEL]


@pytest.mark.parametrize(
    ("language", "acted", "told", "wrong", "asked", "kept"),
    [
        (
            "en",
            "> You go up.",
            TOLD,
            ("Boris came.", "Viktor went up."),
            "The story does not speak of Boris",
            "Mira lifts",
        ),
        (
            "ru",
            "> Ты поднимаешься.",
            "Мира поднимает фонарь, и пламя клонится к реке. Лестница уходит в темноту. Колокол молчит.",
            ("Mira carried the lantern.", ""),
            "Это не на языке истории",
            "Мира поднимает фонарь",
        ),
        (
            "ar",
            "> تصعد الدرج.",
            "ترفع ميرا الفانوس فيميل اللهب نحو النهر. يمضي الدرج في الظلام. الجرس صامت.",
            ("قال بدر إن الجرس صامت.", "وصل سامر إلى النهر."),
            "القصة لا تذكر",
            "ترفع ميرا الفانوس",
        ),
    ],
)
async def test_what_is_refused_twice_gives_way_to_the_storys_own_sentences(
    settings: Settings,
    provider: Provider,
    language: str,
    acted: str,
    told: str,
    wrong: tuple[str, str],
    asked: str,
    kept: str,
) -> None:
    async with Bench.open(settings, provider) as bench:
        provider.say(*wrong)
        bench.told, bench.acted = told, acted
        bench.id = (await bench.begin(language=language, channel_id=9)).id
        await bench.grow(12)
        await bench.keeper.idle()
        (memory,) = await bench.memories()
        assert (memory.source, memory.status) == (MemorySource.STORY, MemoryStatus.STORED)
        assert kept in memory.text
        count = get_tokenizer("o200k_base").count
        story = await bench.store.story.path(bench.id)
        assert count(memory.text) <= 0.6 * count("\n\n".join(action.text for action in story[:6]))
        assert bench.provider.requests[0]["messages"][0]["content"].startswith(
            texts_for(language)("writing-memory", words=60)
        )
        assert asked in bench.asked()
        assert len(provider.requests) == 2


async def test_a_text_that_breaks_off_is_asked_for_with_more_room(bench: Bench) -> None:
    bench.provider.script(Reply('{"memory": "Mira carried the la', finish_reason="length"), Reply(SAID))
    await bench.grow(12)
    await bench.keeper.idle()
    assert [memory.text for memory in await bench.memories()] == [SAID]
    first, second = (request["max_tokens"] for request in bench.provider.requests)
    assert second == 2 * first


async def test_a_prompt_that_is_too_long_for_the_model_costs_no_memory(bench: Bench) -> None:
    bench.provider.script(Refusal(400, "Too long.", "context_length_exceeded"))
    await bench.grow(12)
    await bench.keeper.idle()
    assert [memory.source for memory in await bench.memories()] == [MemorySource.STORY]


async def test_an_answer_without_an_end_is_cut_off(bench: Bench) -> None:
    endless = bench.provider.hold("Mira bends the flame. " * 2000, at=7900)
    bench.provider.say(SAID)
    await bench.grow(12)
    await bench.keeper.idle()
    assert not endless.is_set()
    assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_an_adventure_that_is_gone_keeps_no_other_waiting(bench: Bench) -> None:
    bench.provider.say(SAID)
    bench.keeper.notice(-1)
    await bench.grow(12)
    await bench.keeper.idle()
    assert [memory.text for memory in await bench.memories()] == [SAID]


async def test_a_clock_that_is_set_back_holds_nothing_up(settings: Settings, provider: Provider) -> None:
    tight = settings.model_copy(update={"daily_tokens": 150})
    async with Bench.open(tight, provider) as bench:
        provider.script(Refusal(503))
        provider.say(SAID, SAID)
        bench.now += timedelta(days=3650)
        await bench.grow(12)
        await bench.keeper.idle()
        bench.now = MORNING
        await bench.kept()
        assert [memory.text for memory in await bench.memories()] == [SAID]
        bench.now -= timedelta(days=2)
        await bench.grow(18)
        await bench.keeper.idle()
        assert [memory.text for memory in await bench.memories()] == [SAID, SAID]
