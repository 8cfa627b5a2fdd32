"""The report in words: every status has its sentence, every section its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings

from bot.canon import Verdict
from bot.context import assemble, to_json
from bot.context.report import Status
from bot.errors import ContextOverflow
from bot.explain import Section, percent, plain, sections, summary, tokens, turn_line, usage
from bot.locale import Texts, load_texts, texts_for
from bot.store.records import TurnKind
from bot.story import Action, ActionType, Adventure, ContextSettings, Memory, Plot, StoryCard
from bot.story.types import LANGUAGES
from tests.context import adventures
from tests.test_prices import TURN

ENGLISH = texts_for("en")
every_language = pytest.mark.parametrize("texts", load_texts().values(), ids=LANGUAGES)


def report_of(**parts: Any) -> dict[str, Any]:
    """The report of a small story with these parts."""
    actions = parts.pop("actions", (Action(ActionType.START, "The bell rings. A gate opens."),))
    size = parts.pop("context_tokens", 1000)
    settings = ContextSettings(context_tokens=size, **parts.pop("settings", {}))
    return to_json(assemble(Adventure(actions=tuple(actions), settings=settings, **parts)).report)


def lines(report: Mapping[str, Any], name: str, texts: Texts = ENGLISH) -> tuple[str, ...]:
    """What is said below one section's heading."""
    section = next(section for section in sections(report, texts) if section.name == name)
    items = section.items if name in ("cards", "memories") else ()
    return tuple(item.line for item in items) or section.gist


def gist(report: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The section in a line or two."""
    return next(section.gist for section in sections(report, ENGLISH) if section.name == name)


def part(name: str, tokens: int, limit: int | None) -> Section:
    """A section of which only the numbers matter."""
    return Section(name, f"section-{name}", tokens, limit, "", (), ())


def test_a_card_says_whether_it_is_in_and_why() -> None:
    cards = (
        StoryCard("1", "Bell", "It is cracked.", ("bell",)),
        StoryCard("2", "Rain", "It rains.", pinned=True),
        StoryCard("3", "River", "It is deep.", ("river",)),
        StoryCard("4", "Gate", "It is open.", ("gate",), enabled=False),
        StoryCard("5", "", "", ("gate",)),
    )
    said = lines(report_of(cards=cards), "cards")
    assert sorted(said) == sorted(
        [
            said[0],
            said[1],
            "▫️ River — out: none of its triggers came up lately",
            "▫️ Gate — out: switched off",
            "▫️ 5 — out: its entry is empty",
        ]
    )
    assert said[0].startswith("✅ Rain — in, ")
    assert said[0].endswith(" tokens: pinned")
    assert said[1].startswith("✅ Bell — in, ")
    assert said[1].endswith(" tokens: “bell” came up in the last action")


def test_a_card_that_does_not_fit_names_its_trigger_and_its_cost() -> None:
    filler = [Action(ActionType.OUTPUT, "Nothing happens here at all. " * 20) for _ in range(9)]
    report = report_of(
        cards=(
            StoryCard("1", "Bell", "It is cracked. " * 200, ("bell",)),
            StoryCard("2", "Rain", "It rains. " * 200, pinned=True),
        ),
        actions=[*filler, Action(ActionType.OUTPUT, "The bell rings.")],
        context_tokens=500,
    )
    said = lines(report, "cards")
    assert {line.partition(" its ")[0] for line in said} == {
        "▫️ Bell — out: “bell” came up, but",
        "▫️ Rain — out: pinned, but",
    }
    assert all(line.endswith(" tokens do not fit any more") for line in said)
    assert "There is not room for everything." in summary(report, ENGLISH)


def test_history_tells_how_much_of_it_is_in() -> None:
    filler = [Action(ActionType.OUTPUT, "Nothing happens here at all. " * 20) for _ in range(9)]
    assert lines(report_of(), "history") == ("Nothing came before the last action.",)
    whole = report_of(actions=filler, context_tokens=5000)
    assert lines(whole, "history") == ("8 of 8 earlier passages, counted back from the newest.",)
    some = report_of(actions=filler, context_tokens=700)
    (said,) = lines(some, "history")
    assert said.startswith(f"{some['history']['actions_included']} of 8 earlier passages")
    assert "There is not room for everything." in summary(some, ENGLISH)
    assert "There is room for everything." in summary(whole, ENGLISH)


def test_required_texts_say_when_they_are_cut_or_left_out() -> None:
    plot = Plot(instructions="Tell. " * 500, essentials="Be brief. " * 500, authors_note="Slowly.")
    report = report_of(plot=plot, context_tokens=600)
    assert lines(report, "authors_note") == ()
    (cut,) = lines(report, "plot_essentials")
    elements = {element["name"]: element for element in report["required"]["elements"]}
    assert cut == f"cut at its end: {elements['plot_essentials']['missing']:,} tokens of it do not fit"
    del elements["plot_essentials"]["missing"]  # as reports were before there was this number
    assert lines(report, "plot_essentials") == ("cut at its end: not all of it fits",)
    assert lines(report, "instructions") == ("left out: there is no room for it",)
    left_out = next(section for section in sections(report, ENGLISH) if section.name == "instructions")
    assert left_out.tokens == 0
    assert "summary" not in [section.name for section in sections(report, ENGLISH)]


def test_memories_say_why() -> None:
    memories = (
        Memory("1", "A bell\nrang.", relevance=0.91),
        Memory("2", "It rained.", relevance=0.01),
        Memory("3", "", relevance=0.9),
        Memory("4", "It was undone.", actions=(7, 8), relevance=0.9),
    )
    said = lines(report_of(memories=memories), "memories")
    assert said[0].startswith("✅ A bell rang. — in, ")
    assert said[0].endswith(" tokens, relevance 91%")
    assert set(said[1:]) == {
        "▫️ It rained. — out: relevance 1% is too little",
        "▫️ 3 — out: it is empty",
        "▫️ It was undone. — out: what it tells was taken back · passages 8 to 9",
    }
    told = (
        Memory("canon:1", "The bell is of glass.", relevance=1),
        Memory("5", "A bell rang.", relevance=0.9, pinned=True, author="Ash"),
        Memory("story:6", "The bell cracks.", relevance=0.8, actions=(0, 5), raw=True),
    )
    fact, added, raw = lines(report_of(memories=told), "memories")
    assert fact.endswith(" · a fact that players have stated")
    assert added.endswith(" · pinned · added by Ash")
    # The only action of this story is its opening.
    assert raw.endswith(" · the story itself: its memory is not written yet · passages 1 to 6")
    old = report_of(memories=memories[:1])
    for item in old["memories"]["items"]:
        del item["pinned"], item["author"], item["raw"]
    assert lines(old, "memories") == said[:1]
    off = report_of(memories=memories[:1], settings={"memory_bank": False})
    assert lines(off, "memories") == ("▫️ A bell rang. — out: the memory bank is switched off",)


def test_records_of_the_canon_say_why() -> None:
    facts = (Memory("canon:1", "Mira is tall.", None, 0.9), Memory("canon:2", "Juno is old.", None, -1.0))
    verdicts = (
        (1, "recalled", "Mira is tall."),
        (2, "not_relevant", "Juno is old."),
        (3, "recalled", "Describe meals."),
        (4, "superseded", "Mira is short."),
    )
    report = report_of(memories=facts) | {
        "canon": [{"id": number, "status": status, "text": text} for number, status, text in verdicts]
    }
    first, *others = lines(report, "memories")
    assert first.startswith("✅ Mira is tall. — in, ")
    assert others == [
        "▫️ Juno is old. — out: nobody spoke of it lately",
        "✅ Describe meals. — in: a wish; it stands in the AI instructions",
        "▫️ Mira is short. — out: a later correction says otherwise",
    ]
    assert gist(report, "memories")[0] == "✅ 1 in"


@every_language
def test_every_verdict_has_its_sentence_in_every_language(texts: Texts) -> None:
    canon = [{"id": number, "status": verdict.value, "text": "x"} for number, verdict in enumerate(Verdict)]
    said = lines(report_of() | {"canon": canon}, "memories", texts)
    assert len(set(said)) == len(Verdict)
    assert not any(verdict.value in line for verdict in Verdict for line in said if "_" in verdict.value)


@every_language
def test_what_there_is_none_of_is_said(texts: Texts) -> None:
    report = report_of()
    assert lines(report, "cards", texts) == (texts("card-count", count=0),)
    assert lines(report, "memories", texts) == (texts("context-memories-none"),)


@every_language
@pytest.mark.parametrize("status", Status)
def test_every_status_has_its_sentence_in_every_language(texts: Texts, status: Status) -> None:
    report = report_of(
        cards=(StoryCard("1", "Bell", "It is cracked.", ("bell",)),),
        memories=(Memory("1", "A bell rang.", relevance=0.9),),
    )
    required = {Status.FULL, Status.TRIMMED, Status.NO_ROOM, Status.ABSENT}
    card = required - {Status.TRIMMED} | {
        Status.KEPT,
        Status.NOT_TRIGGERED,
        Status.DISABLED,
        Status.BAD_TRIGGER,
    }
    memory = set(Status) - {Status.TRIMMED, *card} | {Status.FULL, Status.KEPT, Status.NO_ROOM, Status.ABSENT}
    if status in required:
        report["required"]["elements"][0]["status"] = status.value
    if status in card:
        report["cards"]["items"][0]["status"] = status.value
    if status in memory:
        report["memories"]["items"][0]["status"] = status.value
    assert all(line.strip() for line in plain(report, texts))


def test_a_limit_that_does_not_bind_is_not_named() -> None:
    assert tokens(part("cards", 367, 219), ENGLISH) == "367 tokens"
    assert tokens(part("cards", 219, 219), ENGLISH) == "219 of at most 219 tokens"
    assert tokens(part("summary", 1, None), ENGLISH) == "one token"


def test_the_summary_says_when_the_numbers_are_an_estimate() -> None:
    exact = report_of(settings={"tokenizer": "o200k_base"})
    assert "estimate" not in summary(exact, ENGLISH)
    assert f"{exact['total_tokens']} of 1,000 tokens are used (" in summary(exact, ENGLISH)
    assert "estimate" in summary(report_of(settings={"tokenizer": "unheard-of"}), ENGLISH)


def test_long_names_and_line_breaks_are_shortened() -> None:
    long = StoryCard("1", "T" * 100, "Entry.", ("bell" + "l" * 500,))
    action = Action(ActionType.START, long.triggers[0])
    (said,) = lines(report_of(cards=(long,), actions=(action,)), "cards")
    assert len(said) < 200
    assert "\n" not in said


@pytest.mark.parametrize(
    ("part", "whole", "shown"), [(0, 10, 0), (1, 1000, 1), (5, 10, 50), (10, 10, 100), (1, 0, 0)]
)
def test_something_is_never_shown_as_nothing(part: int, whole: int, shown: int) -> None:
    assert percent(part, whole) == shown


@every_language
@given(adventure=adventures.adventures)
@settings(max_examples=25, deadline=None, derandomize=True)
def test_any_report_can_be_said_and_its_sections_add_up(texts: Texts, adventure: Adventure) -> None:
    try:
        report = to_json(assemble(adventure).report)
    except ContextOverflow:
        return
    assert sum(section.tokens for section in sections(report, texts)) == report["total_tokens"]
    assert all(line.strip() for line in plain(report, texts))


def test_what_stands_from_an_earlier_turn_is_in() -> None:
    bell = StoryCard("1", "Bell", "It is cracked.", ("bell",))
    report = report_of(cards=(bell,), memories=(Memory("1", "A bell rang.", relevance=0.9),))
    size = report["cards"]["items"][0]["tokens"]
    report["cards"]["items"][0]["status"] = "kept"
    report["memories"]["items"][0]["status"] = "kept"
    used = "“bell” came up in the last action, and it was there already"
    assert lines(report, "cards") == (f"✅ Bell — in, {size} tokens: {used}",)
    assert lines(report, "memories")[0].endswith(" tokens: still there from an earlier turn")
    assert gist(report, "cards") == ("✅ Bell",)
    report["cards"]["items"][0] |= {"trigger": None, "actions_ago": None}
    assert lines(report, "cards") == (f"✅ Bell — in, {size} tokens: still there from an earlier turn",)
    report["cards"]["items"][0]["pinned"] = True
    assert lines(report, "cards") == (f"✅ Bell — in, {size} tokens: pinned",)


@every_language
def test_a_status_of_another_version_is_told_as_it_is(texts: Texts) -> None:
    report = report_of(
        cards=(StoryCard("1", "Bell", "It is cracked.", ("bell",)),),
        memories=(Memory("1", "A bell rang.", relevance=0.9),),
    )
    report["cards"]["items"][0]["status"] = report["memories"]["items"][0]["status"] = "superseded_by"
    for name in ("cards", "memories"):
        (line,) = lines(report, name, texts)
        assert "superseded_by" in line
        assert line.startswith("▫️ ")
    assert "1 out for other reasons" in gist(report, "cards")[0]


def test_a_gist_names_what_is_in_and_counts_what_is_out() -> None:
    cards = [StoryCard(str(n), f"Bell {n}", "It is cracked.", ("bell",)) for n in range(8)]
    cards += [
        StoryCard("9", "River", "It is deep.", ("river",)),
        StoryCard("10", "Off", "Off.", enabled=False),
    ]
    assert gist(report_of(cards=tuple(cards)), "cards") == (
        "✅ Bell 0, Bell 1, Bell 2, Bell 3, Bell 4, Bell 5 … and 2 more",
        "▫️ 1 not mentioned lately · 1 switched off",
    )


def test_every_item_has_its_text() -> None:
    plot = Plot(instructions="Tell.", authors_note="Slowly.")
    actions = [Action(ActionType.START, "It began."), Action(ActionType.OUTPUT, "It went on.")]
    shown = {section.name: section for section in sections(report_of(plot=plot, actions=actions), ENGLISH)}
    assert [item.text for item in shown["instructions"].items] == ["Tell."]
    assert [item.text for item in shown["last_action"].items] == ["It went on."]
    (passage,) = shown["history"].items
    assert passage.text == "It began."
    assert passage.line.startswith("✅ One passage before the last action — in whole, ")


@pytest.mark.parametrize(
    ("cached", "cost", "said"),
    [
        (None, None, ["gpt counted 2,000 tokens of prompt and 100 of answer."]),
        (
            1500,
            Decimal("0.000384"),
            [
                "gpt counted 2,000 tokens of prompt, 1,500 of them already in its cache (75%), "
                "and 100 of answer.",
                "This turn cost about $0.00038.",
            ],
        ),
        (
            0,
            Decimal(0),
            [
                "gpt counted 2,000 tokens of prompt, 0 of them already in its cache (0%), and 100 of answer.",
                "This turn was free: the narrator runs on this machine.",
            ],
        ),
    ],
)
def test_what_the_provider_counted(cached: int | None, cost: Decimal | None, said: list[str]) -> None:
    turn = replace(TURN, model="gpt", prompt_tokens=2000, reply_tokens=100, cached_tokens=cached)
    assert usage(turn, cost, ENGLISH) == said


def test_nothing_is_said_where_the_provider_counted_nothing() -> None:
    assert usage(replace(TURN, prompt_tokens=None, reply_tokens=None), None, ENGLISH) == []


def test_prices_are_written_as_the_language_writes_numbers() -> None:
    assert usage(TURN, Decimal("0.0042"), texts_for("ru"))[-1] == "Этот ход стоил примерно 0,0042 $."


def test_a_turn_is_named_by_its_number_and_its_words() -> None:
    turn = replace(TURN, id=12345, author_name="Ash", text="open\nthe door " + "x" * 100)
    assert turn_line(turn, ENGLISH).startswith("Turn #12345, Ash: open the door xxx")
    assert turn_line(turn, ENGLISH).endswith("x…")
    assert turn_line(replace(turn, kind=TurnKind.CONTINUE, text=""), ENGLISH).endswith("Ash: Continue")
    assert turn_line(replace(turn, kind=TurnKind.RETRY, text=""), ENGLISH).endswith("Ash: Retry")
