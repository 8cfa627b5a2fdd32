"""Two things at once: one queue per adventure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.cogs.steps import bearer, command, prompt, told, until
from tests.support.world import World, labels


async def test_the_second_player_is_told_their_place(world: World) -> None:
    await world.begin()
    release = world.provider.hold("One.")
    world.provider.say("Two.", "Three.")
    await world.ash.send(world.channel, "open the door")
    await world.provider.arrived(1)
    await world.juno.send(world.channel, "wait")
    await until(world, lambda: "One turn is being told first" in world.last().content)
    await world.ash.send(world.channel, "climb the stairs")
    await until(world, lambda: "2 turns are being told first" in world.last().content)
    assert len(world.provider.requests) == 1
    release.set()
    await world.idle()
    assert (await world.story())[1:] == [
        "> You open the door.",
        "One.",
        "> Juno waits.",
        "Two.",
        "> Ash climbs the stairs.",
        "Three.",
    ]
    assert world.lines()[1:] == ["open the door", "wait", "climb the stairs", "One.", "Two.", "Three."]
    assert "> Juno waits." not in prompt(world, 0)
    assert [bool(labels(message)) for message in world.channel.history()] == [*[False] * 6, True]


async def test_messages_of_one_moment_are_told_in_their_order(world: World) -> None:
    await world.begin()
    backend = world.env.backend
    words = ["open the door", "climb the stairs", "ring the bell", "call the keeper"]
    for text in words[:-1]:
        backend.create_message(world.channel.id, world.ash.id, text)
    await world.ash.send(world.channel, words[-1])
    await world.idle()
    assert (await world.story())[1::2] == [f"> You {text}." for text in words]
    answers = [line for line in world.lines() if line.startswith("The story goes on")]
    assert answers == [f"The story goes on ({number})." for number in (1, 2, 3, 4)]


async def test_adventures_do_not_wait_for_each_other(world: World) -> None:
    await world.begin()
    other = world.guild.create_text_channel("other")
    await world.juno.slash(other, "adventure start", scenario="lantern", language="en")
    release = world.provider.hold("One.")
    world.provider.say("Elsewhere.")
    await world.ash.send(world.channel, "open the door")
    await world.provider.arrived(1)
    await world.juno.send(other, "wait")
    await until(world, lambda: "Elsewhere." in [message.content for message in other.history()])
    assert "One." not in world.lines()
    release.set()
    await world.idle()
    assert world.last().content == "One."


async def test_the_same_message_twice_makes_one_turn(world: World) -> None:
    await world.begin()
    seen: list[Mapping[str, Any]] = []

    def twice(event: str, payload: Mapping[str, Any]) -> None:
        if event == "MESSAGE_CREATE" and payload["content"] == "open the door" and not seen:
            seen.append(payload)
            world.env.backend.emit(event, payload)

    world.env.backend.subscribers.append(twice)
    await world.say("open the door")
    assert seen
    world.env.backend.emit("MESSAGE_CREATE", seen[0])
    await world.env.settle()
    await world.idle()
    assert len(world.provider.requests) == 1
    assert world.lines()[1:] == ["open the door", "The story goes on (1)."]


async def test_undo_waits_for_the_turn_that_is_being_told(world: World) -> None:
    await world.begin()
    release = world.provider.hold("One.")
    await world.ash.send(world.channel, "open the door")
    await world.provider.arrived(1)
    undo = world.ash.slash(world.channel, "undo")
    turn = world.turns.idle()
    release.set()
    await undo
    await turn
    await world.idle()
    assert len(await world.story()) == 1
    lines = world.lines()
    assert lines[2] == "One."
    assert lines[3].startswith("↩️ Taken back.")
    assert "Redo" in labels(world.last())
    assert labels(world.channel.history()[2]) == []
    assert (await world.adventure()).buttons_id == world.last().id


async def test_the_undo_button_is_refused_while_a_turn_is_being_told(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    answer = bearer(world, "Undo")
    release = world.provider.hold("Two.")
    await world.ash.click(answer, label="Continue")
    await world.provider.arrived(2)
    assert told(await world.juno.click(answer, label="Undo")).startswith("The story has moved on")
    release.set()
    await world.idle()
    assert (await world.story())[-1] == "Two."


async def test_the_adventure_ends_while_a_turn_is_being_told(world: World) -> None:
    adventure = await world.begin()
    release = world.provider.hold("One.")
    await world.ash.send(world.channel, "open the door")
    await world.provider.arrived(1)
    await world.juno.send(world.channel, "wait")
    await world.ash.slash(world.channel, "adventure end")
    release.set()
    await world.idle()
    path = await world.game.store.story.path(adventure.id)
    assert [action.text for action in path][1:] == ["> You open the door.", "One."]
    (shown,) = [message for message in world.channel.history() if message.content == "One."]
    assert labels(shown) == []
    assert len(world.provider.requests) == 1  # nobody pays for what waited
    assert world.last().content.startswith("No adventure is open in this channel.")
    await command(world, "adventure resume", adventure=adventure.id)
    failure = next(message for message in world.channel.history() if labels(message) == ["Retry"])
    await world.juno.click(failure, label="Retry")
    await world.idle()
    assert (await world.story())[3] == "> Juno waits."


async def test_the_channel_is_deleted_while_a_turn_is_being_told(world: World) -> None:
    adventure = await world.begin()
    release = world.provider.hold("One.", at=0)
    await world.ash.send(world.channel, "open the door")
    await world.provider.arrived(1)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    release.set()
    await world.idle()
    path = await world.game.store.story.path(adventure.id)
    assert [action.text for action in path][1:] == ["> You open the door.", "One."]
    assert not (await world.game.store.adventures.get(adventure.id)).open
    world.channel = world.guild.create_text_channel("again")
    await command(world, "adventure resume", adventure=adventure.id)
    assert "One." in world.last().content
    await world.say("look around")
    assert (await world.story())[-2:] == ["> You look around.", "The story goes on (2)."]


async def test_the_draft_is_deleted_while_it_is_being_written(world: World) -> None:
    await world.begin()
    release = world.provider.hold("The door opens slowly.", at=2)
    await world.ash.send(world.channel, "open the door")
    await until(world, lambda: world.last().content == "The door ▌")
    world.env.backend.delete_message(world.channel.id, world.last().id)
    release.set()
    await world.idle()
    assert world.lines()[1:] == ["open the door", "The door opens slowly."]
    assert "Continue" in labels(world.last())
    assert (await world.adventure()).buttons_id == world.last().id


async def test_the_players_message_is_deleted_while_it_is_being_answered(world: World) -> None:
    await world.begin()
    release = world.provider.hold("One.")
    action = await world.ash.send(world.channel, "open the door")
    await world.provider.arrived(1)
    await world.ash.delete(action)
    release.set()
    await world.idle()
    assert world.last().content == "One."
    assert "Continue" in labels(world.last())
