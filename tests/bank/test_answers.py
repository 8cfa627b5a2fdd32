"""What a model wrote is read with patience and checked without any."""

from __future__ import annotations

import pytest

from bot.bank.answers import SHARE, Reading, Refusal, check, read
from bot.bank.excerpt import excerpt
from bot.context.tokens import get_tokenizer
from bot.story import Action, ActionType

count = get_tokenizer("o200k_base").count

SOURCES = {
    "en": "You push the iron door; it gives way. Mira holds the lantern on the stair; the bell is silent.",
    "ru": "Ты толкаешь железную дверь, и она поддаётся. Мира держит фонарь на лестнице, а колокол молчит.",
    "ar": "تدفع الباب الحديدي فينفتح. على الدرج ميرا تحمل الفانوس، والجرس صامت لا يدق.",
}
ELSE = {
    "en": "The cook fried iced tea for a birthday party.",
    "ru": "На кухне праздника жарили холодный чай с мятой.",
    "ar": "الطباخ يقلي الشاي البارد داخل مطبخ الحفلة.",
}
GOOD = {
    "en": "You pushed the door; Mira held the lantern.",
    "ru": "Ты открыл дверь; Мира держала фонарь.",
    "ar": "دفعت الباب، وميرا تحمل الفانوس.",
}
STRANGERS = {
    "en": "You met Viktor at the door.",
    "ru": "Ты встретил Виктора у двери.",
    "ar": "قال بدر إن الجرس صامت.",
}


@pytest.mark.parametrize("language", SOURCES)
def test_each_reason_to_refuse(language: str) -> None:
    source = SOURCES[language]
    limit = int(SHARE * count(source))

    def verdict(text: str, *, cut: bool = False) -> Refusal | None:
        found = check(read(text, cut=cut), source, limit=limit, language=language, count=count)
        return found.refusal if found else None

    assert verdict(GOOD[language]) is None
    assert verdict("") is verdict(" \u200b ") is verdict("{}") is Refusal.EMPTY
    assert verdict(GOOD[language], cut=True) is Refusal.CUT
    assert verdict(GOOD[language].rstrip(".")) is Refusal.CUT
    assert verdict(source) is Refusal.LONG
    assert verdict(STRANGERS[language]) is Refusal.NAMES
    assert verdict(ELSE[language]) is Refusal.ELSEWHERE
    other = GOOD["ru" if language == "en" else "en"]
    assert verdict(other) is Refusal.SCRIPT


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Mira came.", "Mira came."),
        ("  Summary: Mira came.\n", "Mira came."),
        ("**Summary:** Mira came.", "Mira came."),
        ("Here is the summary of the passage:\n\nMira came.\nShe left.", "Mira came. She left."),
        ("Краткое содержание: Мира пришла.", "Мира пришла."),
        ("ملخص: جاءت ميرا.", "جاءت ميرا."),
        ('"Mira came."', "Mira came."),
        ("«Мира пришла.»", "Мира пришла."),
        ('"Come," said Mira. "Now."', '"Come," said Mira. "Now."'),
        ("```\nMira came.\n```", "Mira came."),
        (
            '```json\n{"memory": "Mira \\"the cat\\" came.\\nShe left."}\n```',
            'Mira "the cat" came. She left.',
        ),
        ('{"summary": "\\u041c\\u0438\\u0440\\u0430 пришла."}', "Мира пришла."),
        ('["Mira came."]', "Mira came."),
        ("- Mira came.\n- She left.", "Mira came. She left."),
        ("<think>Mira is new.</think>\n\nMira came.", "Mira came."),
        ("She has one memory: the sea.", "She has one memory: the sea."),
        ("米拉来了。", "米拉来了。"),
    ],
)
def test_what_models_put_around_a_text(answer: str, text: str) -> None:
    assert read(answer, cut=False) == Reading(text, cut=False)


def test_json_that_breaks_off_is_cut() -> None:
    assert read('{"memory": "Mira came. She le', cut=False) == Reading("Mira came. She le", cut=True)
    assert read('{"memory": "Mira came.', cut=False).cut
    assert read("<think>Let me see", cut=False).text == ""


def test_an_excerpt_is_the_storys_own_sentences() -> None:
    actions = [
        Action(ActionType.OUTPUT, "The door opens. Mira is there. She waves."),
        Action(ActionType.DO, "> You wave back."),
        Action(ActionType.OUTPUT, "Mr. Hale coughs. The bell rings."),
    ]
    assert excerpt(actions, lambda text: len(text) <= 50) == "The door opens. You wave back. Mr. Hale coughs."
    assert excerpt(actions, lambda text: len(text) <= 33) == "The door opens. Mr. Hale coughs."
    assert excerpt(actions, lambda text: len(text) <= 9) == "The door"
    assert excerpt(actions, lambda text: False) != ""
    whole = "The door opens. Mira is there. You wave back. Mr. Hale coughs. The bell rings."
    assert excerpt(actions, lambda text: True) == whole
