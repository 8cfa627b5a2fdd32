import asyncio
from contextvars import ContextVar

import pytest

from bot.errors import Stopping
from bot.turns import Turns

LONG = 3600.0


class Turn:
    """A turn that lasts until it is let go; it remembers how it ended."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.go = asyncio.Event()
        self.end = ""

    async def __call__(self) -> None:
        self.begun.set()
        try:
            await self.go.wait()
            self.end = "told"
        except asyncio.CancelledError:
            self.end = "interrupted"
            raise


async def test_a_turn_is_told() -> None:
    turn = Turn()
    async with Turns(LONG) as turns:
        turns.start(turn())
        await turn.begun.wait()
        turn.go.set()
        await turns.idle()
        assert turn.end == "told"


async def test_turns_run_at_the_same_time() -> None:
    first, second = Turn(), Turn()
    async with Turns(LONG) as turns:
        turns.start(first())
        turns.start(second())
        await first.begun.wait()
        await second.begun.wait()
        second.go.set()
        first.go.set()


async def test_a_turn_outlives_the_task_that_asked_for_it() -> None:
    turn = Turn()
    async with Turns(LONG) as turns:

        async def event() -> None:
            turns.start(turn())
            await asyncio.Event().wait()

        asking = asyncio.create_task(event())
        await turn.begun.wait()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        turn.go.set()
        await turns.idle()
    assert turn.end == "told"


async def test_a_turn_runs_in_its_owners_context() -> None:
    asked_by = ContextVar("asked_by", default="nobody")
    seen = []

    async def turn() -> None:
        seen.append(asked_by.get())

    async with Turns(LONG) as turns:

        async def event() -> None:
            asked_by.set("an event")
            turns.start(turn())

        await asyncio.create_task(event())
        await turns.idle()
    assert seen == ["nobody"]


async def test_leaving_waits_for_the_turns() -> None:
    turn = Turn()
    async with Turns(LONG) as turns:
        turns.start(turn())
        asyncio.get_running_loop().call_soon(turn.go.set)
    assert turn.end == "told"


@pytest.mark.parametrize("has_begun", [True, False])
async def test_a_turn_that_does_not_end_is_interrupted(
    has_begun: bool, caplog: pytest.LogCaptureFixture
) -> None:
    turn = Turn()
    before = asyncio.all_tasks()
    async with Turns(grace=0.0) as turns:
        turns.start(turn())
        if has_begun:
            await turn.begun.wait()
    assert turn.end in (("interrupted",) if has_begun else ("interrupted", ""))
    assert "1 turns did not end within 0 s" in caplog.text
    assert asyncio.all_tasks() == before


async def test_no_grace_is_needed_when_nothing_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async with Turns(grace=0.0):
        pass
    assert caplog.text == ""


async def test_stopping_takes_no_new_turns_and_finishes_the_old_ones() -> None:
    turn = Turn()
    async with Turns(LONG) as turns:
        turns.start(turn())
        turns.close()
        with pytest.raises(Stopping):
            turns.start(Turn()())
        turn.go.set()
        await turns.idle_or_grace()
        assert turn.end == "told"
    with pytest.raises(Stopping):
        turns.start(Turn()())


async def test_an_interrupted_owner_interrupts_its_turns() -> None:
    turn = Turn()

    async def own() -> None:
        async with Turns(LONG) as turns:
            turns.start(turn())

    owner = asyncio.create_task(own())
    await turn.begun.wait()
    owner.cancel()
    with pytest.raises(asyncio.CancelledError):
        await owner
    assert turn.end == "interrupted"


async def test_an_error_in_a_turn_is_logged_and_ends_only_that_turn(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    turn = Turn()
    async with Turns(LONG) as turns:
        turns.start(broken())
        turns.start(turn())
        await turn.begun.wait()
        turn.go.set()
        await turns.idle()
    assert turn.end == "told"
    assert "ZeroDivisionError" in caplog.text


async def test_idle_means_that_none_is_left() -> None:
    first, second = Turn(), Turn()
    async with Turns(LONG) as turns:
        await turns.idle()
        turns.start(first())
        await first.begun.wait()
        turns.start(second())
        first.go.set()
        idle = asyncio.create_task(turns.idle())
        await second.begun.wait()
        assert not idle.done()
        second.go.set()
        await idle
