from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import AdventureOpen, CardInvalid, UnknownAdventure
from bot.store.database import Store
from bot.store.records import AdventureRecord
from bot.story import ActionType, Plot, StoryCard

from .parts import new_adventure, play


async def test_create(store: Store) -> None:
    record = await new_adventure(store, channel_id=2**62)
    assert record.open
    assert record.channel_id == 2**62
    assert record.plot == Plot(instructions="Be brief.", authors_note="Dark.")
    assert record.head_id == record.tip_id
    assert record.last_message_id == 0
    (start,) = await store.story.path(record.id)
    assert (start.type, start.text, start.id) == (ActionType.START, "You wake.", record.head_id)
    assert await store.adventures.get(record.id) == record


async def test_moments_are_in_utc(adventure: AdventureRecord) -> None:
    assert adventure.created_at.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - adventure.created_at) < timedelta(minutes=5)


async def test_one_open_adventure_per_channel(store: Store, adventure: AdventureRecord) -> None:
    with pytest.raises(AdventureOpen) as caught:
        await new_adventure(store, title="Another")
    assert caught.value.values == {"title": adventure.title}
    assert await store.adventures.of_guild(1) == [adventure]


async def test_a_channel_is_free_again_after_the_end(store: Store, adventure: AdventureRecord) -> None:
    await store.adventures.end(adventure.id)
    assert await store.adventures.open_in(2) is None
    other = await new_adventure(store, title="Another")
    assert await store.adventures.open_in(2) == other
    with pytest.raises(AdventureOpen) as caught:
        await store.adventures.reopen(adventure.id, 2)
    assert caught.value.values == {"title": "Another"}


async def test_reopen_moves_it(store: Store, adventure: AdventureRecord) -> None:
    told = await play(store, adventure.id, "look", "Dark.")
    await store.adventures.saw(2, 500)
    await store.adventures.end(adventure.id)
    moved = await store.adventures.reopen(adventure.id, 40)
    assert (moved.open, moved.channel_id, moved.head_id, moved.last_message_id) == (True, 40, told.id, 0)
    assert await store.adventures.open_in(40) == moved
    assert await store.adventures.open_in(2) is None


async def test_a_broken_card_leaves_no_adventure(store: Store) -> None:
    with pytest.raises(CardInvalid):
        await new_adventure(store, cards=[StoryCard("", "good", "x"), StoryCard("", "", "x")])
    assert await store.adventures.of_guild(1) == []
    assert await store.adventures.open_in(2) is None


async def test_lists(store: Store, adventure: AdventureRecord) -> None:
    second = await new_adventure(store, channel_id=3)
    third = await new_adventure(store, channel_id=4, guild_id=5)
    assert await store.adventures.of_guild(1) == [second, adventure]
    await store.adventures.end(second.id)
    assert await store.adventures.all_open() == [third, adventure]
    assert [record.id for record in await store.adventures.of_guild(1)] == [second.id, adventure.id]


async def test_saw_never_goes_back(store: Store, adventure: AdventureRecord) -> None:
    other = await new_adventure(store, channel_id=3)
    for message_id in (10, 2**62, 11):
        await store.adventures.saw(2, message_id)
    assert (await store.adventures.get(adventure.id)).last_message_id == 2**62
    assert (await store.adventures.get(other.id)).last_message_id == 0


async def test_changes(store: Store, adventure: AdventureRecord) -> None:
    plot = Plot("a", "b", "c", "d", "e")
    await store.adventures.set_plot(adventure.id, plot)
    await store.adventures.set_mode(adventure.id, ActionType.STORY)
    await store.adventures.set_language(adventure.id, "ar")
    changed = await store.adventures.get(adventure.id)
    assert (changed.plot, changed.mode, changed.language) == (plot, ActionType.STORY, "ar")
    assert changed.updated_at > adventure.updated_at


async def test_unknown(store: Store) -> None:
    with pytest.raises(UnknownAdventure):
        await store.adventures.get(1)
    with pytest.raises(UnknownAdventure):
        await store.adventures.end(1)
    with pytest.raises(UnknownAdventure):
        await store.adventures.reopen(1, 2)
    with pytest.raises(UnknownAdventure):
        await store.adventures.set_plot(1, Plot())
    with pytest.raises(UnknownAdventure):
        await store.story.path(1)
    with pytest.raises(UnknownAdventure):
        await store.story.undo(1)
