from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.errors import ScenarioError, UnknownScenario
from bot.paths import DATA
from bot.scenarios import DEFAULT_SCENARIO, Scenario, load_scenarios
from bot.story import ActionType, MatchMode
from bot.story.types import LANGUAGES

SHIPPED = load_scenarios()
EVERY = [SHIPPED.get(id_, language) for id_ in SHIPPED.ids for language in LANGUAGES]
every_scenario = pytest.mark.parametrize("scenario", EVERY, ids=lambda s: f"{s.id}-{s.language}")

GOOD = """
title = "A title"
description = "A description"
mode = "say"
instructions = "Tell."
essentials = "You are Ash."
opening = \"\"\"
You wait.

It rains.
\"\"\"

[[cards]]
id = "door"
title = "Door"
type = "item"
triggers = ["door", " gate "]
match = "substring"
entry = "A door."

[[cards]]
id = "sky"
title = "Sky"
pinned = true
entry = "A sky."
"""


def write(folder: Path, text: str | bytes, name: str = "tale/en.toml") -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def words(text: str) -> set[str]:
    """Every run of letters, as the simplest matcher would see them."""
    return set(re.findall(r"\w+", re.sub("[\u064b-\u0652]", "", text).casefold()))


def test_every_shipped_file_is_read_in_every_language() -> None:
    assert SHIPPED.problems == []
    assert "lantern" in SHIPPED.ids
    assert len(SHIPPED.ids) == 3
    files = sorted(path.relative_to(DATA / "scenarios") for path in (DATA / "scenarios").glob("*/*"))
    assert files == sorted(Path(id_, f"{language}.toml") for id_ in SHIPPED.ids for language in LANGUAGES)
    assert [(s.id, s.language) for s in EVERY] == [
        (i, language) for i in SHIPPED.ids for language in LANGUAGES
    ]


@every_scenario
def test_a_shipped_scenario_has_the_same_cards_in_every_language(scenario: Scenario) -> None:
    english = SHIPPED.get(scenario.id, "en")
    assert [(c.id, c.match, c.pinned) for c in scenario.cards] == [
        (c.id, c.match, c.pinned) for c in english.cards
    ]
    # The types are words of the language, each for one of the English ones.
    types = [(card.type, other.type) for card, other in zip(scenario.cards, english.cards, strict=True)]
    assert len(set(types)) == len({own for own, _ in types}) == len({other for _, other in types})
    assert 8 <= len(scenario.cards) <= 10
    assert sum(card.pinned for card in scenario.cards) <= 1


@every_scenario
def test_a_shipped_opening_calls_for_at_least_two_cards(scenario: Scenario) -> None:
    opening = words(scenario.opening)
    called = [c.id for c in scenario.cards if any(words(trigger) <= opening for trigger in c.triggers)]
    assert len(called) >= 2, called


@every_scenario
def test_a_shipped_scenario_is_written_in_its_script_and_to_its_limits(scenario: Scenario) -> None:
    letters = {"en": "[a-z]", "ru": "[а-яё]", "ar": "[\u0621-\u064a]"}[scenario.language]
    plot = scenario.plot
    texts = [scenario.title, scenario.description, plot.instructions, plot.essentials, plot.authors_note]
    for text in [*texts, scenario.opening, *(card.entry for card in scenario.cards)]:
        found = re.findall(r"[^\W\d_]", text.casefold())
        assert all(re.fullmatch(letters, letter) for letter in found), text
        assert len(found) > 5
        if scenario.language == "ar":
            assert not set(text) & set("?,;")
    assert len(scenario.description) <= 100
    assert scenario.opening.count("\n\n") == 1
    assert 60 <= len(scenario.opening.split()) <= 120
    assert scenario.mode is ActionType.DO


@every_scenario
def test_a_shipped_entry_is_short(scenario: Scenario) -> None:
    for card in scenario.cards:
        assert 20 <= len(card.entry.split()) <= 60, card.id
        assert len(re.findall(r"[.!?؟]+(?=[»\"”]*(?:\s|$))", card.entry)) <= 5, card.id
        assert len(set(map(str.casefold, card.triggers))) == len(card.triggers) >= 3, card.id


def test_a_file_becomes_a_scenario(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    scenario = load_scenarios(tmp_path).get("tale", "en")
    assert (scenario.id, scenario.language, scenario.title) == ("tale", "en", "A title")
    assert scenario.mode is ActionType.SAY
    assert scenario.opening == "You wait.\n\nIt rains."
    assert (scenario.plot.instructions, scenario.plot.essentials) == ("Tell.", "You are Ash.")
    assert (scenario.plot.summary, scenario.plot.authors_note) == ("", "")
    door, sky = scenario.cards
    assert (door.id, door.type, door.triggers) == ("door", "item", ("door", " gate "))
    assert door.match is MatchMode.SUBSTRING
    assert (sky.triggers, sky.match, sky.pinned) == ((), MatchMode.FORMS, True)


def test_another_language_falls_back_to_english_then_to_what_there_is(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    write(tmp_path, GOOD.replace("A title", "Заглавие"), "tale/ru.toml")
    write(tmp_path, GOOD.replace("A title", "Только"), "alone/ru.toml")
    scenarios = load_scenarios(tmp_path)
    assert scenarios.ids == ("alone", "tale")
    assert scenarios.get("tale", "ru").title == "Заглавие"
    assert scenarios.get("tale", "ar").language == "en"
    assert scenarios.get("alone", "ar").language == "ru"
    assert [s.language for s in scenarios.all("en")] == ["ru", "en"]


def test_an_unknown_scenario_is_told_with_the_known_ones(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    with pytest.raises(UnknownScenario) as caught:
        load_scenarios(tmp_path).get("tail", "en")
    assert caught.value.values == {"name": "tail", "known": "tale"}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('title = "A title"', "title = A title", "line 2"),
        ('description = "A description"', "", "description: Field required"),
        ('"A description"', '"' + "d" * 101 + '"', "description: String should have at most 100"),
        ("You wait.\n\nIt rains.\n", " ", "opening: String should have at least 1"),
        ('essentials = "', 'essential = "', "essential: Extra inputs"),
        ('mode = "say"', 'mode = "continue"', "mode: Input should be 'do', 'say' or 'story'"),
        ('"A title"', "7", "title: Input should be a valid string"),
        ('"substring"', '"stems"', "cards 1 match: Input should be 'forms', 'exact', 'substring' or 'regex'"),
        ('["door", " gate "]', "[]", "cards 1: A card without triggers must be pinned"),
        ('["door", " gate "]', '["door", " "]', "cards 1 triggers 2: String should match"),
        ('entry = "A sky."', "", "cards 2 entry: Field required"),
        ("pinned = true", 'pinned = "true"', "cards 2 pinned: Input should be a valid boolean"),
        ('id = "sky"', 'id = "door"', "Two cards have the id door"),
    ],
)
def test_a_broken_file_is_a_problem_with_one_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in GOOD
    write(tmp_path, GOOD.replace(old, new, 1))
    write(tmp_path, GOOD, "other/en.toml")
    scenarios = load_scenarios(tmp_path)
    assert scenarios.ids == ("other",)
    (problem,) = scenarios.problems
    assert isinstance(problem, ScenarioError)
    assert problem.values["file"] == "tale/en.toml"
    assert reason in str(problem.values["reason"])
    assert "\n" not in str(problem.values["reason"])


def test_who_wants_a_broken_scenario_is_told_what_is_broken(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    write(tmp_path, "title = A title", "tale/ru.toml")
    write(tmp_path, "title = A title", "alone/ar.toml")
    write(tmp_path, GOOD, "other/fr.toml")
    scenarios = load_scenarios(tmp_path)
    for wanted, language, file in (
        ("tale", "ru", "tale/ru.toml"),
        ("alone", "ar", "alone/ar.toml"),
        ("alone", "en", "alone/ar.toml"),
        ("other", "en", "other/fr.toml"),
    ):
        for _ in range(2):
            with pytest.raises(ScenarioError) as caught:
                scenarios.get(wanted, language)
            assert caught.value.values["file"] == file
    # The language that can be read is not hidden by the one that cannot.
    assert scenarios.get("tale", "en").title == "A title"
    assert scenarios.get("tale", "ar").language == "en"
    assert [scenario.id for scenario in scenarios.all("en")] == ["tale"]
    assert scenarios.all("ru") == ()
    with pytest.raises(UnknownScenario):
        scenarios.get("al", "en")


def test_the_default_scenario_is_there() -> None:
    assert DEFAULT_SCENARIO in SHIPPED.ids


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("tale/en.toml", GOOD.replace("You", "Дом").encode("cp1251"), "the file is not UTF-8"),
        ("tale/fr.toml", GOOD.encode(), "the language is not one of en, ru, ar"),
    ],
)
def test_a_file_that_is_none_of_ours_is_a_problem(
    tmp_path: Path, name: str, text: bytes, reason: str
) -> None:
    write(tmp_path, text, name)
    scenarios = load_scenarios(tmp_path)
    assert scenarios.ids == ()
    assert [problem.values for problem in scenarios.problems] == [{"file": name, "reason": reason}]


def test_a_folder_that_cannot_be_read_as_a_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "tale" / "en.toml").mkdir(parents=True)
    (problem,) = load_scenarios(tmp_path).problems
    assert problem.values == {"file": "tale/en.toml", "reason": "Is a directory"}


def test_a_folder_without_scenarios_holds_none(tmp_path: Path) -> None:
    scenarios = load_scenarios(tmp_path / "nothing")
    assert (scenarios.ids, scenarios.all("en"), scenarios.problems) == ((), (), [])


def test_a_cards_type_is_a_word_of_its_language() -> None:
    # Who reads only Russian or Arabic sees it in /card list.
    for language in ("ru", "ar"):
        for scenario in SHIPPED.all(language):
            for card in scenario.cards:
                assert not card.type.isascii(), (language, scenario.id, card.title)
