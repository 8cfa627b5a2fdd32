import asyncio

import pytest

from bot.queues import Queues


class Visitor:
    """Holds a key until it is let go."""

    def __init__(self, queues: Queues, key: int, log: list[str], name: str) -> None:
        self.leave = asyncio.Event()
        self.inside = asyncio.Event()
        self._queues = queues
        self._key = key
        self._log = log
        self._name = name
        self.task = asyncio.create_task(self._visit())

    async def _visit(self) -> None:
        async with self._queues.hold(self._key):
            self._log.append(self._name)
            self.inside.set()
            await self.leave.wait()


async def test_first_come_first_served() -> None:
    queues, log = Queues(), list[str]()
    visitors = [Visitor(queues, 1, log, name) for name in "abc"]
    for told, visitor in enumerate(visitors):
        await visitor.inside.wait()
        assert log == list("abc")[: told + 1]
        assert queues.length(1) == 3 - told
        visitor.leave.set()
        await visitor.task
    assert queues.length(1) == 0


async def test_keys_do_not_wait_for_each_other() -> None:
    queues, log = Queues(), list[str]()
    first, second = Visitor(queues, 1, log, "a"), Visitor(queues, 2, log, "b")
    await first.inside.wait()
    await second.inside.wait()
    assert (queues.length(1), queues.length(2), queues.length(3)) == (1, 1, 0)
    for visitor in (first, second):
        visitor.leave.set()
        await visitor.task


async def test_who_gives_up_waiting_leaves_the_queue() -> None:
    queues, log = Queues(), list[str]()
    first, second, third = (Visitor(queues, 1, log, name) for name in "abc")
    await first.inside.wait()
    second.task.cancel()
    await asyncio.gather(second.task, return_exceptions=True)
    assert queues.length(1) == 2
    first.leave.set()
    await third.inside.wait()
    third.leave.set()
    await third.task
    assert log == ["a", "c"]


async def test_an_interrupted_holder_lets_the_next_one_in() -> None:
    queues, log = Queues(), list[str]()
    first, second = (Visitor(queues, 1, log, name) for name in "ab")
    await first.inside.wait()
    first.task.cancel()
    await second.inside.wait()
    second.leave.set()
    await second.task
    assert queues.length(1) == 0


async def test_an_error_frees_the_key() -> None:
    queues = Queues()

    async def fail() -> None:
        async with queues.hold(1):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert queues.length(1) == 0
    async with asyncio.timeout(5), queues.hold(1):
        assert queues.length(1) == 1


async def test_freed_keys_take_no_memory() -> None:
    queues = Queues()
    for key in range(1000):
        async with queues.hold(key):
            pass
    assert not any(vars(queues).values())
