"""Who is named and does not occur in the source, in three languages."""

from __future__ import annotations

import pytest

from bot.bank.names import is_about, strangers

EN = (
    "You push the iron door, and it gives way. Mira's lantern glows on the stair. Halvard's tower leans over "
    "the river.\n\n> You call for Mira. The bell has not rung, and the footprints lead down."
)
RU = (
    "Ты толкаешь железную дверь, и она поддаётся. На лестнице Мира держит фонарь. Башня Хальварда клонится "
    "к реке.\n\n> Ты зовёшь Миру. Колокол молчит, а следы ведут вниз."
)
AR = (
    "تدفع الباب الحديدي فينفتح. على الدرج ميرا تحمل الفانوس. برج هالفارد يميل نحو النهر.\n\n"
    "> تنادي ميرا. الجرس صامت، والآثار تقود إلى الأسفل."
)
DE = (
    "Du stößt die eiserne Tür auf, und das Licht der Laterne fällt auf die Treppe. Mira hält den Schlüssel "
    "in der Hand. Der Turm neigt sich über den Fluss, und im Keller wartet das Wasser. Die Glocke hat noch "
    "nicht geläutet. Mira zeigt auf die Spuren im Staub und flüstert deinen Namen."
)
HE = "את דוחפת את דלת הברזל והיא נפתחת. מירה מחזיקה את הפנס על המדרגות והמגדל נוטה אל הנהר."


@pytest.mark.parametrize(
    ("language", "source", "text"),
    [
        ("en", EN, "You pushed the door and found Mira, who was calling from Halvard's tower."),
        ("en", EN, "Darkness fell. Suddenly the Tower shook, and Mira's lantern went out."),
        ("en", EN, "Reaching the stair, you called. Footprints led on to the River."),
        ("ru", RU, "Ты вошёл в башню Хальварда, нашёл Миру и ушёл с Мирой по лестнице."),
        ("ru", RU, "Осторожно поднявшись по лестнице, ты позвал Миру. Темнота сгустилась, но фонарь горел."),
        ("ru", RU, "Герой открыл дверь. Дверь скрипнула."),
        ("ar", AR, "دفعت الباب ورأيت ميرا تحمل الفانوس على الدرج."),
        ("ar", AR, "دخل غرفة الجرس الصامت، ورأى نورا عند النهر."),
        ("de", DE, "Du öffnest die Tür, und Mira zeigt dir im Dunkel die Spuren und den Weg zum Wasser."),
        ("en", DE, "Du öffnest die Tür, und Mira zeigt dir im Dunkel die Spuren und den Weg zum Wasser."),
        ("he", HE, "מירה מחזיקה את הפנס ליד המגדל."),
    ],
)
def test_nobody_new(language: str, source: str, text: str) -> None:
    assert strangers(text, source, language) == ()
    assert is_about(text, source, language)


@pytest.mark.parametrize(
    ("language", "source", "text", "named"),
    [
        ("en", EN, "You met Viktor at the door of the tower.", ("Viktor",)),
        ("en", EN, "Boris took the lantern.", ("Boris",)),
        ("en", EN, "Kael took the lantern from Mira.", ("Kael",)),
        ("en", EN, "Mira said: “Boris, come down.”", ("Boris",)),
        ("ru", RU, "У двери башни ты встретил Виктора.", ("Виктора",)),
        ("ru", RU, "Борис взял фонарь у Миры.", ("Борис",)),
        ("ar", AR, "وصل بدر إلى البرج.", ("بدر",)),
        ("ar", AR, "قالت فاطمة إن الجرس صامت.", ("فاطمة",)),
        ("ar", AR, "سامر يحمل الفانوس.", ("سامر",)),
        ("ar", AR, "على الدرج رجل اسمه خالد.", ("خالد",)),
    ],
)
def test_somebody_new(language: str, source: str, text: str, named: tuple[str, ...]) -> None:
    assert strangers(text, source, language) == named


@pytest.mark.parametrize(
    ("language", "source", "text"),
    [
        (
            "en",
            EN,
            "To make the text more concise, remove details and rephrase the sentences in fewer words.",
        ),
        ("ru", RU, "Чтобы текст стал короче, уберите подробности и перескажите предложения другими словами."),
        ("ar", AR, "سافر التجار عبر الصحراء وباعوا الحرير والتوابل في أسواق المدينة البعيدة."),
        (
            "en",
            EN,
            "The story continues in the past tense: the narrator describes the door, Mira, the lantern, the "
            "bell, the stair, the river and the tower.",
        ),
        (
            "ru",
            RU,
            "Рассказчик начинает рассказ. Читатель видит дверь, Миру, фонарь, лестницу, реку и башню.",
        ),
        ("ar", AR, "يبدأ الراوي سرد القصة للقارئ: الباب وميرا والفانوس والدرج والجرس والبرج والنهر."),
        ("he", HE, "הסוחרים חצו את המדבר ומכרו משי ותבלינים בשוקי העיר הרחוקה."),
        ("zh", "米拉提着灯走上楼梯，钟声还没有响起，河水很暗。", "商人们穿越沙漠，在远方城市出售丝绸。"),
    ],
)
def test_a_text_about_something_else(language: str, source: str, text: str) -> None:
    assert not is_about(text, source, language)
