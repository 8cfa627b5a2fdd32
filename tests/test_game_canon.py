"""The game and the canon: asides stay out of the story, corrections reach the next prompt."""

from __future__ import annotations

from dataclasses import replace

from bot.canon import Heard
from bot.game import Player, TurnRequest
from bot.store.records import TurnKind, TurnRecord
from bot.story import RecordStatus
from tests.support.world import World

ASH = Player(7, "Ash")


async def tell(world: World, adventure_id: int, text: str, event_id: str) -> str:
    """The prompt of a turn."""
    request = TurnRequest(event_id, adventure_id, TurnKind.DO, ASH, text)
    await world.game.tell(await world.game.accept(request), lambda _: None)
    return "\n".join(message["content"] for message in world.provider.requests[-1]["messages"])


async def test_an_aside_is_heard_and_never_told(world: World) -> None:
    adventure = await world.begin()
    said = "((In this story, Mira's eyes are green, not blue.))"
    assert world.game.is_aside(said)
    heard = await world.game.hear_aside(adventure.id, ASH, said, "message:1")
    assert heard.confirmations[0].record.value == "green"
    assert len(await world.story()) == 1
    prompt = await tell(world, adventure.id, "look at Mira", "message:2")
    assert "Mira's eyes are green." in prompt
    assert "blue" not in prompt.replace("blueberr", "")
    report = (await world.game.seen(adventure.id)).report
    (verdict,) = report["canon"]
    assert verdict == {
        "id": 1,
        "status": "recalled",
        "text": "Mira's eyes are green.",
        "kind": "fact",
        "about": "Mira (eyes)",
        "player": ASH.id,
        "adventure": adventure.id,
    }


async def test_brackets_inside_an_action_are_said_to_the_narrator(world: World) -> None:
    adventure = await world.begin()
    shown: list[Heard] = []

    async def listen(_: TurnRecord, heard: Heard) -> None:
        shown.append(heard)

    world.game.on_heard = listen
    world.provider.say("Mira waves back.")
    prompt = await tell(
        world, adventure.id, "wave to Mira ((in this story, Mira's hat is red, not black))", "message:1"
    )
    assert "Mira's hat is red." in prompt
    assert "black" not in (await world.story())[1]
    (confirmation,) = shown[0].confirmations
    action = (await world.game.store.story.path(adventure.id))[1]
    assert confirmation.record.action_id == action.id
    await world.game.store.story.undo(adventure.id)
    assert await world.game.store.canon.of_guild(adventure.guild_id) == []
    await world.game.store.story.redo(adventure.id)
    (record,) = await world.game.store.canon.of_guild(adventure.guild_id)
    assert record.status is RecordStatus.ACTIVE


async def test_talk_out_of_character_is_nothing(world: World) -> None:
    adventure = await world.begin()
    assert not await world.game.hear_aside(adventure.id, ASH, "((brb, dinner))")
    assert not await world.game.hear_aside(adventure.id, ASH, "I open the door.")
    assert len(await world.story()) == 1


async def test_nothing_is_saved_where_nobody_would_be_told(world: World) -> None:
    adventure = await world.begin()
    world.game.on_heard = None
    await tell(world, adventure.id, "wave ((in this story, Mira's hat is red, not black))", "message:1")
    assert (await world.story())[1] == "> You wave."
    assert await world.game.store.canon.of_guild(adventure.guild_id) == []


async def test_the_summary_tells_nothing_that_was_corrected(world: World) -> None:
    """Neither as it is, nor as it stands frozen in the prompt; the summary itself is left alone."""
    adventure = await world.begin()
    summary = "Mira's blue eyes shone. The bell is silent."
    before = adventure.plot
    await world.game.store.adventures.set_plot(adventure.id, replace(before, summary=summary), before=before)
    assert summary in await tell(world, adventure.id, "look at Mira", "message:1")
    said = "((In this story, Mira's eyes are green, not blue.))"
    await world.game.hear_aside(adventure.id, ASH, said, "message:2")
    for event in ("message:3", "message:4"):
        prompt = await tell(world, adventure.id, "look at Mira", event)
        assert "The bell is silent." in prompt
        assert "blue" not in prompt.replace("blueberr", "")
    assert (await world.adventure()).plot.summary == summary
