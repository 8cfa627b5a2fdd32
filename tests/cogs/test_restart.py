"""Stopping and starting again: nothing that a player wrote is lost, and nothing is played twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from cogs.play import Play
from tests.cogs.steps import bearer, command, press, prompt, told, until
from tests.support.provider import Refusal
from tests.support.world import World, labels

OFFER = "The story was interrupted before the narrator could answer"


@contextmanager
def away(world: World) -> Iterator[None]:
    """Discord cannot reach the bot: what happens now is not delivered."""
    subscribers = world.env.backend.subscribers
    kept = list(subscribers)
    subscribers.clear()
    yield
    subscribers.extend(kept)


def play_of(world: World) -> Play:
    return cast("Play", world.bot.get_cog("Play"))


async def reconnect(world: World) -> None:
    """A new session of the same process: the old one could not be resumed."""
    play = play_of(world)
    await play.on_connect()
    await play.on_ready()
    await world.idle()


async def interrupted(world: World, *messages: str) -> None:
    """The bot is stopped while the first message is being answered and the others wait."""
    await world.begin()
    world.provider.hold()
    for message in messages:
        await world.ash.send(world.channel, message)
    await world.provider.arrived(1)
    await world.restart()


async def test_a_turn_in_flight_is_offered_again(world: World) -> None:
    await interrupted(world, "open the door")
    assert world.last().content == f"{OFFER} Ash. Nothing is lost; press Retry to go on.\n>>> open the door"
    offer = bearer(world, "Retry")
    assert labels(offer) == ["Retry"]
    assert (await world.story())[1:] == ["> You open the door."]
    world.provider.say("One.")
    await press(world, "Retry", by=world.juno, on=offer)
    assert (await world.story())[1:] == ["> You open the door.", "One."]
    assert "Continue" in labels(world.last())
    assert labels(world.channel.history()[2]) == []


async def test_it_is_offered_once(world: World) -> None:
    await interrupted(world, "open the door")
    await reconnect(world)
    await world.restart()
    assert len([line for line in world.lines() if line.startswith(OFFER)]) == 1
    await press(world, "Retry", on=bearer(world, "Retry"))
    assert (await world.story())[1:] == ["> You open the door.", "The story goes on (2)."]


async def test_a_waiting_turn_is_offered_too(world: World) -> None:
    await interrupted(world, "open the door", "climb the stairs")
    offers = [message for message in world.channel.history() if message.content.startswith(OFFER)]
    assert [offer.content.rsplit("\n", 1)[-1] for offer in offers] == [
        ">>> open the door",
        ">>> climb the stairs",
    ]
    world.provider.say("One.", "Two.")
    for offer in offers:
        await press(world, "Retry", on=offer)
    assert (await world.story())[1:] == ["> You open the door.", "One.", "> You climb the stairs.", "Two."]


async def test_a_continue_in_flight_is_offered_with_the_story(world: World) -> None:
    await world.begin()
    world.provider.say("One.")
    await world.say("open the door")
    world.provider.hold()
    await world.ash.slash(world.channel, "continue")
    await world.provider.arrived(2)
    await world.restart()
    assert world.last().content.endswith(">>> One.")
    world.provider.say("Two.")
    await press(world, "Retry", on=world.last())
    assert (await world.story())[1:] == ["> You open the door.", "One.", "Two."]


async def test_a_retry_in_flight_keeps_the_old_answer(world: World) -> None:
    await world.begin()
    world.provider.say("One.")
    await world.say("open the door")
    world.provider.hold()
    await world.ash.slash(world.channel, "retry")
    await world.provider.arrived(2)
    await world.restart()
    assert (await world.story())[-1] == "One."
    world.provider.say("Two.")
    await press(world, "Retry", on=world.last())
    assert (await world.story())[1:] == ["> You open the door.", "Two."]
    assert "One." not in prompt(world)


async def test_the_offer_is_refused_once_the_story_has_gone_on(world: World) -> None:
    await interrupted(world, "open the door")
    offer = world.last()
    await world.say("climb the stairs")
    assert told(await press(world, "Retry", on=offer)).startswith("The story has moved on")
    assert len(await world.story()) == 4


async def test_names_in_an_offer_have_no_markup(world: World) -> None:
    user = world.env.create_user("mallory", global_name="**Mal**\n> ||ory||")
    world.ash = world.guild.add_member(user)
    await interrupted(world, "open the door")
    assert world.last().content.startswith(f"{OFFER} Mal ory. ")


async def test_what_was_written_while_the_bot_was_away_is_played_once(world: World) -> None:
    await world.begin()
    await world.say("open the door", by=world.juno)
    with away(world):
        await world.ash.send(world.channel, "climb the stairs")
        await world.juno.send(world.channel, "// where is the bot?")
        await world.juno.send(world.channel, "ring the bell")
    await world.restart()
    await world.idle()
    assert (await world.story())[1::2] == [
        "> You open the door.",
        "> Ash climbs the stairs.",
        "> Juno rings the bell.",
    ]
    assert len(world.provider.requests) == 3
    await reconnect(world)
    await world.restart()
    await world.idle()
    assert len(world.provider.requests) == 3


async def test_the_first_message_of_an_adventure_is_not_missed(world: World) -> None:
    await world.begin()
    with away(world):
        await world.ash.send(world.channel, "open the door")
    await reconnect(world)
    assert (await world.story())[1:] == ["> You open the door.", "The story goes on (1)."]


async def test_what_was_written_before_the_adventure_is_not_played(world: World) -> None:
    await world.say("hello", "who plays?")
    await world.begin()
    await world.restart()
    await reconnect(world)
    assert world.provider.requests == []


async def test_a_message_that_comes_before_the_missed_ones_were_read(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    with away(world):
        await world.ash.send(world.channel, "climb the stairs")
    await play_of(world).on_connect()
    await world.say("ring the bell")
    await play_of(world).on_ready()
    assert (await world.story())[1::2] == [
        "> You open the door.",
        "> You climb the stairs.",
        "> You ring the bell.",
    ]
    assert len(world.provider.requests) == 3


async def test_the_name_on_the_server_counts_for_missed_messages_too(world: World) -> None:
    nick = world.guild.add_member(world.env.create_user("nick"), nick="Nix")
    await world.begin()
    await world.say("open the door")
    with away(world):
        await nick.send(world.channel, "wait")
    await reconnect(world)
    assert (await world.story())[3] == "> Nix waits."


async def test_no_more_than_fifty_missed_messages_are_played(world: World) -> None:
    adventure = await world.begin()
    with away(world):
        for _ in range(51):
            world.env.backend.create_message(world.channel.id, world.ash.id, "wait")
    world.provider.hold()
    await play_of(world).on_connect()
    await play_of(world).on_ready()
    await until(world, lambda: world.last().content.startswith("⏳ 49 turns"))
    assert world.game.queue_length(adventure.id) == 50


async def test_a_channel_that_cannot_be_read_stops_nothing(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    world.env.inject_error("GET", "/channels/*/messages", status=403, code=50001)
    await reconnect(world)
    await world.say("ring the bell")
    assert len(await world.story()) == 5


async def test_a_stop_waits_for_the_turn_that_is_being_told(world: World) -> None:
    await patient(world)
    await world.begin()
    release = world.provider.hold("One.")
    await world.ash.send(world.channel, "open the door")
    await world.provider.arrived(1)
    answer = bearer(world, "Continue")
    stop = asyncio.create_task(world.turns.stop())
    await asyncio.sleep(0)
    assert world.turns.stopping
    await world.juno.send(world.channel, "wait")
    refused = [
        await world.juno.slash(world.channel, "do", text="ring the bell"),
        await world.juno.click(answer, label="Continue"),
    ]
    for result in refused:
        assert told(result).startswith("The bot is about to stop and takes no new actions")
    release.set()
    await stop
    assert "One." in world.lines()
    await world.restart()
    await world.idle()
    assert (await world.story())[1:] == [
        "> You open the door.",
        "One.",
        "> Juno waits.",
        "The story goes on (2).",
    ]
    assert not [line for line in world.lines() if line.startswith(OFFER)]


async def test_a_failed_turn_can_be_taken_up_after_a_restart(world: World) -> None:
    await world.begin()
    world.provider.script(Refusal(401))
    await world.say("open the door")
    await world.restart()
    assert not [line for line in world.lines() if line.startswith(OFFER)]
    await press(world, "Retry", on=bearer(world, "Retry"))
    assert (await world.story())[1:] == ["> You open the door.", "The story goes on (2)."]


async def test_commands_are_sent_to_discord_when_they_have_changed(world: World) -> None:
    def sent() -> int:
        return len([request for request in world.env.http_requests if request.method == "PUT"])

    assert sent() == 1
    await world.restart()
    assert sent() == 1
    await world.game.store.notes.set("commands", "of an older version")
    await world.restart()
    assert sent() == 2
    await command(world, "adventure list")


async def patient(world: World) -> None:
    """From now on turns in flight get their time when the bot stops."""
    world.settings = world.settings.model_copy(update={"shutdown_grace": 20.0})
    await world.restart()
