from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.context.choice import Candidate, Choice, arrange
from bot.context.classic import Classic
from bot.context.layout import Draft, Slot
from bot.context.pieces import measure_with
from bot.context.tokens import get_tokenizer
from bot.story import CardOrder
from tests.context.adventures import nasty

entries = nasty.filter(str.strip) | st.sampled_from(["/", "//x", "\n/", "\n\n  a", "/\n/", "word word"])


@pytest.mark.parametrize("last_action", ["You go.", "\n/ You go.", ""])
@settings(max_examples=100, deadline=None)
@given(st.lists(entries, max_size=6), st.integers(0, 60), st.sampled_from(list(CardOrder)))
def test_choice_is_that_of_counting_the_whole_prompt_each_time(
    last_action: str, texts: list[str], limit: int, order: CardOrder
) -> None:
    count = get_tokenizer("o200k_base").count_once
    draft = Draft(measure_with(get_tokenizer("o200k_base")), Classic())
    if last_action:
        draft.place(Slot.LAST_ACTION, last_action)
    ranked = [
        Candidate(text, text, draft.measure.part(text), rank, (-rank, rank))
        for rank, text in enumerate(texts)
    ]

    def prompt(candidates: list[Candidate[str]]) -> int:
        lore = "".join(f"{candidate.text}\n\n" for candidate in arrange(candidates, order))
        text = ((f"World Lore:\n{lore}" if lore else "") + last_action).removesuffix(
            "\n\n" * (not last_action)
        )
        return count(text) + 4 if text else 0

    expected: list[Candidate[str]] = []
    costs = []
    for candidate in ranked:
        costs.append(prompt([*expected, candidate]) - prompt(expected))
        if prompt([*expected, candidate]) - prompt([]) <= limit:
            expected.append(candidate)

    choice: Choice[str] = Choice(draft, Slot.CARDS, order)
    assert list(choice.take(ranked, limit).values()) == costs
    assert choice.chosen == expected
    assert choice.tokens == prompt(expected) - prompt([])
    assert draft.total() == prompt(expected)
    assert sum(bill for bill, _ in choice.bills(choice.tokens).values()) == choice.tokens


def test_giving_up_and_taking_up_again_keeps_the_order_of_rank() -> None:
    draft = Draft(measure_with(get_tokenizer("o200k_base")), Classic())
    ranked = [
        Candidate(text, text, draft.measure.part(text), rank, (0, rank)) for rank, text in enumerate("abc")
    ]
    choice: Choice[str] = Choice(draft, Slot.MEMORIES, CardOrder.RANK)
    choice.take(ranked[1:], 100)
    assert choice.drop({2})
    assert not choice.drop({2})
    choice.take(ranked[:1], 100, room=draft.total())
    assert [candidate.text for candidate in choice.arranged] == ["b"]
    choice.take(ranked[:1], 100, room=100)
    assert [candidate.text for candidate in choice.arranged] == ["a", "b"]
    assert draft.messages()[0].content == "Memories:\na\n\nb"
