"""Long stories: only their end is read, cards are read once, and nobody walks through all turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store import Store
from bot.store.records import AdventureRecord, TurnKind
from bot.story import Action, ContextSettings, Layout, Standing, StoryCard
from tests.store.parts import accept, begin

SETTINGS = ContextSettings(layout=Layout.CACHED)
CARD = StoryCard(id="", title="Bell", entry="It rings.", triggers=("bell",))


async def tell(
    store: Store, adventure: AdventureRecord, number: int, standing: Standing | None = None
) -> Action:
    turn = await begin(store, adventure.id, f"act {number}")
    return await store.turns.commit(
        turn.id,
        text=f"Answer {number}.",
        report=b"",
        prompt_tokens=None,
        reply_tokens=None,
        cached_tokens=None,
        model="m",
        standing=standing,
    )


@pytest.mark.parametrize("last", [1, 2, 4, 5, 100])
async def test_the_end_of_the_story(store: Store, adventure: AdventureRecord, last: int) -> None:
    for number in range(2):
        await tell(store, adventure, number)
    whole = await store.story.snapshot(adventure.id, SETTINGS)
    end = await store.story.snapshot(adventure.id, SETTINGS, last=last)
    assert end.actions == whole.actions[-last:]
    assert end.skipped == end.skipped_told == max(5 - last, 0)
    assert whole.skipped == 0
    assert await store.story.path(adventure.id, last=last) == end.actions


async def test_cards_are_read_again_only_when_they_change(store: Store, adventure: AdventureRecord) -> None:
    async def cards() -> tuple[StoryCard, ...]:
        return (await store.story.snapshot(adventure.id, SETTINGS)).cards

    before = await cards()
    assert await cards() is before
    added = await store.cards.add(adventure.id, CARD)
    assert (await cards())[-1] == added
    await store.cards.update(adventure.id, replace(added, entry="Another entry."))
    assert (await cards())[-1].entry == "Another entry."
    await store.cards.remove(adventure.id, added.id)
    assert await cards() == before


async def test_what_stands_hangs_on_the_answer(store: Store, adventure: AdventureRecord) -> None:
    assert (await store.story.snapshot(adventure.id, SETTINGS)).standing is None
    first, second = Standing(8192, 0), Standing(8192, 1, cut=True)
    told = await tell(store, adventure, 1, first)
    await tell(store, adventure, 2, second)
    assert (await store.story.snapshot(adventure.id, SETTINGS)).standing == second
    assert (await store.story.snapshot(adventure.id, SETTINGS, at=told.id)).standing == first
    await store.story.undo(adventure.id)
    assert (await store.story.snapshot(adventure.id, SETTINGS)).standing == first
    classic = replace(SETTINGS, layout=Layout.CLASSIC)
    assert (await store.story.snapshot(adventure.id, classic)).standing is None


async def test_the_story_up_to_an_action(store: Store, adventure: AdventureRecord) -> None:
    told = await tell(store, adventure, 1)
    await tell(store, adventure, 2)
    snapshot = await store.story.snapshot(adventure.id, SETTINGS, last=2, at=told.id)
    assert [action.text for action in snapshot.actions] == ["> act 1", "Answer 1."]
    assert snapshot.skipped == 1


async def test_alone(store: Store, adventure: AdventureRecord) -> None:
    ash = await accept(store, adventure.id, author_id=7)
    assert await store.turns.stage(ash) == (adventure, True)
    going_on = await accept(store, adventure.id, author_id=9, kind=TurnKind.CONTINUE)
    assert (await store.turns.stage(ash))[1]
    assert not (await store.turns.stage(going_on))[1]
    await accept(store, adventure.id, author_id=6, kind=TurnKind.SAY)
    assert not (await store.turns.stage(ash))[1]
