from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import CardInvalid, UnknownAdventure, UnknownCard
from bot.store.database import Store
from bot.store.records import AdventureRecord
from bot.story import MatchMode, StoryCard

from .parts import new_adventure

MIRA = StoryCard(
    id="",
    title="Мира",
    entry="Она хранит фонарь.",
    triggers=("Мира", " фонарь", "ملك"),
    type="character",
    match=MatchMode.SUBSTRING,
    notes="важно",
    pinned=True,
    enabled=False,
)


async def test_card_comes_back_as_it_was_saved(store: Store, adventure: AdventureRecord) -> None:
    saved = await store.cards.add(adventure.id, MIRA)
    assert saved == replace(MIRA, id=saved.id)
    assert await store.cards.get(adventure.id, saved.id) == saved


async def test_update_keeps_the_order(store: Store, adventure: AdventureRecord) -> None:
    first, second = [await store.cards.add(adventure.id, replace(MIRA, title=t)) for t in ("a", "b")]
    changed = replace(first, title="z", triggers=(), pinned=False)
    await store.cards.update(adventure.id, changed)
    assert await store.cards.all(adventure.id) == [changed, second]


async def test_cards_come_with_the_adventure(store: Store) -> None:
    cards = [replace(MIRA, title=str(number)) for number in range(20)]
    record = await new_adventure(store, cards=cards)
    assert [card.title for card in await store.cards.all(record.id)] == [card.title for card in cards]


async def test_cards_belong_to_one_adventure(store: Store, adventure: AdventureRecord) -> None:
    other = await new_adventure(store, channel_id=9)
    card = await store.cards.add(adventure.id, MIRA)
    assert await store.cards.all(other.id) == []
    with pytest.raises(UnknownCard):
        await store.cards.get(other.id, card.id)
    with pytest.raises(UnknownCard):
        await store.cards.update(other.id, card)
    with pytest.raises(UnknownCard):
        await store.cards.remove(other.id, card.id)
    assert await store.cards.all(adventure.id) == [card]


async def test_id_of_a_removed_card_is_not_used_again(store: Store, adventure: AdventureRecord) -> None:
    old = await store.cards.add(adventure.id, MIRA)
    await store.cards.remove(adventure.id, old.id)
    new = await store.cards.add(adventure.id, MIRA)
    assert new.id != old.id
    with pytest.raises(UnknownCard):
        await store.cards.get(adventure.id, old.id)


@pytest.mark.parametrize("card_id", ["", "0", "Mira", "-1", "²", "9" * 30, "1; DROP TABLE cards"])
async def test_what_is_no_id_is_no_card(store: Store, adventure: AdventureRecord, card_id: str) -> None:
    await store.cards.add(adventure.id, MIRA)
    with pytest.raises(UnknownCard):
        await store.cards.get(adventure.id, card_id)


async def test_no_adventure_no_card(store: Store) -> None:
    with pytest.raises(UnknownAdventure):
        await store.cards.add(99, MIRA)


@pytest.mark.parametrize(
    ("card", "field", "reason"),
    [
        (replace(MIRA, title="  "), "title", "missing"),
        (replace(MIRA, title="t" * 101), "title", "too-long"),
        (replace(MIRA, entry="e" * 4001), "entry", "too-long"),
    ],
)
async def test_sizes(
    store: Store, adventure: AdventureRecord, card: StoryCard, field: str, reason: str
) -> None:
    with pytest.raises(CardInvalid) as caught:
        await store.cards.add(adventure.id, card)
    assert (caught.value.values["field"], caught.value.values["reason"]) == (field, reason)
    good = await store.cards.add(adventure.id, replace(MIRA, title="t" * 100, entry="e" * 4000))
    with pytest.raises(CardInvalid):
        await store.cards.update(adventure.id, replace(card, id=good.id))
    assert await store.cards.all(adventure.id) == [good]
