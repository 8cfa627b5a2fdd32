"""The game and the memory bank: what was told long ago comes back when it matters."""

from __future__ import annotations

from bot.game import Player, TurnRequest
from bot.store.records import TurnKind
from bot.story.memories import MemoryStatus
from tests.support.world import World

ASH = Player(7, "Ash")
KEY = "Mira hid the green key under the anvil."
RAIN = "It rained on the day of the fair."


async def tell(world: World, adventure_id: int, text: str, kind: TurnKind = TurnKind.DO) -> str:
    """The prompt of a turn."""
    request = TurnRequest(f"test:{len(world.provider.requests)}", adventure_id, kind, ASH, text)
    await world.game.tell(await world.game.accept(request), lambda _: None)
    return "\n".join(message["content"] for message in world.provider.requests[-1]["messages"])


async def test_a_memory_is_told_counted_and_explained(world: World) -> None:
    adventure = await world.begin()
    store = world.game.store.memories
    key = await store.add(adventure.id, KEY, player_id=7, player_name="Ash", capacity=9)
    rain = await store.add(adventure.id, RAIN, player_id=7, player_name="Ash", capacity=9)
    prompt = await tell(world, adventure.id, "look for the green key under the anvil")
    assert KEY in prompt
    assert RAIN not in prompt
    assert [memory.uses for memory in await store.of(adventure.id)] == [1, 0]
    report = (await world.game.seen(adventure.id)).report
    items = {item["id"]: item for item in report["memories"]["items"]}
    assert items[str(key.id)]["status"] == "full"
    assert items[str(rain.id)]["status"] == "below_threshold"
    assert {item["text"] for item in items.values()} == {KEY, RAIN}
    assert items[str(key.id)]["author"] == "Ash"

    # A Continue is about what was told last; what stands in the prompt stays there and is counted.
    world.provider.say("The day of the fair! People dance, although it has rained.")
    assert RAIN not in await tell(world, adventure.id, "", TurnKind.CONTINUE)
    assert RAIN in await tell(world, adventure.id, "", TurnKind.CONTINUE)
    assert [memory.uses for memory in await store.of(adventure.id)] == [3, 1]

    await world.restart()
    store = world.game.store.memories
    await store.forget(adventure.id, key.id)
    assert KEY not in await tell(world, adventure.id, "look for the green key under the anvil")
    assert (await store.get(adventure.id, key.id)).status is MemoryStatus.FORGOTTEN


async def test_what_was_corrected_is_told_by_no_memory(world: World) -> None:
    adventure = await world.begin()
    stale = "Mira looked up with her blue eyes."
    added = await world.game.store.memories.add(
        adventure.id, stale, player_id=7, player_name="Ash", capacity=9
    )
    assert stale in await tell(world, adventure.id, "look into Mira's eyes")
    for colour in ("blue", "green"):
        said = f"((In this story, Mira's eyes are {colour}.))"
        await world.game.hear_aside(adventure.id, ASH, said, f"aside:{colour}")
    prompt = await tell(world, adventure.id, "look into Mira's eyes")
    # It stood in the prompt already, and was taken out of it.
    assert "blue" not in prompt.replace("blueberr", "")
    assert "Mira's eyes are green." in prompt
    report = (await world.game.seen(adventure.id)).report
    statuses = {item["id"]: item["status"] for item in report["memories"]["items"]}
    assert statuses[str(added.id)] == "superseded"
