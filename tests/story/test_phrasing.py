import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.story import ActionType
from bot.story.phrasing import is_out_of_character, phrase, player_name, quoted
from bot.story.words import word_set

LANGUAGES = ("en", "ru", "ar", "de")


def do(text: str, language: str = "en") -> str:
    return phrase(ActionType.DO, text, name="Ash", alone=True, language=language)


def ash_does(text: str, language: str = "en") -> str:
    return phrase(ActionType.DO, text, name="Ash", alone=False, language=language)


def say(text: str, language: str = "en") -> str:
    return phrase(ActionType.SAY, text, name="Ash", alone=True, language=language)


def ash_says(text: str, language: str = "en") -> str:
    return phrase(ActionType.SAY, text, name="Ash", alone=False, language=language)


# The stored forms


def test_the_forms_that_players_know() -> None:
    assert do("open the door") == "> You open the door."
    assert ash_does("open the door") == "> Ash opens the door."
    assert say("Hello") == '> You say "Hello."'
    assert ash_says("Hello") == '> Ash says "Hello."'


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", [ActionType.DO, ActionType.SAY, ActionType.STORY])
def test_a_text_in_the_storys_form_is_kept(mode: ActionType, language: str) -> None:
    line = '> You say "I am my own."\n> And I leave'
    assert phrase(mode, f"\n{line} ", name="Ash", alone=False, language=language) == line


@pytest.mark.parametrize("language", LANGUAGES)
def test_story_is_kept_word_for_word(language: str) -> None:
    text = "i wake up.\n\nMy *head* hurts"
    assert phrase(ActionType.STORY, f" {text}\n", name="Ash", alone=False, language=language) == text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", [ActionType.DO, ActionType.SAY])
def test_nothing_stays_nothing(mode: ActionType, language: str) -> None:
    assert phrase(mode, " \n\t ", name="Ash", alone=True, language=language) == ""


def test_an_unknown_language_is_phrased_in_english() -> None:
    assert do("open the door", "de") == "> You open the door."


# English


@pytest.mark.parametrize(
    ("text", "alone", "several"),
    [
        ("I open my door", "> You open your door.", "> Ash opens their door."),
        ("You open your door", "> You open your door.", "> Ash opens their door."),
        ("i look at myself", "> You look at yourself.", "> Ash looks at themself."),
        ("Give me mine", "> You give you yours.", "> Ash gives them theirs."),
        ("I'm tired", "> You are tired.", "> Ash is tired."),
        ("I’ve lost my way", "> You have lost your way.", "> Ash has lost their way."),
        ("I'll run", "> You will run.", "> Ash will run."),
        ("I'd run", "> You would run.", "> Ash would run."),
        ("I was late. I was lost", "> You were late. You were lost.", "> Ash was late. They were lost."),
        ("run. My feet hurt", "> You run. Your feet hurt.", "> Ash runs. Their feet hurt."),
        ("check if I'm alone", "> You check if you're alone.", "> Ash checks if they're alone."),
        (
            "you run before it sees you",
            "> You run before it sees you.",
            "> Ash runs before it sees them.",
        ),
        ("run to you", "> You run to you.", "> Ash runs to you."),
    ],
)
def test_first_person_becomes_the_storys_person(text: str, alone: str, several: str) -> None:
    assert (do(text), ash_does(text)) == (alone, several)


@pytest.mark.parametrize(
    ("verb", "third"),
    [
        ("go", "goes"),
        ("have", "has"),
        ("be", "is"),
        ("do", "does"),
        ("don't", "doesn't"),
        ("watch", "watches"),
        ("push", "pushes"),
        ("fix", "fixes"),
        ("pass", "passes"),
        ("focus", "focuses"),
        ("buzz", "buzzes"),
        ("carry", "carries"),
        ("play", "plays"),
        ("can", "can"),
        ("can't", "can't"),
        ("must", "must"),
        ("need", "needs"),
        ("sing", "sings"),
        ("fast-travel", "fast-travels"),
        ("opened", "opened"),
        ("ran", "ran"),
        ("opening", "is opening"),
        ("opens", "opens"),
        ("quietly", "quietly"),
    ],
)
def test_third_person(verb: str, third: str) -> None:
    assert ash_does(verb) == f"> Ash {third}."


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("opens", "open"),
        ("watches", "watch"),
        ("passes", "pass"),
        ("carries", "carry"),
        ("dies", "die"),
        ("closes", "close"),
        ("goes", "go"),
        ("has", "have"),
        ("is", "are"),
        ("focus", "focus"),
        ("press", "press"),
        ("opening", "are opening"),
    ],
)
def test_players_who_write_of_themselves_in_the_third_person(text: str, second: str) -> None:
    assert do(text) == f"> You {second}."


def test_their_own_name_is_their_subject() -> None:
    assert ash_does("Ash opens the door") == "> Ash opens the door."
    assert ash_does("Ashen trees burn") != "> Ash burn."


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("quietly open the door", "> Ash quietly opens the door."),
        ("then slowly, go", "> Ash then slowly, goes."),
        ("take the key and open the door", "> Ash takes the key and opens the door."),
        ("turn, then quietly leave", "> Ash turns, then quietly leaves."),
        ("take food and drink", "> Ash takes food and drink."),
        ("fly away", "> Ash flies away."),
    ],
)
def test_the_verb_is_found(text: str, line: str) -> None:
    assert ash_does(text) == line


def test_clauses_about_somebody_else_get_a_colon() -> None:
    assert do("the guard sleeps") == "> You: the guard sleeps."
    assert ash_does("it's raining") == "> Ash: it's raining."
    assert do("I") == "> You: I."


@pytest.mark.parametrize("text", ["where am I?", "is the door locked?", "Do I see my horse?!"])
def test_questions_keep_the_players_words(text: str) -> None:
    asked = text[0].upper() + text[1:]
    assert do(text) == f'> You wonder "{asked}"'
    assert ash_does(text) == f'> Ash wonders "{asked}"'


def test_a_doubtful_action_is_no_question() -> None:
    assert do("look around?") == "> You look around?"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Open the door", "> You open the door."),
        ("OPEN THE DOOR!", "> You open the door!"),
        ("TNT the door", "> You TNT the door."),
        ("look at Bob", "> You look at Bob."),
    ],
)
def test_capitals(text: str, line: str) -> None:
    assert do(text) == line


@pytest.mark.parametrize(
    "text",
    [
        "*opens the door*",
        "**opens the door**",
        "_opens the door_",
        "/me opens the door",
        "- opens the door",
    ],
)
def test_emphasis_around_an_action_is_taken_off(text: str) -> None:
    assert do(text) == "> You open the door."
    assert ash_does(text) == "> Ash opens the door."


def test_emphasis_inside_an_action_is_kept() -> None:
    assert do("open the *red* door") == "> You open the *red* door."
    assert do("*open* the *door*").startswith("> You")


@pytest.mark.parametrize(
    "speech", ['"I am me"', "“I am me”", "«I am me»", "„I am me“", "‘I am me’", "'I am me'"]
)
def test_speech_inside_an_action_is_not_reworded(speech: str) -> None:
    assert do(f"say {speech} to my friend") == f"> You say {speech} to your friend."
    assert ash_does(f"say {speech} to my friend") == f"> Ash says {speech} to their friend."


@pytest.mark.parametrize("ending", [".", "!", "?!", "…", '."', ")", " 🙂"])
def test_an_ending_is_not_ended_twice(ending: str) -> None:
    assert do(f"leave{ending}") == f"> You leave{ending}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("открываю дверь", "> You: открываю дверь."),
        ("أفتح الباب", "> You: أفتح الباب."),
        ("开门", "> You: 开门。"),
        ("éteins la lampe", "> You: éteins la lampe."),
        ("🔥 burn it", "> You: 🔥 burn it."),
        ("3 steps back", "> You: 3 steps back."),
    ],
)
def test_other_languages_in_an_english_adventure(text: str, line: str) -> None:
    assert do(text) == line
    assert ash_does(text) == line.replace("You", "Ash")


def test_several_lines_are_kept() -> None:
    assert do("open the door\nlook around\n\nI run") == "> You open the door\nlook around\n\nYou run."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_action_loses_nothing(language: str) -> None:
    text = "walk " + "and walk on " * 332 + "at last"
    assert len(text) > 3990
    line = ash_does(text, language)
    assert line.count("walk") == 333
    assert line.endswith("at last.")


# Speech


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("hello", '> You say "Hello."'),
        ('"hello"', '> You say "Hello."'),
        ("“Hello!”", '> You say "Hello!"'),
        ("Who are you?", '> You say "Who are you?"'),
        ('He said "no" to me', "> You say \"He said 'no' to me.\""),
        ("привет", '> You say "Привет."'),
        ("你好", '> You say "你好。"'),
        ("I am my own", '> You say "I am my own."'),
    ],
)
def test_english_speech(text: str, line: str) -> None:
    assert say(text) == line


def test_an_action_that_is_all_speech_is_speech() -> None:
    assert do('"Hello"') == '> You say "Hello."'


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("привет", "«Привет»."),
        ("Привет.", "«Привет»."),
        ("Стой!", "«Стой!»"),
        ("Я «Аш»", "«Я „Аш“»."),
    ],
)
def test_russian_and_arabic_speech(text: str, inside: str) -> None:
    assert say(text, "ru") == f"> Ты говоришь: {inside}"
    assert ash_says(text, "ru") == f"> Ash говорит: {inside}"
    assert say(text, "ar") == f"> تقول: {inside}"
    assert ash_says(text, "ar") == f"> Ash: {inside}"


# Russian


@pytest.mark.parametrize(
    ("text", "second", "third"),
    [
        ("открываю дверь", "открываешь дверь", "открывает дверь"),
        ("Открываю дверь!", "открываешь дверь!", "открывает дверь!"),
        ("ОТКРЫВАЮ ДВЕРЬ", "открываешь дверь", "открывает дверь"),
        ("Я открываю дверь", "открываешь дверь", "открывает дверь"),
        ("ты открываешь дверь", "открываешь дверь", "открывает дверь"),
        ("Ты, открываешь дверь", "открываешь дверь", "открывает дверь"),
        ("вы открываете дверь", "открываешь дверь", "открывает дверь"),
        ("открывает дверь", "открываешь дверь", "открывает дверь"),
        ("*открывает дверь*", "открываешь дверь", "открывает дверь"),
        ("— открываю дверь", "открываешь дверь", "открывает дверь"),
        ("открывай дверь", "открываешь дверь", "открывает дверь"),
        ("открыть дверь", "решаешь открыть дверь", "решает открыть дверь"),
        ("не открывать дверь", "решаешь не открывать дверь", "решает не открывать дверь"),
        ("войти", "решаешь войти", "решает войти"),
        ("оглянуться", "решаешь оглянуться", "решает оглянуться"),
        ("открыл дверь", "открыл дверь", "открыл дверь"),
        ("Я вошла в дом", "вошла в дом", "вошла в дом"),
        ("оглядываюсь", "оглядываешься", "оглядывается"),
        ("сажусь", "садишься", "садится"),
        ("идет вперед", "идёшь вперед", "идёт вперед"),
        ("иду", "идёшь", "идёт"),
        ("ем хлеб и пью воду", "ешь хлеб и пьёшь воду", "ест хлеб и пьёт воду"),
        ("тихо встаю, затем бегу", "тихо встаёшь, затем бежишь", "тихо встаёт, затем бежит"),
        ("беру мой меч", "берёшь твой меч", "берёт свой меч"),
        ("спрашиваю, кто видит меня", "спрашиваешь, кто видит тебя", "спрашивает, кто видит себя"),
        ("говорю «я мой»", "говоришь «я мой»", "говорит «я мой»"),
    ],
)
def test_russian_actions(text: str, second: str, third: str) -> None:
    end = "" if second.endswith(("!", "»")) else "."
    assert do(text, "ru") == f"> Ты {second}{end}"
    assert ash_does(text, "ru") == f"> Ash {third}{end}"


@pytest.mark.parametrize(
    "text",
    [
        "бужу стража",
        "дай мне меч",
        "нет",
        "красную дверь",
        "окно открывается",
        "опять дверь",
        "чай",
        "open the door",
    ],
)
def test_a_colon_where_the_russian_verb_is_not_recognised(text: str) -> None:
    assert do(text, "ru") == f"> Ты: {text}."
    assert ash_does(text, "ru") == f"> Ash: {text}."


def test_a_line_that_begins_with_ty_keeps_its_verb() -> None:
    assert do("Ты бужу стража", "ru") == "> Ты бужу стража."


def test_russian_questions() -> None:
    assert do("где я?", "ru") == "> Ты думаешь: «Где я?»"
    assert ash_does("где я?", "ru") == "> Ash думает: «Где я?»"


# Arabic


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("أفتح الباب", "تفتح الباب"),
        ("افتح الباب", "تفتح الباب"),
        ("أنا أفتح الباب", "تفتح الباب"),
        ("تفتح الباب", "تفتح الباب"),
        ("أنت تفتح الباب", "أنت تفتح الباب"),
        ("أنا فتحت الباب", "فتحت الباب"),
        ("سأفتح الباب", "ستفتح الباب"),
        ("لا أفتح الباب", "لا تفتح الباب"),
        ("آخذ السيف", "تأخذ السيف"),
        ("خذ السيف", "تأخذ السيف"),
        ("أفتح الباب وأدخل ثم أنظر", "تفتح الباب وتدخل ثم تنظر"),
        ("أحمل سيفا وأسدا معي", "تحمل سيفا وأسدا معك"),
    ],
)
def test_arabic_actions(text: str, second: str) -> None:
    assert do(text, "ar") == f"> {second}."


@pytest.mark.parametrize(
    "text",
    [
        "فتح الباب",
        "الباب",
        "أمام الباب",
        "استخدام السيف",
        "open the door",
    ],
)
def test_a_colon_where_the_arabic_verb_is_not_recognised(text: str) -> None:
    assert do(text, "ar") == f"> أنت: {text}."


def test_several_arabic_players_keep_their_words() -> None:
    assert ash_does("أنا أفتح الباب", "ar") == "> Ash: أفتح الباب."


def test_arabic_questions() -> None:
    assert do("أين أنا؟", "ar") == "> تتساءل: «أين أنا؟»"
    assert ash_does("أين أنا؟", "ar") == "> Ash: «أين أنا؟»"


# Every language


@given(st.text(max_size=60), st.text(max_size=20), st.booleans(), st.sampled_from(LANGUAGES))
def test_any_words_become_one_line_of_the_story(text: str, name: str, alone: bool, language: str) -> None:
    for mode in (ActionType.DO, ActionType.SAY):
        line = phrase(mode, text, name=name, alone=alone, language=language)
        assert line.startswith(">") is bool(text.strip())
        if alone:
            assert line == phrase(mode, text, name="", alone=True, language=language)
        elif text.strip() and not text.strip().startswith(">"):
            assert line.startswith(f"> {player_name(name)}")


WORDS = st.lists(
    st.sampled_from(
        sorted(
            word_set(
                "i I'm you my and then open was opening quietly я ты мой и иду открыть أنا أفتح ثم وأدخل"
            )
        )
    ),
    min_size=1,
    max_size=12,
).map(" ".join)


@given(
    WORDS,
    st.sampled_from(
        [
            " ",
            "\n",
            ', "',
            "«",
            "»! ",
            "? ",
        ]
    ),
    WORDS,
    st.sampled_from(LANGUAGES),
)
def test_any_order_of_known_words(before: str, mark: str, after: str, language: str) -> None:
    assert do(before + mark + after, language).startswith("> ")
    assert ash_does(before + mark + after, language).startswith("> Ash")


# Quotation marks, out of character, names


@pytest.mark.parametrize(
    "text",
    [
        '"Hi"',
        "“Hi”",
        "”Hi”",
        "„Hi“",
        "„Hi”",
        "«Hi»",
        "»Hi«",
        "‹Hi›",
        "「Hi」",
        "『Hi』",
        "‘Hi’",
        "'Hi'",
        ' " Hi " \n',
    ],
)
def test_quoted(text: str) -> None:
    assert quoted(text) == "Hi"


@pytest.mark.parametrize(
    "text",
    [
        "Hi",
        '"Hi',
        'Hi"',
        '""',
        '" "',
        '"',
        "",
        '"Hi," I say, "you"',
        '"Hi" and leave',
        "'don't'",
        "«Hi“",
        '"Hi“',
    ],
)
def test_not_quoted(text: str) -> None:
    assert quoted(text) is None


@pytest.mark.parametrize(
    ("text", "expected"), [("// brb", True), (" ((brb))", True), ("(brb)", False), ("/do", False)]
)
def test_out_of_character(text: str, expected: bool) -> None:
    assert is_out_of_character(text) is expected


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Ash", "Ash"),
        ("Аня", "Аня"),
        ("ليلى", "ليلى"),
        ("  **Ash**\n> the\tgreat ", "Ash the great"),
        ('Ash "the" `great`', "Ash the great"),
        ("<@123>", "@123"),
        ("\u202eevil\u200f", "evil"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👨‍👩‍👧 Ash", "👨‍👩‍👧 Ash"),
        ("Ash\u200d", "Ash"),
        ("", "?"),
        ("\u200b\u2800\u3164", "?"),
        ("***", "?"),
        ("a" * 50, "a" * 40),
        ("x" * 38 + "👨‍👩‍👧", "x" * 38),
    ],
)
def test_player_name(name: str, safe: str) -> None:
    assert player_name(name) == safe


@given(st.text(max_size=80))
def test_any_name_is_one_short_line(name: str) -> None:
    safe = player_name(name)
    assert 0 < len(safe) <= 40
    assert len(safe.splitlines()) == 1
    assert player_name(safe) == safe
    assert not set(safe) & set('<>*_`~|"\\\u202e\u200b')
