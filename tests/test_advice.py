"""What would make it fit: the sentences name what helps, and following them does help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings

from bot.advice import advice
from bot.context import assemble, to_json
from bot.errors import ContextOverflow
from bot.explain import all_fits
from bot.locale import Texts, load_texts, texts_for
from bot.story import Action, ActionType, Adventure, Plot, StoryCard
from bot.story.types import LANGUAGES
from tests.context import adventures
from tests.test_explain import report_of

ENGLISH = texts_for("en")
PASSAGE = Action(ActionType.OUTPUT, "Nothing happens here at all. " * 20)
BELL = Action(ActionType.OUTPUT, "The bell rings.")


def one(report: Mapping[str, Any], word: str) -> str:
    """The only sentence with that word in it."""
    (found,) = [sentence for sentence in advice(report, ENGLISH) if word in sentence]
    return found


def cards_in(report: Mapping[str, Any]) -> set[str]:
    return {item["title"] for item in report["cards"]["items"] if item["status"] in ("full", "kept")}


def in_a_long_story(cards: Sequence[StoryCard], context_tokens: int = 1000) -> dict[str, Any]:
    return report_of(cards=tuple(cards), actions=[PASSAGE] * 15 + [BELL], context_tokens=context_tokens)


def test_where_everything_fits_nothing_is_said() -> None:
    assert advice(report_of(), ENGLISH) == []


def test_history_says_where_the_narrators_knowledge_begins() -> None:
    first = Action(ActionType.START, "It began with a whale.")
    report = report_of(actions=[first, *[PASSAGE] * 9, BELL], context_tokens=700)
    said = one(report, "no longer reads")
    missing = report["history"]["actions_total"] - report["history"]["actions_included"]
    assert f"the oldest {missing} passages" in said
    assert "begins with “Nothing happens here at all." in said
    assert "/plot" in said
    # As much more as it says brings everything back.
    more = int(said.partition("About ")[2].partition(" tokens")[0].replace(",", ""))
    whole = report_of(actions=[first, *[PASSAGE] * 9, BELL], context_tokens=700 + more)
    assert all_fits(whole)
    assert more < 1000


def test_required_texts_say_how_far_the_narrator_reads_and_what_to_shorten() -> None:
    plot = Plot(instructions="Tell. " * 500, essentials="Be brief. " * 500, authors_note="Slowly.")
    report = report_of(plot=plot, context_tokens=600)
    said = one(report, "/plot")
    assert said.startswith("Plot essentials, AI instructions: there was not room for all of it")
    assert "only as far as “…" in said
    more = int(said.partition("allow about ")[2].partition(" tokens")[0].replace(",", ""))
    assert all_fits(report_of(plot=plot, context_tokens=600 + more))


def test_a_card_is_let_in_by_unpinning_one_that_nobody_speaks_of() -> None:
    pinned = StoryCard("1", "Rain", "It rains. " * 60, pinned=True)
    wanted = StoryCard("2", "Bell", "It is cracked. " * 30, ("bell",))
    report = in_a_long_story([pinned, wanted])
    assert cards_in(report) == {"Rain"}
    said = one(report, "story card was called for")
    assert "One story card was called for and did not fit: Bell (" in said
    assert (
        "“Bell” would come in if “Rain”, of which nobody speaks at the moment, were no longer pinned" in said
    )
    assert cards_in(in_a_long_story([wanted])) == {"Bell"}


def test_a_card_is_let_in_by_more_room() -> None:
    cards = [StoryCard(str(n), f"Bell {n}", f"It is cracked, {n}. " * 25, ("bell",)) for n in range(4)]
    report = in_a_long_story(cards)
    inside = cards_in(report)
    assert 0 < len(inside) < 4
    said = one(report, "were called for")
    assert f"{4 - len(inside)} story cards were called for and did not fit" in said
    assert "shorter" in said
    more = int(said.partition("with about ")[2].partition(" tokens")[0].replace(",", ""))
    assert len(cards_in(in_a_long_story(cards, 1000 + more))) > len(inside)
    more = int(
        said.partition("For all of them it would take about ")[2].partition(" tokens")[0].replace(",", "")
    )
    assert len(cards_in(in_a_long_story(cards, 1000 + more))) == 4


def test_a_card_that_is_larger_than_the_share_is_said_to_be() -> None:
    report = in_a_long_story([StoryCard("1", "Bell", "It is cracked. " * 300, ("bell",))])
    assert "“Bell” alone is larger than what all cards share" in one(report, "called for")


def test_the_setting_is_named() -> None:
    report = report_of(actions=[PASSAGE] * 9, context_tokens=700)
    assert "700 tokens here (QUESTSMITH_CONTEXT_TOKENS)" in advice(report, ENGLISH)[-1]


@pytest.mark.parametrize("texts", load_texts().values(), ids=LANGUAGES)
@given(adventure=adventures.adventures)
@settings(max_examples=25, deadline=None, derandomize=True)
def test_any_report_can_be_advised_on(texts: Texts, adventure: Adventure) -> None:
    try:
        report = to_json(assemble(adventure).report)
    except ContextOverflow:
        return
    said = advice(report, texts)
    assert bool(said) is not all_fits(report)
    assert len(said) <= 5
    assert all(sentence.strip() for sentence in said)
