from __future__ import annotations

from dataclasses import replace

import pytest

from bot.context import assemble, to_json
from bot.reports import pack, unpack
from bot.story import Action, ActionType, Adventure, ContextSettings, Memory, StoryCard


def adventure_with(cards: int) -> Adventure:
    """Only the first card fires."""
    return Adventure(
        settings=ContextSettings(),
        cards=tuple(
            StoryCard(str(number), f"Card {number}", f"Entry {number} “є”.", (f"word{number}x",))
            for number in range(cards)
        ),
        memories=(Memory("m", "A memory of the first day.", None, 0.0),),
        actions=(Action(ActionType.START, "A cave."), Action(ActionType.DO, "You say word0x.")),
    )


@pytest.mark.parametrize("cards", [0, 1, 200, 201, 1000])
def test_a_report_comes_back_as_it_was(cards: int) -> None:
    adventure = adventure_with(cards)
    report = assemble(adventure).report
    assert unpack(pack(report, {}), adventure) == to_json(report)


def test_only_texts_in_the_prompt_are_kept() -> None:
    adventure = adventure_with(2)
    packed = pack(assemble(adventure).report, {})
    changed = tuple(replace(card, entry="Changed.") for card in adventure.cards)
    items = unpack(packed, replace(adventure, cards=changed))["cards"]["items"]
    assert [(item["status"], item["text"]) for item in items] == [
        ("full", "Entry 0 “є”."),
        ("not_triggered", "Changed."),
    ]
    gone = unpack(packed, Adventure())["cards"]["items"]
    assert [item["text"] for item in gone] == ["Entry 0 “є”.", ""]
