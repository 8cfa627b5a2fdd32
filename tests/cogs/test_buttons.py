"""The buttons under an answer, before and after a restart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.cogs.steps import bearer, command, press, told
from tests.support.provider import Refusal
from tests.support.world import World, labels

STALE = "The story has moved on since; use the buttons under the newest answer."


@pytest.fixture(params=["same process", "restarted"])
async def played(world: World, request: pytest.FixtureRequest) -> World:
    """Two turns were told: "One." and "Two."."""
    await world.begin()
    world.provider.say("One.", "Two.")
    await world.say("open the door", "climb the stairs")
    if request.param == "restarted":
        await world.restart()
    return world


async def test_continue(played: World) -> None:
    played.provider.say("Three.")
    await press(played, "Continue", by=played.juno)
    assert (await played.story())[-2:] == ["Two.", "Three."]
    assert "Continue" in labels(played.last())


async def test_retry(played: World) -> None:
    played.provider.say("Another.")
    await press(played, "Retry")
    assert (await played.story())[-2:] == ["> You climb the stairs.", "Another."]


async def test_undo_and_redo(played: World) -> None:
    await press(played, "Undo")
    assert (await played.story())[-1] == "One."
    await press(played, "Undo")
    assert len(await played.story()) == 1
    assert "Undo" not in labels(played.last())
    await press(played, "Redo")
    await press(played, "Redo")
    assert (await played.story())[-1] == "Two."
    assert "Redo" not in labels(played.last())


@pytest.mark.parametrize(
    ("label", "line"),
    [("Do…", "> You ring the bell."), ("Say…", '> You say "Ring the bell."'), ("Story…", "ring the bell")],
)
async def test_forms(played: World, label: str, line: str) -> None:
    played.provider.say("It rings.")
    shown = await press(played, label)
    assert shown.modal is not None
    (field,) = [row["component"] for row in shown.modal["components"]]
    assert field["max_length"] == 4000
    await played.ash.submit_modal(shown, {field["custom_id"]: "ring the bell"})
    await played.idle()
    assert (await played.story())[-2:] == [line, "It rings."]
    assert line in played.lines()


async def test_only_the_newest_answer_has_buttons(played: World) -> None:
    await press(played, "Retry")
    await press(played, "Undo")
    await command(played, "continue")
    assert [bool(labels(message)) for message in played.channel.history()][:-1] == [False] * (
        len(played.lines()) - 1
    )
    assert labels(played.last())


@pytest.mark.parametrize("label", ["Continue", "Retry", "Undo"])
async def test_a_button_of_an_older_answer_is_refused(played: World, label: str) -> None:
    old = bearer(played, label)
    played.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=403, code=50001)
    played.provider.say("Three.")
    await played.say("ring the bell")
    assert label in labels(old)
    before = await played.story()
    assert told(await press(played, label, on=old)) == STALE
    assert await played.story() == before


@pytest.mark.parametrize("label", ["Continue", "Retry"])
async def test_a_double_click_acts_once(world: World, label: str) -> None:
    await world.begin()
    await world.say("open the door")
    answer = world.last()
    release = world.provider.hold("Three.")
    await world.ash.click(answer, label=label)
    second = await world.ash.click(answer, label=label)
    assert told(second) == STALE
    release.set()
    await world.idle()
    assert len(world.provider.requests) == 2
    assert (await world.story())[-1] == "Three."


async def test_a_double_click_on_undo_takes_back_one_turn(world: World) -> None:
    await world.begin()
    await world.say("open the door", "climb the stairs")
    clicks: list[Mapping[str, Any]] = []

    def notice(event: str, payload: Mapping[str, Any]) -> None:
        # The second click arrives before the first was looked at.
        if event == "INTERACTION_CREATE" and not clicks:
            clicks.append(payload)
            world.env.backend.emit("INTERACTION_CREATE", _another(world, payload))

    world.env.backend.subscribers.append(notice)
    await press(world, "Undo")
    assert clicks
    assert len(await world.story()) == 3


def _another(world: World, click: Mapping[str, Any]) -> Mapping[str, Any]:
    from simcord.interactions import base_payload

    _, payload = base_payload(
        world.env.backend,
        type=click["type"],
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.ash.id,
        data=click["data"],
    )
    return {**payload, "message": click["message"]}


async def test_a_failed_retry_keeps_the_old_answer(world: World) -> None:
    await world.begin()
    world.provider.say("One.")
    await world.say("open the door")
    world.provider.script(Refusal(400, "No."))
    await press(world, "Retry")
    assert (await world.story())[-1] == "One."
    failure = world.last()
    assert labels(failure) == ["Retry"]
    world.provider.say("Two.")
    await press(world, "Retry", on=failure)
    assert (await world.story())[-2:] == ["> You open the door.", "Two."]
    head = (await world.adventure()).head_id
    assert [action.text for action in await world.game.store.story.variants(head)] == ["One.", "Two."]


async def test_buttons_of_an_adventure_that_has_ended(world: World) -> None:
    await world.begin()
    world.provider.script(Refusal(401))
    await world.say("open the door")
    failure = world.last()
    await command(world, "adventure end")
    assert "/adventure start" in told(await world.ash.click(failure, label="Retry"))


async def test_a_retry_of_the_adventure_before(world: World) -> None:
    await world.begin()
    world.provider.script(Refusal(401))
    await world.say("open the door")
    failure = world.last()
    await command(world, "adventure end")
    await world.begin()
    assert told(await press(world, "Retry", on=failure)) == STALE
    assert len(await world.story()) == 1
    assert len(world.provider.requests) == 1
