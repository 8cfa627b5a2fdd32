from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.context.normal import normalise
from bot.context.regexes import MOST_PATTERNS
from bot.context.triggers import BadTrigger, TriggerIndex, Uses, check_triggers, count_uses
from bot.errors import CardInvalid
from bot.locale import texts_for
from bot.story import MatchMode
from bot.story.cards import TRIGGER_LIMIT, TRIGGERS_MOST, split_triggers
from bot.story.types import LANGUAGES

CASES = [
    json.loads(line)
    for name in ("triggers.jsonl", "more_triggers.jsonl")
    for line in Path(__file__).with_name(name).read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_prepared_cases(case: dict[str, Any]) -> None:
    uses = count_uses(MatchMode(case["mode"]), case["trigger"], case["text"], case["language"])
    assert (uses > 0) == case["match"]


@pytest.mark.parametrize(
    ("trigger", "text", "uses"),
    [
        ("dragon", "a dragonfly", 0),
        ("dragon", "Dragon, dragon; DRAGON!", 3),
        ("AI", "she said it was fair", 0),
        ("Em", "tell Them", 0),
        ("old dragon", "the old\n dragon and the bold dragon", 1),
        ("old dragon", "old, grey dragon", 0),
        ("silver key", "a silver **key**", 1),
        ("café", "at the CAFE\u0301 today", 1),
        ("Straße", "STRASSE 5", 1),
        ("кот", "Он, который ушёл", 0),
        ("Алёна", "Алена ушла", 1),
        ("أمير", "جاء الامير امير", 1),
        ("ساحر", "قال سَاحِــرٌ", 1),
        ("על", "עַל", 1),
        ("Corwin", "Cor\u00adwin and \u200bCorwin\u200b", 2),
        ("İlkay", "ilkay", 1),
        ("O'Malley", "O’Malley", 1),
        ("don", "I don't", 0),
        ("#hello", "say #hello now", 1),
        ("#hello", "say hello now, ##hello, a#hello", 2),
        ("#hello", "#hellos", 0),
        ("C++", "C++, c++ and C", 2),
        ("🔥", "🔥🔥", 2),
        ("Gate 7", "Gate 77, Gate 7.5", 0),
        ("龙", "巨龙出现了，龙！", 2),
        ("火竜", "火、竜", 0),
        ("火竜", "水竜が火を消した。", 0),
        ("AI", "这个AI很聪明", 1),
        ("แม", "แม่วางจานลง", 0),
        ("basilisk", "_Basilisk_, she mouths.", 1),
        ("old old", "old old old", 1),
        ("", "anything", 0),
        (" \u200b ", "anything", 0),
    ],
)
def test_words(trigger: str, text: str, uses: int) -> None:
    assert count_uses(MatchMode.EXACT, trigger, text, "en") == uses
    assert count_uses(MatchMode.FORMS, trigger, text, "en") >= uses


@pytest.mark.parametrize(
    ("trigger", "text", "uses"),
    [
        ("elf", "the shelf, an ELF", 2),
        (" elf ", "an elf here", 1),
        (" elf", "shelf", 0),
        ("aa", "aaaa", 2),
        ("   ", "a    b", 0),
        ("", "anything", 0),
    ],
)
def test_substrings(trigger: str, text: str, uses: int) -> None:
    assert count_uses(MatchMode.SUBSTRING, trigger, text, "en") == uses


TABLE = [  # of context.md, section 4
    ("dragon", "Two dragons circle.", 1),
    ("dragon", "a dragonfly", 0),
    ("AI", "she said it was fair", 0),
    ("Em", "tell Them", 0),
    ("old dragon", "the bold dragons flew", 0),
    ("old dragon", "The old dragons slept", 1),
    ("кот", "Она гладит кота.", 1),
    ("кот", "Он, который ушёл", 0),
    ("Мира", "отдай это Мире", 1),
    ("ملك", "جاء الملك", 1),
    ("سيف", "حمل سيفه والسيف الآخر", 2),
    ("café", "at the CAFÉ today", 1),
    ("Straße", "STRASSE 5", 1),
    ("龙", "巨龙出现了", 1),
    ("#hello", "say #hello now", 1),
]


@pytest.mark.parametrize(("trigger", "text", "uses"), TABLE)
@pytest.mark.parametrize("language", ["en", "ru", "ar", "unheard-of"])
def test_the_table(language: str, trigger: str, text: str, uses: int) -> None:
    assert count_uses(MatchMode.FORMS, trigger, text, language) == uses


def test_uses_of_several_triggers_add_up_and_the_first_is_named() -> None:
    index = TriggerIndex(
        [
            (MatchMode.EXACT, ("bell", "Tower", "tower", "TOWER ")),
            (MatchMode.SUBSTRING, ("owe", "OWE")),
            (MatchMode.EXACT, ("lamp",)),
            (MatchMode.FORMS, ("lamp", "tall Tower", "tower")),
            (MatchMode.REGEX, ("[tb]ell", r"\bt\w+")),
        ],
        "en",
    )
    assert index.uses("The tower. A bell in the TALL  towers.") == {
        0: Uses(2, 0, "bell"),
        1: Uses(2, 0, "owe"),
        3: Uses(3, 1, "tall towers"),
        4: Uses(6, 0, "bell"),
    }
    assert index.uses("The tower.") == {
        0: Uses(1, 1, "tower"),
        1: Uses(1, 0, "owe"),
        3: Uses(1, 2, "tower"),
        4: Uses(2, 1, "The"),
    }
    assert index.uses("Nothing.") == {}


def test_the_language_chooses_the_stemmer_of_its_script() -> None:
    assert count_uses(MatchMode.FORMS, "Wolf", "Die Wölfe heulen.", "de") == 1
    assert count_uses(MatchMode.FORMS, "dragão", "Dois dragões.", "pt-BR") == 1
    assert count_uses(MatchMode.FORMS, "Wolf", "Die Wölfe heulen.", "en") == 0
    assert count_uses(MatchMode.FORMS, "дракон", "Die Wölfe und драконы.", "de") == 1


def test_many_and_long_triggers() -> None:
    many = TriggerIndex([(MatchMode.FORMS, tuple(f"word{number}" for number in range(10_000)))], "en")
    assert many.uses("word77 and word9999") == {0: Uses(2, 77, "word77")}
    long = " ".join(f"word{number}" for number in range(2_000))
    assert count_uses(MatchMode.FORMS, long, f"So {long}.", "en") == 1
    assert count_uses(MatchMode.FORMS, long, "word0 word1 word2", "en") == 0
    assert count_uses(MatchMode.FORMS, "ы" * 10_000, "ы" * 10_000, "ru") == 1


def test_a_bad_pattern_stops_its_card_only() -> None:
    index = TriggerIndex(
        [
            (MatchMode.REGEX, ("bell", "(bell", "lamp")),
            (MatchMode.REGEX, ("bell", " ", "")),
            (MatchMode.REGEX, ("(?=bell)",)),
        ],
        "en",
    )
    assert index.uses("A bell.") == {1: Uses(1, 0, "bell")}
    assert {card: bad.place for card, bad in index.bad.items()} == {0: 1, 2: 0}
    assert "missing )" in index.bad[0].reason


def test_patterns_beyond_the_most_are_not_used() -> None:
    cards = [(MatchMode.REGEX, (rf"bell{number}\b",)) for number in range(MOST_PATTERNS + 1)]
    index = TriggerIndex(cards, "en")
    assert index.bad == {MOST_PATTERNS: BadTrigger(0, "")}
    assert set(index.uses("bell0 bell200")) == {0}


@pytest.mark.parametrize(
    ("mode", "triggers", "reason"),
    [
        (MatchMode.FORMS, ["bell"] * (TRIGGERS_MOST + 1), "too-many"),
        (MatchMode.FORMS, ["b" * (TRIGGER_LIMIT + 1)], "too-long"),
        (MatchMode.REGEX, ["bell", "(bell"], "pattern"),
        (MatchMode.REGEX, ["b*"], "pattern"),
        (MatchMode.REGEX, ["(b)\\1"], "pattern"),
    ],
)
def test_what_a_card_cannot_be_saved_with(mode: MatchMode, triggers: list[str], reason: str) -> None:
    with pytest.raises(CardInvalid) as caught:
        check_triggers(mode, triggers)
    assert (caught.value.values["field"], caught.value.values["reason"]) == ("triggers", reason)
    for language in LANGUAGES:
        assert texts_for(language).error(caught.value)


def test_what_a_card_can_be_saved_with() -> None:
    check_triggers(MatchMode.FORMS, ["(bell", "b" * TRIGGER_LIMIT])
    check_triggers(MatchMode.REGEX, [r"\bbells?\b"] * TRIGGERS_MOST)


def test_triggers_are_typed_in_a_line_and_patterns_on_lines_of_their_own() -> None:
    assert split_triggers("bell, lamp,, bell،door,") == (("bell", "lamp", "door"), 2)
    assert split_triggers("b{1,2}ell\n\nlamp", mode=MatchMode.REGEX) == (("b{1,2}ell", "lamp"), 1)


SIGNS = st.text(
    st.sampled_from("aıIiİsßé'’- .#\"ыьяйеёЛжМاأىةهويلكـָَםשמ龙ドแมก한1٣½ﬁ🔥\u200b\u0301\n\t")
    | st.characters(codec="utf-8"),
    max_size=30,
)
LANGUAGE = st.sampled_from(["en", "ru", "ar", "uk", "tr", "fr", "fa", "he", "sr", "xx", ""])


@given(SIGNS)
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


@given(st.sampled_from(list(MatchMode)), SIGNS, SIGNS, LANGUAGE)
def test_nothing_is_too_strange_to_be_looked_for(
    mode: MatchMode, trigger: str, text: str, language: str
) -> None:
    assert count_uses(mode, trigger, text, language) >= 0


@given(st.sampled_from([MatchMode.FORMS, MatchMode.EXACT, MatchMode.SUBSTRING]), SIGNS, LANGUAGE)
def test_a_trigger_occurs_in_itself(mode: MatchMode, trigger: str, language: str) -> None:
    assert count_uses(mode, trigger, trigger, language) == bool(normalise(trigger).strip())


@given(SIGNS, SIGNS, LANGUAGE)
def test_the_same_words_are_forms_of_each_other(trigger: str, text: str, language: str) -> None:
    exact = count_uses(MatchMode.EXACT, trigger, text, language)
    assert count_uses(MatchMode.FORMS, trigger, text, language) >= exact
