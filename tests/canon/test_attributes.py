from __future__ import annotations

import pytest

from bot.canon.attributes import read_attribute
from bot.canon.text import alike, language_of, occurs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("eye colour", "grey"), ("eyes", "hazel")),
        (("eye colour", "grey"), ("colour of the eyes", "hazel")),
        (("hair", "red"), ("hair colour", "black")),
        (("cloak", "woollen"), ("cloak", "green")),
        (("home town", "Fenmarch"), ("home", "Greywick")),
        (("craft", "smith"), ("profession", "healer")),
        (("цвет глаз", "серые"), ("глаза", "карие")),
        (("цвет волос", "русые"), ("волосы", "рыжие")),
        (("ремесло", "кузнец"), ("профессия", "лекарь")),
        (("لون العينين", "رماديتان"), ("عينا", "خضراوان")),
        (("لون الشعر", "أسود"), ("شعر", "أشقر")),
        (("الصنعة", "نساجة"), ("مهنة", "خزافة")),
        (("age", "30"), ("", "thirty years old")),
    ],
)
def test_one_attribute_in_two_wordings(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert read_attribute(*one).same(read_attribute(*other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("hair", "red"), ("hair", "long")),
        (("hair colour", "red"), ("eye colour", "red")),
        (("sword", "Dawn"), ("shield", "Dawn")),
        (("eye colour", "grey"), ("age", "30")),
        (("цвет глаз", "серые"), ("цвет волос", "серые")),
        (("لون الشعر", "بني"), ("لون المعطف", "بني")),
    ],
)
def test_two_attributes(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert not read_attribute(*one).same(read_attribute(*other))


@pytest.mark.parametrize(
    ("name", "text", "there"),
    [
        ("Мира", "Я отдаю меч Мире.", True),
        ("Мира", "Я зову Мирона.", False),
        ("Тихон", "Мы с Тихоном лезем на колокольню.", True),
        ("سهيل", "ألحق بسهيل.", True),
        ("Nerys", "I take Nerys's hand.", True),
        ("Captain Rowan", "The captain, Rowan", True),
        ("Captain Rowan", "Rowan, a captain", False),
        ("", "Mira", False),
    ],
)
def test_a_name_in_its_forms(name: str, text: str, there: bool) -> None:
    assert occurs(name, text) is there


def test_forms_of_values() -> None:
    assert alike("رماديتان", "رماديتين")
    assert alike("серые", "серый")
    assert not alike("grey", "grey cat")
    assert not alike("…", "…")


@pytest.mark.parametrize(
    ("text", "language"), [("Mira", "en"), ("Мира OOC", "ru"), ("ميرا", "ar"), ("12", "en")]
)
def test_the_language_is_that_of_most_letters(text: str, language: str) -> None:
    assert language_of(text) == language
