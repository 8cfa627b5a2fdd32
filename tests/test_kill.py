"""A process that is killed in the middle of a turn, or of a memory, and started again."""

from __future__ import annotations

from pathlib import Path

from bot.app import open_game
from bot.story.memories import MemoryStatus
from tests.support.command import environment, ran, started
from tests.support.provider import Provider
from tests.support.world import settings_for


async def test_a_killed_process_loses_no_action_and_no_answer(provider: Provider, tmp_path: Path) -> None:
    env = environment(provider)
    provider.say("The door is open now.")
    provider.hold("Never told to the end.", at=2)
    async with started(tmp_path, "play", "lantern", "--db", "story.db", env=env) as process:
        assert process.stdin is not None
        process.stdin.write(b"open the door\ngo in\n")
        await provider.arrived(2)
        process.kill()
        await process.wait()

    resumed = await ran(tmp_path, "play", "--resume", "--db", "story.db", env=env, lines="/retry\nlook")
    assert (resumed.code, resumed.err) == (0, "")
    shown = [line for line in resumed.out.splitlines() if line]
    places = [
        shown.index(line)
        for line in (
            "> You open the door.",
            "The door is open now.",
            "> You go in.",
            "The last turn has no answer yet. /retry asks for it.",
            "The story goes on (3).",
            "> You look.",
            "The story goes on (4).",
        )
    ]
    assert places == sorted(places)
    assert resumed.out.count("> You go in.") == 1
    assert "Never told" not in resumed.out
    story = "\n".join(message["content"] for message in provider.requests[3]["messages"])
    for text in ("> You open the door.", "The door is open now.", "> You go in.", "The story goes on (3)."):
        assert story.count(text) == 1


async def test_a_killed_process_loses_no_memory_and_writes_none_twice(
    provider: Provider, tmp_path: Path
) -> None:
    provider.say(*(f"The lantern burns in room {number}." for number in range(6)))
    provider.hold("The lantern burned.", at=2)
    async with started(
        tmp_path, "play", "lantern", "--db", "questsmith.db", env=environment(provider)
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"go on\n" * 6)
        await provider.arrived(7)
        process.kill()
        await process.wait()

    provider.say("You went on, and the lantern burned.")
    for _ in range(2):
        async with open_game(settings_for(tmp_path, provider)) as game:
            assert game.keeper is not None
            await game.keeper.idle()
            (adventure,) = await game.store.adventures.all_open()
            (memory,) = await game.store.memories.of(adventure.id)
            assert (memory.first, memory.last, memory.status) == (0, 5, MemoryStatus.STORED)
            assert memory.text == "You went on, and the lantern burned."
    assert len(provider.requests) == 8
