"""The invariants of context.md, section 6, and the rules of sections 2 and 3, over random adventures."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.context import MESSAGE_OVERHEAD, Report, Status, assemble, get_tokenizer, to_json
from bot.errors import ContextOverflow
from bot.story import Action, ActionType, Adventure, CardOrder, ContextSettings, Layout, Plot, StoryCard
from tests.context.adventures import adventures
from tests.context.rendering import merged, parts_of

thorough = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def report_of(adventure: Adventure) -> Report | None:
    """None where there is no honest prompt."""
    try:
        return assemble(adventure).report
    except ContextOverflow:
        return None


def in_context(adventure: Adventure, context_tokens: int) -> Adventure:
    return replace(adventure, settings=replace(adventure.settings, context_tokens=context_tokens))


def recount(report: Report, messages: Iterable[tuple[str, str]]) -> int:
    count = get_tokenizer(report.tokenizer).count_once
    return sum(count(content) + MESSAGE_OVERHEAD for _, content in messages)


def sent(report: Report) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in report.messages]


def told(adventure: Adventure) -> list[int]:
    return [index for index, action in enumerate(adventure.actions) if action.told]


@thorough
@given(adventures)
def test_total_is_a_recount_within_the_context(adventure: Adventure) -> None:
    report = report_of(adventure)
    if report is None:
        return
    assert report.total_tokens == recount(report, sent(report))
    assert report.total_tokens == sum(message.tokens for message in report.messages)
    assert report.total_tokens <= report.context_tokens


@thorough
@given(adventures)
def test_sections_add_up_and_nothing_disappears(adventure: Adventure) -> None:
    report = report_of(adventure)
    if report is None:
        return
    sections = (report.required, report.cards, report.history, report.memories)
    assert report.total_tokens == sum(section.tokens for section in sections)
    assert report.remaining == report.context_tokens - report.required.tokens
    for tokens, items in (
        (report.required.tokens, report.required.elements),
        (report.cards.tokens, report.cards.items),
        (report.history.tokens, report.history.items),
        (report.memories.tokens, report.memories.items),
    ):
        assert tokens == sum(item.tokens for item in items if item.status.included)
    assert sorted(item.id for item in report.cards.items) == sorted(card.id for card in adventure.cards)
    assert sorted(item.id for item in report.memories.items) == sorted(m.id for m in adventure.memories)
    assert report.history.actions_total == max(len(told(adventure)) - 1, 0)
    assert report.history.actions_included == len(report.history.items)


@thorough
@given(adventures)
def test_messages_are_what_the_report_says(adventure: Adventure) -> None:
    report = report_of(adventure)
    if report is None:
        return
    expected = merged(parts_of(adventure, report)[0])
    assert sent(report) == expected


@thorough
@given(adventures)
def test_same_input_same_bytes(adventure: Adventure) -> None:
    report = report_of(adventure)
    if report is None:
        return
    again = report_of(replace(adventure, title="another title"))
    assert again is not None
    assert json.dumps(to_json(report)) == json.dumps(to_json(again))


@thorough
@given(adventures, st.integers(1, 2000))
def test_more_context_never_drops_a_required_element(adventure: Adventure, more: int) -> None:
    small = report_of(adventure)
    large = report_of(in_context(adventure, adventure.settings.context_tokens + more))
    if small is None:
        return
    assert large is not None
    for before, after in zip(small.required.elements, large.required.elements, strict=True):
        assert after.status.included or not before.status.included
        assert len(after.text) >= len(before.text) or not before.status.included


@thorough
@given(adventures)
def test_limits_are_the_floors_of_the_shares(adventure: Adventure) -> None:
    report = report_of(adventure)
    if report is None:
        return
    bank = adventure.settings.memory_bank
    assert report.required.limit == report.context_tokens * 7 // 10
    assert report.cards.limit == report.remaining * 25 // 100
    assert report.history.limit == report.remaining * (50 if bank else 75) // 100
    limit = report.cards.limit
    assert report.cards.window == (limit // 100 if limit > 500 else 4)
    if not bank:
        assert report.memories.limit == 0
        assert report.memories.tokens == 0
    assert report.memories.tokens <= report.memories.limit


def everything(adventure: Adventure, report: Report) -> bool:
    """Whether nothing that wants in stays out or is cut, memories aside."""
    return (
        all(element.status in (Status.FULL, Status.ABSENT) for element in report.required.elements)
        and all(item.status is not Status.NO_ROOM for item in report.cards.items)
        and report.history.actions_included == report.history.actions_total
        and all(item.status is Status.FULL for item in report.history.items)
    )


@thorough
@given(adventures)
def test_shares_bind_when_not_everything_fits(adventure: Adventure) -> None:
    report = report_of(adventure)
    if report is None or everything(adventure, report):
        return
    always = sum(element.tokens for element in report.required.elements[:2])
    assert report.required.tokens <= max(report.required.limit, always)
    assert report.cards.tokens <= report.cards.limit
    for item in report.cards.items:
        if item.status is Status.NO_ROOM:
            assert report.cards.tokens + item.tokens > report.cards.limit


@thorough
@given(adventures)
def test_no_room_is_left_where_an_older_action_would_fit(adventure: Adventure) -> None:
    report = report_of(adventure)
    if report is None:
        return
    order = told(adventure)[::-1]
    included = [item.index for item in report.history.items]
    assert included == order[1 : len(included) + 1]
    if len(included) + 1 >= len(order) or any(i.status is Status.TRIMMED for i in report.history.items):
        return
    parts, _ = parts_of(adventure, report, order[len(included) + 1])
    assert recount(report, merged(parts)) > report.context_tokens


@thorough
@given(adventures)
def test_statuses_tell_the_truth(adventure: Adventure) -> None:
    report = report_of(adventure)
    if report is None:
        return
    order = told(adventure)
    oldest = min([item.index for item in report.history.items] + order[-1:], default=len(adventure.actions))
    threshold = adventure.settings.memory_threshold
    for memory in report.memories.items:
        first = memory.actions[0] if memory.actions else None
        if memory.status is Status.FULL:
            assert memory.relevance >= threshold
            assert first is None or first < oldest
        if memory.status is Status.ALREADY_IN_HISTORY:
            assert first is not None
            assert oldest <= first < len(adventure.actions)
        if memory.status is Status.NO_ROOM:
            assert report.memories.tokens + memory.tokens > report.memories.limit or (
                report.total_tokens + memory.tokens > report.context_tokens
            )
    by_id = {card.id: card for card in adventure.cards}
    window = [adventure.actions[index].text for index in order[-report.cards.window :]]
    for item in report.cards.items:
        card = by_id[item.id]
        if item.status is Status.FULL:
            assert card.enabled
            assert card.pinned or item.uses
        if item.trigger is not None:
            assert item.trigger in card.triggers
            assert item.actions_ago is not None
            assert item.actions_ago < len(window)


def test_a_wider_window_does_not_cut_what_less_context_held() -> None:
    """One more token of context widens the window by an action, which calls for a card that has no room."""
    essentials = "The river is cold. " * 1400
    story = ["The griffin sleeps."] + ["You walk."] * 5
    adventure = Adventure(
        settings=ContextSettings(context_tokens=9000),
        plot=Plot(essentials=essentials, summary="You met Mira."),
        cards=(StoryCard("1", "Griffin", "A griffin. " * 900, ("griffin",)),),
        actions=tuple(Action(ActionType.STORY, text) for text in story),
    )
    required = assemble(in_context(adventure, 50_000)).report.required.tokens
    statuses = {}
    for context_tokens in (required + 2399, required + 2400):
        report = assemble(in_context(adventure, context_tokens)).report
        statuses[report.cards.window] = [element.status for element in report.required.elements]
    assert list(statuses) == [5, 6]
    assert statuses[6] == statuses[5]
    assert Status.TRIMMED not in statuses[6]


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("order", list(CardOrder))
@example(0)
@given(st.integers(-1, 1))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_last_token(order: CardOrder, layout: Layout, difference: int) -> None:
    adventure = Adventure(
        settings=ContextSettings(order=order, layout=layout),
        plot=Plot(instructions="Tell it.", essentials="A tower."),
        actions=tuple(Action(ActionType.STORY, f"\n/ step {number}!") for number in range(9)),
    )
    total = assemble(adventure).report.total_tokens
    report = assemble(in_context(adventure, total + difference)).report
    assert (report.history.actions_included == 8) == (difference >= 0)
    assert report.total_tokens == recount(report, sent(report)) <= total + difference
