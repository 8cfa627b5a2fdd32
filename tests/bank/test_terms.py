from __future__ import annotations

import pytest

from bot.bank.terms import COMMON_WEIGHT, asked_for, terms_of


def shared(query: str, text: str, language: str = "en") -> int:
    """How many of the query's terms the text holds."""
    held = frozenset().union(*terms_of(text, language))
    return sum(not held.isdisjoint(term) for term in asked_for(query, language))


@pytest.mark.parametrize(
    ("query", "text", "language", "count"),
    [
        ("Two dragons!", "a dragon's nest", "en", 1),
        ("an admirable man", "She admires men.", "en", 2),
        ("Отдай ключи Мире", "Мира нашла ключ.", "ru", 2),
        ("بحثا عن المفتاح والسيف", "وجد سيفه ومفتاحا", "ar", 2),
        ("巨龙的眼睛", "那条巨龙睡着了", "zh", 1),
        ("龙", "巨龙出现了", "zh", 1),
        ("巨龙", "巨人和小龙", "zh", 0),
        ("the dragon", "a dragonfly", "en", 0),
    ],
)
def test_a_query_shares_words_with_a_text(query: str, text: str, language: str, count: int) -> None:
    assert shared(query, text, language) == count


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Where were you, and why?", "en"),
        ("Почему он здесь, и что это?", "ru"),
        ("لماذا هو هنا، وفي ماذا؟", "ar"),
    ],
)
def test_function_words_ask_for_nothing(text: str, language: str) -> None:
    assert asked_for(text, language) == {}
    assert terms_of(text, language) == ()


@pytest.mark.parametrize(
    ("text", "language"), [("look tower", "en"), ("смотрю башня", "ru"), ("انظر برج", "ar")]
)
def test_common_verbs_count_less(text: str, language: str) -> None:
    assert list(asked_for(text, language).values()) == [COMMON_WEIGHT, 1.0]


def test_a_word_is_asked_for_once() -> None:
    assert len(asked_for("Gold, gold, more gold!", "en")) == 1


def test_characters_with_a_word_between_them_are_no_pair() -> None:
    assert asked_for("龙abc眼", "zh").keys().isdisjoint(asked_for("龙眼", "zh"))
