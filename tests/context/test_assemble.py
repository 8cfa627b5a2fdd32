"""The rules of context.md, sections 2, 3 and 5, one by one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.context import Report, Status, assemble, get_tokenizer, to_json
from bot.errors import ContextOverflow
from bot.formats.adventure import load_adventure
from bot.story import (
    Action,
    ActionType,
    Adventure,
    CardOrder,
    ContextSettings,
    MatchMode,
    Memory,
    Plot,
    StoryCard,
)

LANTERN = Path(__file__).with_name("lantern.adventure.json")


def tokens(text: str) -> int:
    return get_tokenizer("o200k_base").count(text)


def told(*texts: str) -> tuple[Action, ...]:
    return tuple(Action(ActionType.STORY, text) for text in texts)


def words(number: int) -> str:
    """A text of so many tokens."""
    text = "word" + " word" * (number - 1)
    assert tokens(text) == number
    return text


def report_of(adventure: Adventure, context_tokens: int | None = None, **settings: object) -> Report:
    if context_tokens is not None:
        settings["context_tokens"] = context_tokens
    return assemble(replace(adventure, settings=replace(adventure.settings, **settings))).report  # type: ignore[arg-type]


def statuses(report: Report) -> dict[str, Status]:
    return {element.name: element.status for element in report.required.elements}


# --- layout


def test_the_lantern() -> None:
    report = assemble(load_adventure(LANTERN)).report
    assert [(message.role, message.content) for message in report.messages] == [
        ("system", "You are the narrator of an interactive story."),
        (
            "user",
            "You are Ash, a courier. Mira is your sister.\n\n"
            "World Lore:\nThe tower leans over the river; its lamp has burned for a hundred years.\n\n"
            "Recent Story:\nYou stand before the ruined tower of Halvard with a lantern in your hand.\n\n"
            "> You push the door open.\n\n"
            "The hinges complain. Somewhere above, a bell answers.\n\n"
            "[Author's note: Short paragraphs. A quiet, uneasy mood.]\n\n"
            "> You climb the stairs.",
        ),
    ]
    shape = to_json(report)
    assert json.loads(json.dumps(shape)) == shape
    assert (report.total_tokens, report.required.limit, report.required.tokens) == (106, 2867, 49)
    assert [(e["name"], e["status"], e["tokens"]) for e in shape["required"]["elements"]] == [
        ("front_memory", "absent", 0),
        ("last_action", "full", 10),
        ("authors_note", "full", 14),
        ("plot_essentials", "full", 12),
        ("instructions", "full", 13),
        ("summary", "absent", 0),
    ]
    card = shape["cards"]["items"][0]
    assert (shape["cards"]["limit"], shape["cards"]["tokens"], shape["cards"]["window"]) == (1011, 20, 10)
    assert (card["status"], card["trigger"], card["actions_ago"], card["uses"]) == ("full", "tower", 3, 2)
    assert (shape["history"]["actions_included"], shape["history"]["actions_total"]) == (3, 3)
    assert [(i["index"], i["status"], i["tokens"]) for i in shape["history"]["items"]] == [
        (2, "full", 11),
        (1, "full", 7),
        (0, "full", 19),
    ]
    assert shape["memories"]["limit"] == 4047 - 20 - 37
    assert [(m["id"], m["status"], m["tokens"]) for m in shape["memories"]["items"]] == [
        ("m1", "already_in_history", 9)
    ]


def test_every_part_has_its_place() -> None:
    adventure = Adventure(
        plot=Plot("instructions", "essentials", "summary", "note", "front"),
        cards=(StoryCard("1", "", "lore", pinned=True), StoryCard("2", "", "more lore", pinned=True)),
        memories=(Memory("1", "memory", None, 0.5),),
        actions=told("first", "second", "last"),
    )
    assert [(message.role, message.content) for message in assemble(adventure).messages] == [
        ("system", "instructions"),
        (
            "user",
            "essentials\n\nWorld Lore:\nlore\n\nmore lore\n\nStory Summary:\nsummary\n\nMemories:\nmemory\n\n"
            "Recent Story:\nfirst\n\nsecond\n\n[Author's note: note]\n\nlast\n\nfront",
        ),
    ]


def test_empty_elements_leave_nothing_behind() -> None:
    adventure = Adventure(
        plot=Plot(" ", "\n", "\t", " ", " "),
        cards=(StoryCard("1", "", "  ", pinned=True),),
        memories=(Memory("1", " ", None, 0.5),),
        actions=told("only"),
    )
    report = assemble(adventure).report
    assert [message.content for message in report.messages] == ["only"]
    assert report.total_tokens == tokens("only") + 4
    assert report.cards.items[0].status is Status.ABSENT
    assert report.memories.items[0].status is Status.ABSENT


def test_an_adventure_without_anything_sends_nothing() -> None:
    report = assemble(Adventure()).report
    assert (report.messages, report.total_tokens) == ((), 0)


# --- required elements


def required_adventure(**plot: str) -> Adventure:
    return Adventure(plot=Plot(**plot), actions=told(words(40), words(6)))


@pytest.mark.parametrize(("context_tokens", "whole"), [(99, False), (100, True), (101, True)])
def test_the_cap_to_the_token(context_tokens: int, whole: bool) -> None:
    """The required elements need 70 tokens: all of the cap of 100."""
    adventure = required_adventure(essentials=words(40), instructions=words(15))
    needed = 10 + 41 + 19
    report = report_of(adventure, context_tokens)
    assert report.required.limit == context_tokens * 7 // 10
    assert (report.required.tokens == needed) is whole
    assert statuses(report)["instructions"] is (Status.FULL if whole else Status.TRIMMED)


def test_what_is_cut_and_what_is_left_out() -> None:
    adventure = required_adventure(
        authors_note=words(10), essentials=words(50), instructions="i", summary="s", front_memory=words(5)
    )
    report = report_of(adventure, 70)
    assert statuses(report) == {
        "front_memory": Status.FULL,
        "last_action": Status.FULL,
        "authors_note": Status.FULL,
        "plot_essentials": Status.TRIMMED,
        "instructions": Status.NO_ROOM,
        "summary": Status.NO_ROOM,
    }
    essentials = report.required.elements[3]
    assert report.required.tokens == report.required.limit == 49
    assert words(50).startswith(essentials.text + " ")
    assert [element.tokens for element in report.required.elements[4:]] == [
        5,
        tokens("Story Summary:\ns\n\n"),
    ]


def test_not_even_a_word_fits() -> None:
    adventure = required_adventure(essentials="Llanfairpwllgwyngyllgogerychwyrndrobwll" * 4 + " end")
    report = report_of(adventure, 30)
    assert statuses(report)["plot_essentials"] is Status.NO_ROOM


def test_front_memory_and_last_action_over_the_cap() -> None:
    adventure = required_adventure(front_memory=words(20), authors_note="n", instructions="i")
    report = report_of(adventure, 33)
    assert report.required.tokens == 31 > report.required.limit
    assert set(statuses(report).values()) == {Status.FULL, Status.NO_ROOM, Status.ABSENT}
    assert report.history.actions_included == 0
    assert [message.content for message in report.messages] == [f"{words(6)}\n\n{words(20)}"]


@pytest.mark.parametrize("context_tokens", [30, 31, 32])
def test_overflow_to_the_token(context_tokens: int) -> None:
    adventure = required_adventure(front_memory=words(20), authors_note="note")
    if context_tokens >= 31:
        assert report_of(adventure, context_tokens).total_tokens == 31
        return
    with pytest.raises(ContextOverflow) as overflow:
        report_of(adventure, context_tokens)
    assert (overflow.value.needed, overflow.value.context_tokens) == (31, 30)


def test_over_the_cap_but_everything_fits() -> None:
    adventure = replace(
        required_adventure(essentials=words(80), summary=words(5)), actions=told("one", "two")
    )
    total = report_of(adventure, 1000).total_tokens
    assert set(statuses(report_of(adventure, total)).values()) == {Status.FULL, Status.ABSENT}
    assert Status.TRIMMED in statuses(report_of(adventure, total - 1)).values()


# --- actions


def test_continue_adds_no_story() -> None:
    actions = (
        Action(ActionType.START, "The tower."),
        Action(ActionType.CONTINUE, ""),
        Action(ActionType.OUTPUT, "A door."),
        Action(ActionType.DO, "  "),
        Action(ActionType.CONTINUE, "ignored"),
    )
    card = StoryCard("1", "", "lore", ("tower",))
    report = assemble(Adventure(actions=actions, cards=(card,))).report
    assert report.required.elements[1].text == "A door."
    assert [(item.index, item.text) for item in report.history.items] == [(0, "The tower.")]
    assert (report.history.actions_included, report.history.actions_total) == (1, 1)
    assert report.cards.items[0].actions_ago == 1


def test_the_opening_alone_is_the_last_action() -> None:
    card = StoryCard("1", "", "lore", ("tower",))
    report = assemble(Adventure(actions=(Action(ActionType.START, "The tower."),), cards=(card,))).report
    assert statuses(report)["last_action"] is Status.FULL
    assert (report.history.actions_total, report.cards.items[0].actions_ago) == (0, 0)


# --- story cards


@pytest.mark.parametrize(("limit", "window"), [(900, 9), (500, 4), (501, 5), (599, 5), (600, 6), (0, 4)])
def test_window(limit: int, window: int) -> None:
    adventure = Adventure(actions=told("go"))
    report = report_of(adventure, 5 + 4 * limit)
    assert (report.cards.limit, report.cards.window) == (limit, window)


def test_only_the_window_is_searched() -> None:
    cards = tuple(StoryCard(str(ago), "", "lore", (f"name{ago}",)) for ago in range(7))
    adventure = Adventure(actions=told(*(f"name{ago}" for ago in reversed(range(7)))), cards=cards)
    report = report_of(adventure, 1000)
    assert report.cards.window == 4
    assert [item.id for item in report.cards.items if item.status is Status.FULL] == ["0", "1", "2", "3"]
    assert {item.status for item in report.cards.items[4:]} == {Status.NOT_TRIGGERED}


def test_rank() -> None:
    cards = (
        StoryCard("old", "", "entry", ("bell",)),
        StoryCard("once", "", "entry", ("door",)),
        StoryCard("twice", "", "entry", ("door", "lamp")),
        StoryCard("tie", "", "entry", ("lamp",)),
        StoryCard("pinned unused", "", "entry", ("nothing",), pinned=True),
        StoryCard("pinned", "", "entry", ("bell",), pinned=True),
        StoryCard("off", "", "entry", ("door",), enabled=False, pinned=True),
        StoryCard("pattern", "", "entry", ("door", "(lamp"), match=MatchMode.REGEX),
    )
    report = assemble(Adventure(actions=told("A bell.", "A door, a lamp."), cards=cards)).report
    assert [(item.id, item.status) for item in report.cards.items] == [
        ("pinned", Status.FULL),
        ("pinned unused", Status.FULL),
        ("twice", Status.FULL),
        ("once", Status.FULL),
        ("tie", Status.FULL),
        ("old", Status.FULL),
        ("off", Status.DISABLED),
        ("pattern", Status.BAD_TRIGGER),
    ]
    assert [item.uses for item in report.cards.items] == [1, 0, 2, 1, 1, 1, 0, 0]


def test_uses_count_occurrences_and_the_recent_trigger_is_named() -> None:
    card = StoryCard("1", "", "entry", ("bell", "door", "Bell"))
    report = assemble(
        Adventure(actions=told("Bell, bell, door.", "The door!", "Nothing."), cards=(card,))
    ).report
    item = report.cards.items[0]
    assert (item.trigger, item.actions_ago, item.uses) == ("door", 1, 4)


def test_a_card_that_does_not_fit_is_passed_over() -> None:
    cards = (
        StoryCard("large", "", words(200), ("door",), pinned=True),
        StoryCard("small", "", words(20), ("door",)),
        StoryCard("large too", "", words(60), ("door",)),
        StoryCard("tiny", "", words(10), ("door",)),
    )
    adventure = Adventure(actions=told(words(300), "door"), cards=cards)
    report = report_of(adventure, 245)
    assert report.cards.limit == 60
    assert [(item.id, item.status, item.tokens) for item in report.cards.items] == [
        ("large", Status.NO_ROOM, 204),
        ("small", Status.FULL, 24),
        ("large too", Status.NO_ROOM, 61),
        ("tiny", Status.FULL, 11),
    ]
    assert report.cards.tokens == 35


@pytest.mark.parametrize(("entry", "status"), [(56, Status.FULL), (57, Status.NO_ROOM)])
def test_the_cards_share_to_the_token(entry: int, status: Status) -> None:
    """The limit is 60; heading and separator are four."""
    card = StoryCard("1", "", words(entry), ("door",))
    report = report_of(Adventure(actions=told(words(300), "door"), cards=(card,)), 245)
    assert report.cards.limit == 60
    assert report.cards.items[0].status is status


@pytest.mark.parametrize(
    ("order", "content"),
    [
        (CardOrder.RANK, ["c0", "c1", "c2", "c3", "c4"]),
        (CardOrder.SANDWICH, ["c0", "c2", "c4", "c3", "c1"]),
        (CardOrder.STORY, ["c4", "c3", "c2", "c1", "c0"]),
    ],
)
def test_orders(order: CardOrder, content: list[str]) -> None:
    cards = tuple(StoryCard(f"c{ago}", "", f"c{ago}", (f"name{ago}",)) for ago in range(4))
    pinned = StoryCard("c4", "", "c4", ("name4",))
    memories = tuple(Memory(f"m{i}", f"m{i}", (10 - i, 10 - i), 0.9 - i / 10) for i in range(5))
    actions = told(*(f"name{ago}" for ago in reversed(range(5))))
    # Five actions, and a story in which none of the memories' actions is told any more.
    adventure = Adventure(
        settings=ContextSettings(order=order, context_tokens=8000),
        cards=(*cards, pinned),
        memories=tuple(replace(memory, actions=None) for memory in memories),
        actions=actions,
    )
    report = assemble(adventure).report
    items = sorted(report.cards.items, key=lambda item: item.position or 0)
    assert [item.id for item in items] == content
    assert "\n\n".join(content) in report.messages[-1].content


def test_memories_in_the_order_of_the_story() -> None:
    memories = (
        Memory("later", "later", (4, 5), 0.9),
        Memory("fact", "fact", None, 0.3),
        Memory("early", "early", (0, 3), 0.5),
    )
    adventure = Adventure(
        settings=ContextSettings(context_tokens=60, order=CardOrder.STORY),
        memories=memories,
        actions=told(*(words(20) for _ in range(8)), "go"),
    )
    report = assemble(adventure).report
    assert "Memories:\nfact\n\nearly\n\nlater\n\n" in report.messages[0].content
    assert [item.id for item in report.memories.items] == ["later", "early", "fact"]


# --- history


def story(*sizes: int, **plot: str) -> Adventure:
    """Actions of so many tokens with their separator, oldest first; the last action takes 10 with all."""
    return Adventure(plot=Plot(**plot), actions=told(*(words(size - 1) for size in sizes), words(6)))


def test_history_stops_at_the_first_that_does_not_fit() -> None:
    report = report_of(story(5, 100, 30, 30), 113)
    assert report.remaining == 103
    assert [item.index for item in report.history.items] == [3, 2]
    assert report.history.limit == 51


def test_the_bank_off_leaves_three_quarters() -> None:
    report = report_of(story(5, 100, 30, 30), 113, memory_bank=False)
    assert (report.history.limit, report.memories.limit) == (77, 0)


def test_the_newest_is_cut_at_its_beginning_and_extended_by_what_is_left() -> None:
    text = " ".join(f"w{number}" for number in range(100))
    adventure = Adventure(actions=told("older", text, words(6)))
    report = report_of(adventure, 110)
    (item,) = report.history.items
    assert item.status is Status.TRIMMED
    assert text.endswith(" " + item.text)
    # The share is 50, but nobody else wants the room.
    assert 98 <= report.history.tokens <= 100
    assert report.total_tokens <= 110


def test_memories_take_from_a_newest_action_that_is_cut() -> None:
    text = " ".join(f"w{number}" for number in range(100))
    adventure = Adventure(
        actions=told("older", text, words(6)), memories=(Memory("1", words(30), None, 0.5),)
    )
    report = report_of(adventure, 110)
    assert report.memories.items[0].status is Status.FULL
    assert report.history.items[0].status is Status.TRIMMED
    assert report.history.tokens + report.memories.tokens <= 100


def test_a_cut_newest_action_becomes_whole_and_older_ones_follow() -> None:
    report = report_of(story(10, 60), 113)
    assert report.history.limit == 51
    assert [(item.index, item.status) for item in report.history.items] == [
        (1, Status.FULL),
        (0, Status.FULL),
    ]


@pytest.mark.parametrize(("context_tokens", "included"), [(72, 1), (73, 2), (74, 2)])
def test_history_to_the_token(context_tokens: int, included: int) -> None:
    """Last action 10, two actions of 30, the heading 3."""
    report = report_of(story(30, 30), context_tokens)
    assert report.history.actions_included == included


# --- memory bank


def long_story(*memories: Memory) -> Adventure:
    return Adventure(actions=told(*(words(19) for _ in range(20)), words(6)), memories=memories)


def test_who_may_go_in() -> None:
    adventure = long_story(
        Memory("on the threshold", "a", (0, 1), 0.2),
        Memory("below", "b", (0, 1), 0.1999),
        Memory("told", "c", (19, 19), 0.9),
        Memory("last", "d", (20, 20), 0.8),
        Memory("gone", "e", (30, 31), 0.7),
        Memory("partly gone", "f", (3, 31), 0.6),
        Memory("fact", "g", None, 0.5),
    )
    report = report_of(adventure, 120)
    assert [(item.id, item.status) for item in report.memories.items] == [
        ("told", Status.ALREADY_IN_HISTORY),
        ("last", Status.ALREADY_IN_HISTORY),
        ("gone", Status.OFF_PATH),
        ("partly gone", Status.OFF_PATH),
        ("fact", Status.FULL),
        ("on the threshold", Status.FULL),
        ("below", Status.BELOW_THRESHOLD),
    ]
    off = report_of(adventure, 120, memory_bank=False)
    assert {item.status for item in off.memories.items} == {Status.BANK_OFF}
    assert all(item.tokens == 2 for item in off.memories.items)


def test_a_memory_that_begins_with_a_continue_is_told_with_what_stands_around_it() -> None:
    actions = list(told(*(words(19) for _ in range(20)), words(6)))
    actions.insert(19, Action(ActionType.CONTINUE, ""))
    adventure = Adventure(actions=tuple(actions), memories=(Memory("1", "a", (19, 20), 0.9),))
    report = report_of(adventure, 120)
    assert [item.index for item in report.history.items][:2] == [20, 18]
    assert [item.status for item in report.memories.items] == [Status.ALREADY_IN_HISTORY]


def test_a_refused_memory_is_listed_with_what_it_was_refused_for() -> None:
    """The heading, which a smaller memory then pays, would have been the refused one's."""
    adventure = long_story(Memory("big", words(60), None, 0.9), Memory("small", words(5), None, 0.8))
    report = report_of(adventure, 116)
    big, small = report.memories.items
    assert (big.status, small.status) == (Status.NO_ROOM, Status.FULL)
    assert (big.tokens, report.memories.limit) == (64, 63)


def test_best_first_and_passed_over() -> None:
    adventure = long_story(
        Memory("third", words(9), None, 0.5),
        Memory("best", words(20), None, 0.9),
        Memory("second", words(40), None, 0.7),
    )
    report = report_of(adventure, 110)
    assert report.memories.limit == 100 - report.history.limit + 7
    assert [(item.id, item.status, item.tokens) for item in report.memories.items] == [
        ("best", Status.FULL, 24),
        ("second", Status.NO_ROOM, 41),
        ("third", Status.FULL, 10),
    ]


def test_what_the_bank_leaves_goes_to_older_actions() -> None:
    report = report_of(long_story(), 110)
    assert report.history.limit == 50
    assert report.history.actions_included == 4


def test_a_memory_that_the_extended_history_tells_is_given_up() -> None:
    """The first pass takes actions 19 and 18; the memory tells of 17, which fits beside it."""
    adventure = long_story(Memory("1", words(5), (17, 18), 0.9), Memory("2", words(60), None, 0.8))
    report = report_of(adventure, 113)
    assert [item.index for item in report.history.items] == [19, 18, 17, 16, 15]
    assert [item.status for item in report.memories.items] == [Status.ALREADY_IN_HISTORY, Status.NO_ROOM]
    assert report.memories.tokens == 0


def test_a_story_of_any_length_takes_the_same_actions() -> None:
    short = report_of(long_story(), 400)
    actions = told(*(words(19) for _ in range(20_000)), words(6))
    long = report_of(Adventure(actions=actions), 400)
    assert short.messages[-1].content == long.messages[-1].content
    assert long.history.actions_total == 20_000
