"""A process that is killed in the middle of a turn, and started again."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import environment, ran, started
from tests.support.provider import Provider


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
