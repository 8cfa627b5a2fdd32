"""Playing in a channel: the real bot, a real database, a scripted narrator."""

from __future__ import annotations

from tests.support.world import World, labels


async def test_first_turn(world: World) -> None:
    await world.begin()
    world.provider.say("The hinges complain. Somewhere above, a bell answers.")
    await world.say("open the door")
    assert world.last().content == "The hinges complain. Somewhere above, a bell answers."
    assert (await world.story())[1:] == ["> You open the door.", world.last().content]
    assert "> You open the door." in world.provider.requests[0]["messages"][-1]["content"]
    assert "Continue" in labels(world.last())
    assert [labels(message) for message in world.channel.history()[:-1]] == [[], []]
