from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.context.triggers import TriggerIndex, Uses, count_uses
from bot.story import MatchMode

CASES = [
    json.loads(line) for line in Path(__file__).with_name("triggers.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_prepared_cases(case: dict[str, Any]) -> None:
    assert (count_uses(MatchMode(case["mode"]), case["trigger"], case["text"]) > 0) == case["match"]


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
    assert count_uses(MatchMode.EXACT, trigger, text) == uses
    assert count_uses(MatchMode.FORMS, trigger, text) >= uses


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
    assert count_uses(MatchMode.SUBSTRING, trigger, text) == uses


def test_patterns_are_not_offered() -> None:
    assert count_uses(MatchMode.REGEX, "a", "a") == 0


def test_uses_of_several_triggers_add_up_and_the_first_is_named() -> None:
    index = TriggerIndex(
        [
            (MatchMode.EXACT, ("bell", "Tower", "tower", "TOWER ")),
            (MatchMode.SUBSTRING, ("owe", "OWE")),
            (MatchMode.EXACT, ("lamp",)),
        ]
    )
    assert index.uses("The tower. A bell in the tower.") == {0: Uses(3, 0), 1: Uses(2, 0)}
    assert index.uses("The tower.") == {0: Uses(1, 1), 1: Uses(1, 0)}
    assert index.uses("Nothing.") == {}
