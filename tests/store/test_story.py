from __future__ import annotations

import pytest
from sqlalchemy import insert

from bot.errors import NothingToRedo, NothingToUndo
from bot.store import tree
from bot.store.database import Store, open_store
from bot.store.engine import open_database
from bot.store.records import AdventureRecord, TurnKind, TurnState
from bot.store.schema import actions
from bot.story import ActionType, Adventure, ContextSettings, StoryCard

from .parts import answer, begin, new_adventure, play, tell_anew, texts


async def test_a_turn_adds_action_and_answer(store: Store, adventure: AdventureRecord) -> None:
    told = await play(store, adventure.id, "look", "Dark.")
    start, action, output = await store.story.path(adventure.id)
    assert (action.type, action.text, action.author) == (ActionType.DO, "> look", "Ash")
    assert output == told
    assert output.author == ""
    assert await store.story.count(adventure.id) == 3
    assert start.id < action.id < output.id


async def test_undo_and_redo_take_whole_turns(store: Store, adventure: AdventureRecord) -> None:
    await play(store, adventure.id, "look", "Dark.")
    await answer(store, (await begin(store, adventure.id, kind=TurnKind.CONTINUE)).id, "Cold.")
    full = await texts(store, adventure.id)
    await store.story.undo(adventure.id)
    assert await texts(store, adventure.id) == full[:3]
    record = await store.story.undo(adventure.id)
    assert await texts(store, adventure.id) == full[:1]
    assert record == await store.adventures.get(adventure.id)
    with pytest.raises(NothingToUndo):
        await store.story.undo(adventure.id)
    await store.story.redo(adventure.id)
    assert await texts(store, adventure.id) == full[:3]
    await store.story.redo(adventure.id)
    assert await texts(store, adventure.id) == full
    with pytest.raises(NothingToRedo):
        await store.story.redo(adventure.id)


async def test_undo_of_an_unanswered_action(store: Store, adventure: AdventureRecord) -> None:
    first = await begin(store, adventure.id, "look")
    await store.turns.fail(first.id, TurnState.FAILED, "error-narrator")
    await play(store, adventure.id, "run", "Away.")
    await store.story.undo(adventure.id)
    assert await texts(store, adventure.id) == ["You wake.", "> look"]
    await store.story.undo(adventure.id)
    assert await texts(store, adventure.id) == ["You wake."]
    await store.story.redo(adventure.id)
    assert await texts(store, adventure.id) == ["You wake.", "> look"]
    await store.story.redo(adventure.id)
    assert await texts(store, adventure.id) == ["You wake.", "> look", "> run", "Away."]


async def test_a_new_turn_ends_redo_but_deletes_nothing(store: Store, adventure: AdventureRecord) -> None:
    old = await play(store, adventure.id, "look", "Dark.")
    await store.story.undo(adventure.id)
    await play(store, adventure.id, "run", "Away.")
    with pytest.raises(NothingToRedo):
        await store.story.redo(adventure.id)
    assert await texts(store, adventure.id) == ["You wake.", "> run", "Away."]
    assert await store.story.variants(old.id) == [old]


async def test_retry_keeps_every_variant(store: Store, adventure: AdventureRecord) -> None:
    first = await play(store, adventure.id, "look", "Dark.")
    second = await tell_anew(store, adventure.id, "Bright.")
    assert await texts(store, adventure.id) == ["You wake.", "> look", "Bright."]
    assert await store.story.variants(second.id) == [first, second]
    assert await store.story.variants(first.id) == [first, second]


async def test_snapshot(store: Store) -> None:
    record = await new_adventure(store, cards=[StoryCard("", "Mira", "A smith.", ("Mira",))])
    await play(store, record.id, "look", "Dark.")
    settings = ContextSettings(context_tokens=999)
    assert await store.story.snapshot(record.id, settings) == Adventure(
        title=record.title,
        language="en",
        settings=settings,
        plot=record.plot,
        cards=tuple(await store.cards.all(record.id)),
        actions=await store.story.path(record.id),
    )


async def test_a_very_long_story(url: str) -> None:
    length = 20_000
    async with open_store(url) as store, open_database(url) as database:
        record = await new_adventure(store)
        row = {"adventure_id": record.id, "type": "output", "author": ""}
        chain = [
            row | {"id": record.head_id + n, "parent_id": record.head_id + n - 1, "depth": n, "text": str(n)}
            for n in range(1, length)
        ]
        async with database.writing() as connection:
            await connection.execute(insert(actions), chain)
            await tree.move(connection, record.id, record.head_id + length - 1)
        told = await texts(store, record.id)
        assert told == ["You wake.", *map(str, range(1, length))]
        assert await store.story.count(record.id) == length
