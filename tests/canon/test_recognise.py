from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.canon.recognise import MESSAGE_LIMIT, Problem, recognise, said_to_narrator
from bot.story import Kind, Scope

STATEMENTS = [
    # English
    ("In this story, Tamsin's eyes are hazel, not grey.", "Tamsin", "eyes", "hazel", "grey"),
    ("The colour of Mira's eyes is green, not blue.", "Mira", "colour of eyes", "green", "blue"),
    ("Nerys' eyes are brown, not green.", "Nerys", "eyes", "brown", "green"),
    ("Mira's eyes aren't blue. They're green.", "Mira", "eyes", "green", "blue"),
    ("Mira's eyes are not blue, they are green.", "Mira", "eyes", "green", "blue"),
    ("Mira's eyes are not blue but green.", "Mira", "eyes", "green", "blue"),
    ("Mira's eyes are green rather than blue.", "Mira", "eyes", "green", "blue"),
    ("You wrote that Mira's eyes are blue, but they are green.", "Mira", "eyes", "green", "blue"),
    ("Change Mira's eyes from blue to green.", "Mira", "eyes", "green", "blue"),
    ("Make Mira's cloak red, not blue.", "Mira", "cloak", "red", "blue"),
    ("Mira has a scar on her left cheek.", "Mira", "scar", "on her left cheek", ""),
    ("Mira wears a green cloak, not a blue one.", "Mira", "cloak", "green", "blue"),
    ("Mira carries a spear, not a sword.", "Mira", "weapon", "spear", "sword"),
    ("Mira lives in Fenmarch, not in Greywick.", "Mira", "home", "Fenmarch", "Greywick"),
    ("Mira is thirty years old, not twenty.", "Mira", "age", "thirty years old", "twenty"),
    ("Mira is no longer a smith but a baker.", "Mira", "role", "baker", "smith"),
    ("Captain Rowan's ship is the Gannet, not the Petrel.", "Captain Rowan", "ship", "Gannet", "Petrel"),
    ("Orlo's sword is “Dawn”, not “Dusk”.", "Orlo", "sword", "Dawn", "Dusk"),
    ("Dr. Moss's office is upstairs, not downstairs.", "Dr. Moss", "office", "upstairs", "downstairs"),
    ("Could you please remember that Orlo's dog is a terrier?", "Orlo", "dog", "terrier", ""),
    # Russian
    ("У Вельды карие глаза, а не серые.", "Вельда", "глаза", "карие", "серые"),
    ("Глаза Миры зелёные, а не голубые.", "Мира", "глаза", "зелёные", "голубые"),
    ("У Миры не голубые глаза, а зелёные.", "Мира", "глаза", "зелёные", "голубые"),
    ("Не голубые, а зелёные глаза у Миры.", "Мира", "глаза", "зелёные", "голубые"),
    ("Цвет глаз у Миры зелёный, не голубой.", "Мира", "цвет глаз", "зелёный", "голубой"),
    ("Коня Эстора зовут Буран, а не Вьюга.", "Эстор", "конь", "Буран", "Вьюга"),
    ("Мира носит зелёный плащ, а не синий.", "Мира", "плащ", "зелёный", "синий"),
    ("На Мире зелёный плащ, а не синий.", "Мира", "плащ", "зелёный", "синий"),
    ("У Игната лисья шапка, а не бобровая.", "Игнат", "шапка", "лисья", "бобровая"),
    ("Мире тридцать лет, а не двадцать.", "Мира", "возраст", "тридцать лет", "двадцать"),
    ("Корабль капитана Оттара — «Чайка», а не «Буря».", "капитан Оттар", "корабль", "Чайка", "Буря"),
    ("Плащ Миры из шерсти, а не из шёлка.", "Мира", "плащ", "из шерсти", "из шёлка"),
    ("У Льва рыжая борода, а не чёрная.", "Лев", "борода", "рыжая", "чёрная"),
    ("У Игоря рыжая борода, а не чёрная.", "Игорь", "борода", "рыжая", "чёрная"),
    ("У Марии синие глаза, а не карие.", "Мария", "глаза", "синие", "карие"),
    ("Мира — целительница, а не воительница.", "Мира", "", "целительница", "воительница"),
    ("Не могли бы вы запомнить, что у Миры зелёные глаза?", "Мира", "глаза", "зелёные", ""),
    # Arabic
    ("عينا ليان خضراوان وليستا رماديتين.", "ليان", "عينا", "خضراوان", "رماديتين"),
    ("لون عيني ميرا أخضر وليس أزرق.", "ميرا", "لون عيني", "أخضر", "أزرق"),
    ("موطن غسان هو الوادي الأخضر وليس الجبل الأبيض.", "غسان", "موطن", "الوادي الأخضر", "الجبل الأبيض"),
    ("سيف عبد الله من الفضة لا من الحديد.", "عبد الله", "سيف", "من الفضة", "من الحديد"),
    ("ليست عينا ميرا زرقاوين بل خضراوان.", "ميرا", "عينا", "خضراوان", "زرقاوين"),
    ("شعر ميرا ليس أسود وإنما أحمر.", "ميرا", "شعر", "أحمر", "أسود"),
    ("شعر ميرا أحمر بدلًا من أسود.", "ميرا", "شعر", "أحمر", "أسود"),
    ("ترتدي ميرا عباءة خضراء وليست زرقاء.", "ميرا", "عباءة", "خضراء", "زرقاء"),
    ("ميرا لديها عينان خضراوان وليستا زرقاوين.", "ميرا", "عينان", "خضراوان", "زرقاوين"),
    ("لميرا عينان خضراوان.", "ميرا", "عينان", "خضراوان", ""),
    ("ميرا عيناها خضراوان وليستا زرقاوين.", "ميرا", "عينا", "خضراوان", "زرقاوين"),
    ("كلب باسل اسمه ريكس وليس ماكس.", "باسل", "كلب", "ريكس", "ماكس"),
    ("مشروب باسل المفضل هو الشاي وليس القهوة.", "باسل", "مشروب المفضل", "الشاي", "القهوة"),
    ("أرجو أن تتذكر أن عيني ميرا خضراوان وليستا زرقاوين.", "ميرا", "عيني", "خضراوان", "زرقاوين"),
]


@pytest.mark.parametrize(("said", "subject", "attribute", "value", "old"), STATEMENTS)
def test_who_what_and_how(said: str, subject: str, attribute: str, value: str, old: str) -> None:
    (found,) = recognise(said, ())
    assert (found.kind, found.subject, found.attribute, found.value, found.old) == (
        Kind.FACT,
        subject,
        attribute,
        value,
        old,
    )
    assert value in found.wording
    assert not old or old.casefold() not in found.wording.casefold()
    assert found.quote in said


@pytest.mark.parametrize(
    ("said", "scopes", "lasting"),
    [
        ("In this scene only, Mira's hair is red.", [Scope.SCENE], False),
        ("For this arc, Mira's hair is red.", [Scope.ARC], False),
        ("Until the end of this chapter, Mira's hair is red.", [Scope.ARC], False),
        ("Mira's hair, in this story, is red, not black.", [Scope.ADVENTURE], False),
        ("In this universe, Mira's hair is red.", [Scope.ADVENTURE], False),
        ("From now on, Mira's hair is red.", [], True),
        ("Always, in every story, Mira's hair is red.", [Scope.CHARACTER], True),
        ("From now on, in this story, Mira's hair is red.", [Scope.ADVENTURE], True),
        ("Только в этой сцене у Миры рыжие волосы.", [Scope.SCENE], False),
        ("До конца арки у Миры рыжие волосы.", [Scope.ARC], False),
        ("Волосы Миры в этой истории рыжие.", [Scope.ADVENTURE], False),
        ("Во вселенной этой истории у Миры рыжие волосы.", [Scope.ADVENTURE], False),
        ("Отныне и навсегда, во всех историях, у Миры рыжие волосы.", [Scope.CHARACTER], True),
        ("В каждом приключении у Миры рыжие волосы.", [Scope.CHARACTER], False),
        ("في هذا المشهد فقط، شعر ميرا أحمر.", [Scope.SCENE], False),
        ("خلال هذا القوس القصصي، شعر ميرا أحمر.", [Scope.ARC], False),
        ("شعر ميرا أحمر في هذه القصة.", [Scope.ADVENTURE], False),
        ("في هذا الكون شعر ميرا أحمر.", [Scope.ADVENTURE], False),
        ("من الآن فصاعدًا، وفي كل القصص، شعر ميرا أحمر.", [Scope.CHARACTER], True),
        ("دائمًا، في جميع المغامرات، شعر ميرا أحمر.", [Scope.CHARACTER], True),
        ("In this scene, and in every story, Mira's hair is red.", [Scope.SCENE, Scope.CHARACTER], False),
    ],
)
def test_how_far_and_how_long(said: str, scopes: list[Scope], lasting: bool) -> None:
    (found,) = recognise(said, ())
    assert list(found.scopes) == scopes
    assert found.lasting is lasting
    assert found.wording.rstrip(".") in (
        "Mira's hair is red",
        "У Миры рыжие волосы",
        "Волосы Миры рыжие",
        "شعر ميرا أحمر",
    )


@pytest.mark.parametrize(
    ("said", "scopes"),
    [
        ("I prefer shorter replies.", []),
        ("In every story, please keep the descriptions short.", [Scope.EVERYWHERE]),
        ("I'd like more dialogue in this story.", [Scope.ADVENTURE]),
        ("Never use emojis.", []),
        ("Во всех историях пиши короткими абзацами.", [Scope.EVERYWHERE]),
        ("Мне нравятся длинные диалоги.", []),
        ("В этой истории не описывай насилие.", [Scope.ADVENTURE]),
        ("في كل القصص، اكتب فقرات قصيرة.", [Scope.EVERYWHERE]),
        ("أفضّل الردود القصيرة.", []),
        ("في هذه القصة لا تصف العنف.", [Scope.ADVENTURE]),
    ],
)
def test_wishes_about_the_telling(said: str, scopes: list[Scope]) -> None:
    (found,) = recognise(said, ())
    assert found.kind is Kind.PREFERENCE
    assert list(found.scopes) == scopes


@pytest.mark.parametrize(
    "said",
    [
        "brb, dinner",
        "Petra is late tonight.",
        "Mike's phone is ringing.",
        "Is Mira's hair red, not black?",
        "I am tired, not hungry.",
        "My internet is slow, not dead.",
        "What if Mira's eyes were green?",
        "The session is at eight, not nine.",
        "ща вернусь, ужин",
        "Я устал, а не голоден.",
        "У меня интернет медленный, а не мёртвый.",
        "Сессия в восемь, а не в девять.",
        "У Миры рыжие волосы, а не чёрные?",
        "А что если у Миры зелёные глаза?",
        "سأعود بعد العشاء",
        "أنا متعب ولست جائعًا.",
        "هل شعر ميرا أحمر وليس أسود؟",
        "Les yeux de Mira sont verts, pas bleus.",
        "",
        "…",
    ],
)
def test_talk_is_no_correction(said: str) -> None:
    assert recognise(said, ()) == []


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Mira's eyes are not blue.", "denied"),
        ("Глаза Миры не голубые.", "denied"),
        ("عينا ميرا ليستا زرقاوين.", "denied"),
        ("Her eyes are green, not blue.", "subject"),
        ("У неё зелёные глаза, а не синие.", "subject"),
        ("عيناها خضراوان وليستا زرقاوين.", "subject"),
        ("Mira's eyes are green, not green.", "contradiction"),
        ("Correction: green.", "unclear"),
        ("Correction: Mira's eyes.", "unclear"),
        ("Correction: The key opens the cellar.", "unclear"),
        (f"Mira's eyes are {'very ' * 90}green, not blue.", "long"),
        (f"Correction: Mira's eyes are {'very ' * 200}green, not blue.", "long"),
        ("Mira's eyes are green, not blue. " * 11, "long"),
    ],
)
def test_what_cannot_be_understood_is_said(said: str, reason: str) -> None:
    with pytest.raises(Problem) as problem:
        recognise(said, ())
    assert problem.value.reason == reason


@pytest.mark.parametrize(
    ("said", "subject", "value"),
    [
        ("Halvard is afraid of water", "Halvard", "water"),
        ("Mira is left-handed", "Mira", "left-handed"),
        ("Хальвард боится воды", "Хальвард", "воды"),
        ("Мира — левша", "Мира", "левша"),
        ("هالفارد يخاف من الماء", "هالفارد", "من الماء"),
        ("ميرا عسراء", "ميرا", "عسراء"),
    ],
)
def test_what_is_said_to_be_remembered_is_no_talk(said: str, subject: str, value: str) -> None:
    (found,) = recognise(said, ("ميرا",), meant=True)
    assert (found.subject, found.value) == (subject, value)
    assert recognise(said, ("ميرا",)) == []


@pytest.mark.parametrize("said", ["hello there", "Hello everybody", "Is Mira dead?", "Привет всем"])
def test_what_says_nothing_is_not_remembered(said: str) -> None:
    assert recognise(said, (), meant=True) == []


def test_several_in_one_message() -> None:
    said = "In this story, Mira's eyes are green, not blue. Her hair is red, not black; Orlo's coat is grey."
    found = [(one.subject, one.attribute, one.value, one.scopes) for one in recognise(said, ())]
    scope = (Scope.ADVENTURE,)
    assert found == [
        ("Mira", "eyes", "green", scope),
        ("Mira", "hair", "red", scope),
        ("Orlo", "coat", "grey", scope),
    ]


def test_known_names_are_found_in_their_forms() -> None:
    assert recognise("У Любавы рыжие волосы, а не русые.", ("Любава",))[0].subject == "Любава"
    assert recognise("شعر أم كلثوم أحمر وليس أسود.", ("أم كلثوم",))[0].subject == "أم كلثوم"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("((Mira's hair is red.))", "Mira's hair is red."),
        ("  (( Mira's hair is red. ))", "Mira's hair is red."),
        ("// Mira's hair is red", "Mira's hair is red"),
        ("OOC: Mira's hair is red.", "Mira's hair is red."),
        ("(OOC: Mira's hair is red.)", "Mira's hair is red."),
        ("[ooc] brb", "brb"),
        ("ООС: у Миры рыжие волосы", "у Миры рыжие волосы"),
        ("خارج القصة: شعر ميرا أحمر", "شعر ميرا أحمر"),
        ("Correction: Mira's hair is red.", "Correction: Mira's hair is red."),
        ("In this story, Mira's hair is red, not black.", "In this story, Mira's hair is red, not black."),
        ("In this story, Mira's hair is red.", None),
        ("In this world, magic is rare, not common.", None),
        ("For now, the door is shut, not open.", None),
        ("تصحيح: شعر ميرا أحمر.", "تصحيح: شعر ميرا أحمر."),
        ("I paint the door green, not blue.", None),
        ("Mira's hair is red, not black.", None),
        ("From now on, I walk alone, not with them.", None),
        ("In this story I am the hero, not the villain.", None),
        ("I wave to Mira. In this story, her hair is red, not black.", None),
        ("“In this story, Mira's hair is red, not black,” I say.", None),
        ("Я говорю: «В этой истории у Миры рыжие волосы, а не чёрные».", None),
        ("في هذه القصة أنا البطل ولست الشرير.", None),
        ("Doocot walls surround me.", None),
        ("", None),
    ],
)
def test_what_is_said_to_the_narrator(message: str, said: str | None) -> None:
    assert said_to_narrator(message) == said


def test_a_page_of_text_is_read_quickly() -> None:
    assert recognise("not but " * (MESSAGE_LIMIT // 8), ()) == []


_PIECES = (
    "Mira Orlo's the eyes are is green blue not but in this story of has never you said that please I prefer"
    " Correction: from now on , . ; — : ( ) ! ? « » “ ” ' - 7"
    " у Миры Мира глаза зелёные а не голубые в этой истории вместо зовут лет тридцать она есть"
    " عينا ميرا خضراوان وليستا زرقاوين في هذه القصة بل ليس لا هو من لدى عند لها يحمل عبد"
)
REASONS = {"subject", "denied", "long", "contradiction", "unclear"}


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(_PIECES.split()), max_size=14).map(" ".join))
def test_no_words_are_too_strange(said: str) -> None:
    try:
        found = recognise(said, ("Mira", "Мира", "ميرا"))
    except Problem as problem:
        if problem.reason not in REASONS:
            raise
        return
    for one in found:
        assert one.subject
        assert one.value
        assert one.value in one.wording
    said_to_narrator(said)
