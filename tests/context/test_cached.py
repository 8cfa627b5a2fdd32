"""Layout ``cached``, rule by rule (context.md, section 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.context import Assembly, Status, assemble, to_json
from bot.context.standing import SETTLED
from bot.story import (
    Action,
    ActionType,
    Adventure,
    BlockKind,
    ContextSettings,
    Layout,
    Memory,
    Plot,
    StoryCard,
)
from tests.context.test_assemble import words

PLOT = Plot("instructions", "essentials", "summary", "note", "front")


def do(text: str) -> Action:
    return Action(ActionType.DO, text)


def out(text: str) -> Action:
    return Action(ActionType.OUTPUT, text)


def adventure(*actions: Action, context_tokens: int = 2000, **parts: object) -> Adventure:
    settings = ContextSettings(context_tokens=context_tokens, layout=Layout.CACHED)
    return Adventure(settings=settings, actions=actions, **parts)  # type: ignore[arg-type]


def card(name: str, entry: str | None = None, **more: object) -> StoryCard:
    return StoryCard(name, name, entry or f"About {name}.", (name,), **more)  # type: ignore[arg-type]


def after(before: Assembly, story: Adventure, *more: Action, **changes: object) -> Adventure:
    """The story some actions later, with what stands."""
    changed = replace(story, **changes)  # type: ignore[arg-type]
    return replace(changed, actions=(*story.actions, *more), standing=before.standing)


def contents(assembly: Assembly) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in assembly.messages]


def statuses(assembly: Assembly) -> dict[str, Status]:
    return {item.id: item.status for item in assembly.report.cards.items}


def play(story: Adventure, turns: Iterable[str]) -> list[Assembly]:
    """A prompt per line: the player says it, the narrator answers in ten tokens."""
    assemblies: list[Assembly] = []
    for line in turns:
        story = replace(story, actions=(*story.actions, do(line)))
        assemblies.append(assemble(story))
        standing = assemblies[-1].standing
        story = replace(story, actions=(*story.actions, out(words(9))), standing=standing)
    return assemblies


# --- messages


def test_the_first_prompt() -> None:
    story = adventure(
        Action(ActionType.START, "opening"),
        do("first"),
        do("second"),
        out("answer"),
        do("a bell"),
        plot=PLOT,
        cards=(card("bell"),),
        memories=(Memory("m1", "memory", None, 0.5),),
    )
    assert contents(assemble(story)) == [
        ("system", "instructions\n\nessentials"),
        ("user", "Story Summary:\nsummary\n\nRecent Story:"),
        ("assistant", "opening"),
        ("user", "first\n\nsecond"),
        ("assistant", "answer"),
        (
            "user",
            '<lore id="bell">\nAbout bell.\n</lore>\n\n<memory id="m1">\nmemory\n</memory>\n\na bell\n\n'
            "[Author's note: note]\n\nfront",
        ),
    ]


def test_continue_asks_for_more() -> None:
    story = adventure(
        Action(ActionType.START, "A bell."), cards=(card("bell"),), plot=Plot(front_memory="front")
    )
    first = assemble(story)
    lore = '<lore id="bell">\nAbout bell.\n</lore>'
    assert contents(first) == [
        ("user", "Recent Story:"),
        ("assistant", "A bell."),
        ("user", f"{lore}\n\n[Continue the story.]\n\nfront"),
    ]
    second = assemble(after(first, story, out("It rings.")))
    assert contents(second) == [
        ("user", "Recent Story:"),
        ("assistant", "A bell."),
        ("user", lore),
        ("assistant", "It rings."),
        ("user", "[Continue the story.]\n\nfront"),
    ]
    # Heading and nudge are the last action's.
    assert second.report.required.tokens == second.report.required.elements[1].tokens + 1


def test_no_action_no_nudge() -> None:
    story = adventure(plot=PLOT, cards=(card("bell", pinned=True),))
    assembly = assemble(story)
    assert contents(assembly) == [
        ("system", "instructions\n\nessentials"),
        (
            "user",
            "Story Summary:\nsummary\n\n"
            '<lore id="bell">\nAbout bell.\n</lore>\n\n[Author\'s note: note]\n\nfront',
        ),
    ]
    assert assembly.standing is None


def test_classic_leaves_nothing_standing() -> None:
    story = adventure(do("go"))
    assembly = assemble(replace(story, settings=ContextSettings()))
    assert assembly.standing is None
    assert to_json(assembly.report)["standing"] is None


# --- what stands


def test_a_card_stays_where_it_entered_and_is_not_repeated() -> None:
    story = adventure(Action(ActionType.START, "Night."), do("a bell"), cards=(card("bell"), card("lamp")))
    first = assemble(story)
    second = assemble(after(first, story, out("The bell!"), do("a lamp and a bell")))
    assert contents(second)[:3] == contents(first)
    assert contents(second)[3:] == [
        ("assistant", "The bell!"),
        ("user", '<lore id="lamp">\nAbout lamp.\n</lore>\n\na lamp and a bell'),
    ]
    bell, lamp = second.report.cards.items
    assert (bell.id, bell.status, bell.position, bell.actions_ago, bell.uses) == (
        "bell",
        Status.KEPT,
        0,
        0,
        3,
    )
    assert (lamp.id, lamp.status, lamp.position) == ("lamp", Status.FULL, 1)
    assert second.report.cards.tokens == bell.tokens + lamp.tokens
    assert second.standing
    assert [(block.kind, block.id, block.before) for block in second.standing.blocks] == [
        (BlockKind.CARD, "bell", 1),
        (BlockKind.CARD, "lamp", 3),
    ]


def test_what_stands_counts_against_its_share() -> None:
    """The cards' share is 200; the bell takes 109 of it for as long as it stands."""
    cards = (card("bell", words(100)), card("lamp", words(100)), card("door", words(70)))
    story = adventure(do(words(540)), out("x"), do("bell"), context_tokens=807, cards=cards)
    first = assemble(story)
    more = [out("y")] * 4 + [do("lamp, door")]
    second = assemble(after(first, story, *more))
    assert second.report.cards.limit == first.report.cards.limit == 199
    assert statuses(second) == {"bell": Status.KEPT, "lamp": Status.NO_ROOM, "door": Status.FULL}


@pytest.mark.parametrize(
    "edited",
    [
        (),
        (card("bell", "Rung no more."),),
        (card("bell", enabled=False),),
    ],
)
def test_an_edit_takes_a_card_out_at_once(edited: tuple[StoryCard, ...]) -> None:
    story = adventure(Action(ActionType.START, "Night."), do("a bell"), cards=(card("bell"),))
    first = assemble(story)
    second = assemble(after(first, story, out("Silence."), do("wait"), cards=edited))
    assert "About bell." not in str(contents(second))
    assert contents(second)[:2] == contents(first)[:2]
    assert contents(second)[2] == ("user", "a bell")
    assert ("Rung no more." in contents(second)[-1][1]) == bool(edited and edited[0].enabled)


@pytest.mark.parametrize(
    ("memories", "bank"),
    [
        ((), True),
        ((Memory("m", "Another.", None, 0.9),), True),
        ((Memory("m", "A promise.", (3, 90), 0.9),), True),
        ((Memory("m", "A promise.", None, 0.9),), False),
    ],
)
def test_a_memory_that_is_no_longer_so_is_taken_out_at_once(memories: tuple[Memory, ...], bank: bool) -> None:
    story = adventure(do("go"), memories=(Memory("m", "A promise.", None, 0.9),))
    first = assemble(story)
    assert "A promise." in str(contents(first))
    settings = replace(story.settings, memory_bank=bank)
    second = assemble(after(first, story, out("x"), do("wait"), memories=memories, settings=settings))
    assert "A promise." not in str(contents(second))


def test_a_memory_stays_though_it_matters_less() -> None:
    memory = Memory("m", "A promise.", None, 0.9)
    story = adventure(do("go"), memories=(memory,))
    second = assemble(
        after(assemble(story), story, out("x"), do("wait"), memories=(replace(memory, relevance=0.0),))
    )
    assert [item.status for item in second.report.memories.items] == [Status.KEPT]
    assert str(contents(second)).count("A promise.") == 1


def test_a_changed_summary_comes_at_the_end() -> None:
    story = adventure(do("go"), plot=PLOT)
    first = assemble(story)
    second = assemble(after(first, story, out("x"), do("wait"), plot=replace(PLOT, summary="fresh")))
    assert contents(second)[1] == ("user", "Story Summary:\nsummary\n\nRecent Story:\n\ngo")
    assert (
        contents(second)[-1][1] == "wait\n\nUpdated Story Summary:\nfresh\n\n[Author's note: note]\n\nfront"
    )
    assert second.report.required.elements[5].text == "fresh"
    assert second.standing
    assert second.standing.summary == "summary"
    third = assemble(after(second, story, out("x"), do("wait"), plot=replace(PLOT, summary="")))
    assert "ummary" not in str(contents(third))


def test_a_retry_sends_the_same_bytes() -> None:
    story = adventure(do("bell"), cards=(card("bell"),))
    again = after(assemble(story), story, out("x"), do("wait"))
    assert to_json(assemble(again).report) == to_json(assemble(again).report)


def test_what_belongs_to_another_story_is_not_used() -> None:
    story = adventure(do("one"), out("two"), do("three"), plot=PLOT)
    far = assemble(story).standing
    assert far
    for standing in (replace(far, first=7), replace(far, context_tokens=1999)):
        assert contents(assemble(replace(story, standing=standing))) == contents(assemble(story))


# --- cutting back


def test_the_history_is_cut_back_in_one_step() -> None:
    """Each turn adds some 20 tokens of history; the share is about 245."""
    cards = (card("bell"), card("lamp"))
    lines = ["a bell", *[words(10)] * 24]
    story = adventure(Action(ActionType.START, words(9)), context_tokens=500, cards=cards)
    turns = play(story, lines)
    cuts = [place for place, turn in enumerate(turns) if turn.standing and turn.standing.cut]
    assert len(cuts) >= 1
    assert all(later - earlier > 4 for earlier, later in pairwise(cuts))
    cut = turns[cuts[0]]
    before = turns[cuts[0] - 1]
    assert statuses(before)["bell"] is Status.KEPT
    assert statuses(cut)["bell"] is Status.NOT_TRIGGERED
    # Nothing was cut while all fitted, and then half of the share is left.
    assert before.report.history.actions_included == before.report.history.actions_total
    assert before.report.total_tokens > 440
    assert cut.report.history.tokens <= cut.report.history.limit * 0.5
    assert cut.report.history.limit * 0.5 - cut.report.history.tokens < 30
    assert cut.standing
    assert cut.standing.first == cut.report.history.items[-1].index


def test_blocks_in_the_part_that_stays_stand_on() -> None:
    lines = [words(10)] * 40
    story = adventure(Action(ActionType.START, words(9)), context_tokens=500, cards=(card("bell"),))
    cut = next(n for n, turn in enumerate(play(story, lines)) if turn.standing and turn.standing.cut)
    lines[cut - 2] = "a bell"
    turns = play(story, lines)
    turn = next(turn for turn in turns[cut - 1 :] if turn.standing and turn.standing.cut)
    assert statuses(turn)["bell"] is Status.KEPT
    assert '<lore id="bell">\nAbout bell.\n</lore>\n\na bell' in [content for _, content in contents(turn)]


def test_the_summary_comes_to_the_front_when_the_history_is_cut_back() -> None:
    story = adventure(Action(ActionType.START, words(9)), context_tokens=500, plot=Plot(summary="old"))
    standing = None
    for _ in range(40):
        story = replace(story, actions=(*story.actions, do(words(10))), standing=standing)
        assembly = assemble(story)
        standing = assembly.standing
        story = replace(story, actions=(*story.actions, out(words(9))), plot=Plot(summary="new"))
        if standing and standing.cut:
            break
    assert contents(assembly)[0][1].startswith("Story Summary:\nnew\n\nRecent Story:")
    assert "Updated" not in str(contents(assembly))


def crowded(name: str = "") -> list[Assembly]:
    """A short story in which ever more cards of 100 tokens are used; their share holds four."""
    cards = tuple(card(f"bell{number}", words(90)) for number in range(20))
    story = adventure(do(words(1500)), *[out(words(9))] * 4, context_tokens=2100, cards=cards)
    return play(story, [f"bell{number}" for number in range(16)])


def test_a_full_share_is_renewed_early_but_not_soon_again() -> None:
    turns = crowded()
    cuts = [place for place, turn in enumerate(turns) if turn.standing and turn.standing.cut]
    assert len(cuts) >= 2
    assert all(later - earlier >= SETTLED for earlier, later in pairwise(cuts))
    early = next(
        place
        for place in cuts
        if turns[place].report.history.actions_included > turns[place - 1].report.history.actions_included
    )
    # The story stays, up to the first block it is the same, and what waited is in.
    assert statuses(turns[early])[f"bell{early}"] is Status.FULL
    assert Status.KEPT not in statuses(turns[early]).values()
    assert turns[early].report.cards.tokens <= turns[early].report.cards.limit // 2


def test_what_was_passed_over_comes_in_when_it_is_used_again() -> None:
    turns = crowded()
    early = next(
        place
        for place, turn in enumerate(turns)
        if turn.standing
        and turn.standing.cut
        and turn.standing.passed
        and Status.KEPT not in statuses(turn).values()
    )
    standing = turns[early].standing
    assert standing
    passed = [known.id for known in standing.passed]
    following = turns[early + 1]
    assert following.report.cards.limit - following.report.cards.tokens > 100
    assert {statuses(following)[name] for name in passed} <= {Status.NO_ROOM, Status.NOT_TRIGGERED}


# --- the end of a long story


@pytest.mark.parametrize("layout", list(Layout))
def test_the_end_of_a_story_is_enough(layout: Layout) -> None:
    actions = [do(words(10)) if number % 2 else out(f"bell {words(9)}") for number in range(101)]
    memories = (
        Memory("told", "x", (99, 99), 0.9),
        Memory("gone", "x", (3, 101), 0.9),
        Memory("m", "x", (3, 4), 0.5),
    )
    whole = adventure(*actions, context_tokens=500, cards=(card("bell"),), memories=memories)
    whole = replace(whole, settings=replace(whole.settings, layout=layout))
    for held, short in ((60, False), (20, True)):
        skipped = len(actions) - held
        end = replace(whole, actions=tuple(actions[skipped:]), skipped=skipped, skipped_told=skipped)
        assembly = assemble(end)
        assert assembly.short is short
        assert (to_json(assembly.report) == to_json(assemble(whole).report)) is not short
    assert not assemble(whole).short
    assert assemble(end).report.history.actions_total == 100
