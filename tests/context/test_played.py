"""Layout ``cached`` over played stories: what stands, what goes, and what never changes (section 5)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.context import Assembly, Status, assemble, read_standing, to_json
from bot.errors import ContextOverflow
from bot.story import Action, ActionType, Adventure, BlockKind, ContextSettings, Layout
from tests.context import adventures as made
from tests.context.rendering import merged, parts_of
from tests.context.test_properties import recount, sent


class Turn(NamedTuple):
    """A prompt, and the adventure that it was made of."""

    adventure: Adventure
    assembly: Assembly


visible = (made.prose | made.nasty).filter(str.strip)
player = st.builds(Action, st.sampled_from([ActionType.DO, ActionType.SAY, ActionType.STORY]), visible)
narrator = st.builds(Action, st.just(ActionType.OUTPUT), visible)
numbers = st.integers(0, 6)
# What may happen between two turns.
changes = st.one_of(
    st.tuples(st.just("nothing"), st.none()),
    st.tuples(st.just("nothing"), st.none()),
    st.tuples(st.just("relevance"), st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.9]), min_size=7, max_size=7)),
    st.tuples(st.just("new card"), made.cards),
    st.tuples(st.just("new memory"), made.memories),
    st.tuples(st.just("authors_note"), made.texts),
    st.tuples(st.just("summary"), made.texts),
    st.tuples(st.just("essentials"), made.texts),
    st.tuples(st.just("edit card"), numbers),
    st.tuples(st.just("disable card"), numbers),
    st.tuples(st.just("remove card"), numbers),
    st.tuples(st.just("forget memory"), numbers),
    st.tuples(st.just("size"), st.integers(20, 900)),
)
steps = st.lists(
    st.tuples(
        st.sampled_from(["act", "act", "act", "continue", "retry", "undo"]),
        changes,
        player,
        narrator,
    ),
    min_size=1,
    max_size=16,
)
starts = st.builds(
    Adventure,
    settings=st.builds(
        ContextSettings,
        context_tokens=st.integers(60, 900),
        memory_bank=st.sampled_from([True, True, False]),
        layout=st.just(Layout.CACHED),
        order=made.settings.map(lambda chosen: chosen.order),
        cut_back=st.sampled_from([0.0, 0.5, 0.5, 1.0]),
    ),
    plot=made.plots,
    cards=st.lists(made.cards, max_size=7).map(tuple),
    memories=st.lists(made.memories, max_size=7).map(tuple),
    actions=st.lists(made.actions, max_size=5).map(
        lambda more: (Action(ActionType.START, "A tower."), *more)
    ),
)
often = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def changed(adventure: Adventure, what: str, value: Any) -> Adventure:
    """The adventure after an edit."""
    cards, memories = adventure.cards, adventure.memories
    if what == "relevance":
        anew = zip(memories, value * len(memories), strict=False)
        return replace(adventure, memories=tuple(replace(m, relevance=number) for m, number in anew))
    if what == "new card":
        return replace(adventure, cards=(*cards, value))
    if what == "new memory":
        return replace(adventure, memories=(*memories, value))
    if what in ("authors_note", "summary", "essentials"):
        return replace(adventure, plot=replace(adventure.plot, **{what: value}))
    if what == "size":
        return replace(adventure, settings=replace(adventure.settings, context_tokens=value))
    if what == "forget memory":
        return replace(adventure, memories=(*memories[:value], *memories[value + 1 :]))
    if what == "remove card" or value >= len(cards):
        return replace(adventure, cards=(*cards[:value], *cards[value + 1 :]))
    card = cards[value]
    edited = replace(card, enabled=False) if what == "disable card" else replace(card, entry="Another entry.")
    return replace(adventure, cards=(*cards[:value], edited, *cards[value + 1 :]))


def up_to_last_action(turn: Turn) -> str:
    parts, count = parts_of(turn.adventure, turn.assembly.report)
    return written(merged(parts[:count]))


def written(messages: list[tuple[str, str]]) -> str:
    """As a provider's cache sees them; the last message is not closed."""
    return "".join(f"<end><{role}>{content}" for role, content in messages)


def trimmed(turn: Turn) -> bool:
    elements = turn.assembly.report.required.elements
    return any(element.status in (Status.TRIMMED, Status.NO_ROOM) for element in elements)


def check(turn: Turn) -> None:
    """The invariants of section 6 on any turn."""
    report = turn.assembly.report
    assert sent(report) == merged(parts_of(turn.adventure, report)[0])
    assert report.total_tokens == recount(report, sent(report))
    assert report.total_tokens == sum(message.tokens for message in report.messages)
    assert report.total_tokens <= report.context_tokens
    required, cards, history, memories = report.required, report.cards, report.history, report.memories
    assert report.total_tokens == required.tokens + cards.tokens + history.tokens + memories.tokens
    for tokens, items in (
        (required.tokens, required.elements),
        (cards.tokens, cards.items),
        (history.tokens, history.items),
        (memories.tokens, memories.items),
    ):
        assert tokens == sum(item.tokens for item in items if item.status.included)
    assert sorted(item.id for item in cards.items) == sorted(card.id for card in turn.adventure.cards)
    assert sorted(item.id for item in memories.items) == sorted(m.id for m in turn.adventure.memories)
    assert report.messages[-1].role == "user"
    roles = [message.role for message in report.messages if message.role != "system"]
    assert roles == [("user", "assistant")[place % 2] for place in range(len(roles))]
    shown = {card.id: card for card in turn.adventure.cards}
    for item in cards.items:
        if item.status.included:
            assert shown[item.id].enabled
            assert item.text == shown[item.id].entry
    if not turn.adventure.settings.memory_bank:
        assert memories.tokens == 0


def touched(turn: Turn, before: Turn) -> bool:
    """Whether an edit between the two turns took something out of the prompt."""
    then, now, standing = before.adventure, turn.adventure, before.assembly.standing
    assert standing is not None
    cards = {(card.id, card.entry) for card in now.cards if card.enabled}
    memories = {(memory.id, memory.text) for memory in now.memories}
    there = {BlockKind.CARD: cards, BlockKind.MEMORY: memories}
    if any((block.id, block.text) not in there[block.kind] for block in standing.blocks):
        return True
    return then.plot.essentials != now.plot.essentials or bool(
        standing.summary and not now.plot.summary.strip()
    )


def follows(turn: Turn, before: Turn) -> None:
    """The prompt begins with all of the one before, up to its last action, unless there is a reason."""
    standing = turn.assembly.standing
    assert standing is not None
    if touched(turn, before) or not standing.turns or trimmed(turn) or trimmed(before):
        return
    assert written(sent(turn.assembly.report)).startswith(up_to_last_action(before))
    statuses = {item.id: item.status for item in turn.assembly.report.cards.items}
    for item in before.assembly.report.cards.items:
        if item.status.included:
            assert statuses[item.id] is Status.KEPT


@often
@given(starts, steps)
def test_a_played_story(start: Adventure, steps: list[tuple[str, tuple[str, Any], Action, Action]]) -> None:
    path: list[Turn] = []
    adventure = start
    for kind, (what, value), action, answer in steps:
        if kind == "retry" and path:
            again = assemble(path[-1].adventure)
            assert to_json(again.report) == to_json(path[-1].assembly.report)
            continue
        if kind == "undo" and path:
            path.pop()
            actions = (*path[-1].adventure.actions, answer) if path else start.actions
            adventure = replace(adventure, actions=actions)
        if what != "nothing":
            adventure = changed(adventure, what, value)
        if kind == "act":
            adventure = replace(adventure, actions=(*adventure.actions, action))
        before = path[-1] if path else None
        adventure = replace(adventure, standing=before.assembly.standing if before else None)
        try:
            turn = Turn(adventure, assemble(adventure))
        except ContextOverflow:
            return
        check(turn)
        if before is not None:
            follows(turn, before)
        stored = json.loads(json.dumps(to_json(turn.assembly.report)))
        assert read_standing(stored) == turn.assembly.standing
        path.append(turn)
        adventure = replace(adventure, actions=(*adventure.actions, answer))
