"""Trying a text: which cards come up, by which word, and why not the others."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.locale import Texts, load_texts
from bot.story import MatchMode, StoryCard
from bot.story.types import LANGUAGES
from bot.trial import Outcome, Trial, try_text

EXACT = MatchMode.EXACT


def card(
    *triggers: str,
    match: MatchMode = MatchMode.FORMS,
    entry: str = "Entry.",
    pinned: bool = False,
    enabled: bool = True,
) -> StoryCard:
    return StoryCard("1", "Title", entry, triggers, match=match, pinned=pinned, enabled=enabled)


def tried(card: StoryCard, text: str, language: str = "en") -> tuple[Outcome, str, str]:
    (trial,) = try_text([card], text, language)
    return trial.outcome, trial.trigger, trial.word


@pytest.mark.parametrize(
    ("story_card", "text", "expected"),
    [
        (card("gate", "dragon"), "Two dragons circle.", (Outcome.HIT, "dragon", "dragons")),
        (card(pinned=True), "Nothing.", (Outcome.PINNED, "", "")),
        (card("gate", pinned=True), "A gate.", (Outcome.HIT, "gate", "gate")),
        (card("gate", enabled=False), "A gate.", (Outcome.DISABLED_HIT, "gate", "gate")),
        (card("gate", enabled=False), "A door.", (Outcome.DISABLED, "", "")),
        (card("gate", entry=" "), "A gate.", (Outcome.EMPTY, "", "")),
        (card(), "A gate.", (Outcome.NO_TRIGGERS, "", "")),
        (card("door", match=EXACT), "Two doors.", (Outcome.FORM, "door", "doors")),
        (card("dragon"), "a dragonfly", (Outcome.INSIDE, "dragon", "dragonfly")),
        (card("old dragon"), "the bold dragons flew", (Outcome.INSIDE, "old dragon", "bold dragons")),
        (card("gate", "lantern"), "a lantren", (Outcome.SPELLING, "lantern", "lantren")),
        (card("harbour"), "the harbor", (Outcome.SPELLING, "harbour", "harbor")),
        (card("cat"), "a can", (Outcome.NONE, "", "")),
        (card("(", match=MatchMode.REGEX), "(", (Outcome.BAD, "(", "")),
        (card("dr.gon", match=MatchMode.REGEX), "a dragon", (Outcome.HIT, "dr.gon", "dragon")),
        (card("gate"), "", (Outcome.NONE, "", "")),
    ],
)
def test_what_comes_of_a_card(story_card: StoryCard, text: str, expected: tuple[Outcome, str, str]) -> None:
    assert tried(story_card, text) == expected


def test_words_are_found_in_any_form_of_the_adventures_language() -> None:
    assert tried(card("Мира"), "отдай это Мире", "ru") == (Outcome.HIT, "Мира", "мире")
    assert tried(card("ملك"), "جاء الملك", "ar") == (Outcome.HIT, "ملك", "الملك")


def test_what_comes_up_comes_first_and_every_card_is_told() -> None:
    cards = [card("zebra"), card(pinned=True), card("gate"), card("gaet")]
    trials = try_text(cards, "The gate.", "en")
    assert [trial.outcome for trial in trials] == [
        Outcome.HIT,
        Outcome.PINNED,
        Outcome.SPELLING,
        Outcome.NONE,
    ]
    assert [trial.outcome.comes_up for trial in trials] == [True, True, False, False]


@pytest.mark.parametrize("texts", load_texts().values(), ids=LANGUAGES)
@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_has_its_sentence(texts: Texts, outcome: Outcome) -> None:
    line = Trial(card("t" * 500), outcome, "g" * 500, "w" * 500).line(texts)
    assert line
    assert len(line) < 400


@given(
    triggers=st.lists(st.text(max_size=20), max_size=5),
    text=st.text(max_size=200),
    mode=st.sampled_from(MatchMode),
)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_anything_can_be_tried(triggers: list[str], text: str, mode: MatchMode) -> None:
    (trial,) = try_text([card(*triggers, match=mode)], text, "en")
    assert trial.outcome in Outcome
