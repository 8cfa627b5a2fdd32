from __future__ import annotations

import unicodedata

import pytest

from bot.shaping import visual


def letters(text: str) -> str:
    """The plain letters behind presentation forms."""
    return unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("سلام", "\ufee1\ufefc\ufeb3"),  # seen initial, lam-alef final, meem isolated
        ("باب", "\ufe8f\ufe8e\ufe91"),  # beh initial, alef final, beh isolated
        ("ماء", "\ufe80\ufe8e\ufee3"),  # hamza joins nothing
        ("بـ", "\u0640\ufe91"),  # tatweel joins
        ("بَاب", "\ufe8f\ufe8e\ufe91"),  # the vowel mark is dropped
    ],
)
def test_letters_take_the_form_that_their_neighbours_call_for(text: str, drawn: str) -> None:
    assert visual(text, "rtl") == drawn


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("باب 1,024", "1,024 باب"),
        ("3 من 12", "12 من 3"),
        ("12.5%", "12.5%"),
        ("باب (SmolLM2 135M)", "(SmolLM2 135M) باب"),
        ("«باب»", "«باب»"),
        ("باب…", "…باب"),
    ],
)
def test_numbers_and_latin_words_keep_their_direction_in_an_arabic_line(text: str, drawn: str) -> None:
    turned = letters(visual(text, "rtl")).replace("...", "…")
    assert turned == drawn.replace("باب", "باب"[::-1]).replace("من", "من"[::-1])


def test_an_arabic_phrase_is_turned_in_a_latin_line() -> None:
    turned = "باب من"[::-1]
    assert letters(visual("Card باب من: 12 tokens", "ltr")) == f"Card {turned}: 12 tokens"


@pytest.mark.parametrize("text", ["", "Context", "Контекст: 1 024", "(a) «b» 5%"])
def test_a_line_without_arabic_stays_as_it_is(text: str) -> None:
    assert visual(text, "ltr") == text
