"""What players say in and beside their story without correcting anything: nothing is saved or asked."""

from __future__ import annotations

import pytest

from bot.canon.recognise import recognise, said_to_narrator

NOTHING = [
    # The story itself
    "I cut my hair short, not long.",
    "i tell the smith his sword is too heavy, not too long",
    "We take the high road, not the low one, from now on.",
    "I promise Mira that her eyes are the bluest in this whole world.",
    "In this world nobody is safe, not even the king.",
    "From now on I am the captain, not Orlo.",
    "I remember that Mira's sword is silver, not gold.",
    "Remember me, I beg, not him.",
    "“Correction: my name is Rafe, not Rolf,” I growl.",
    "I write on the wall: Mira's eyes are green, not blue.",
    "For now, Mira's wound is clean, not rotten.",
    "Wrong door, not the one with the lion.",
    "For the first time in this story I feel brave, not scared.",
    "Mira's coat is torn, so I mend it with red thread, not blue.",
    # Beside the story, in English
    "((Mira's player is late))",
    "((is Mira's hair red?))",
    "((Mira's hair is red, right?))",
    "((wasn't Mira's hair red, not black?))",
    "((I think we should go north))",
    "((maybe Mira's eyes are green, not blue))",
    "((I guess Mira's hair is red))",
    "((Tom has a bad connection today))",
    "((Petra has a dentist appointment, not a party))",
    "((Anna is sick, can we pause?))",
    "((that was awesome, not gonna lie))",
    "((sorry, my phone died, not my interest))",
    "((Jonas is our best player, not me))",
    "((we play at eight, not nine))",
    "((lol Orlo is such an idiot))",
    "((can we retry that scene?))",
    "((Mira could be Orlo's sister, who knows))",
    "((if Mira's eyes are green, then she is the heir))",
    "((let's go to the inn, not the castle))",
    "((Tom's turn is next, not mine))",
    "OOC: what colour are Mira's eyes?",
    "OOC: great scene, that dragon was scary",
    "((Lisa joins in ten minutes, not now))",
    "((does Orlo still have the key?))",
    "((Tom has a headache))",
    "((Lena is on vacation this week))",
    "((wow, Mira is a genius))",
    "((I believe Orlo's sword is cursed))",
    "((what if Mira's hair turned white?))",
    # Russian
    "Я стригу волосы коротко, а не длинно.",
    "Говорю кузнецу, что его меч слишком тяжёлый, а не длинный.",
    "Отныне я капитан, а не Орло.",
    "Я помню, что у Миры серебряный меч, а не золотой.",
    "В этом мире никто не в безопасности, даже король.",
    "«Поправка: меня зовут Раф, а не Рольф», — рычу я.",
    "((игрок Миры опаздывает))",
    "((а у Миры разве не рыжие волосы?))",
    "((по-моему, нам надо на север, а не на юг))",
    "((может, у Миры зелёные глаза, а не синие))",
    "((у Пети плохой интернет сегодня))",
    "((Аня заболела, сделаем паузу?))",
    "((давайте пойдём в таверну, а не в замок))",
    "((если у Миры зелёные глаза, она наследница))",
    "((Саша будет через десять минут, не раньше))",
    "((ахаха, Орло такой дурак))",
    "((сейчас ход Лены, а не мой))",
    "((завтра играем в восемь, а не в девять))",
    "Впервые в этой истории мне спокойно, а не страшно.",
    "((кажется, у Миры рыжие волосы))",
    "((думаю, меч Орло проклят))",
    "((у Лены завтра экзамен, а не зачёт))",
    # Arabic
    "أقص شعري قصيرًا لا طويلًا.",
    "أقول للحداد إن سيفه ثقيل وليس طويلًا.",
    "من الآن أنا القبطان وليس سامي.",
    "أتذكر أن سيف ميرا فضي وليس ذهبيًا.",
    "«تصحيح: اسمي رامي وليس سامي»، أصرخ.",
    "((لاعب ميرا تأخر))",
    "((هل شعر ميرا أحمر؟))",
    "((أظن أننا يجب أن نذهب شمالًا لا جنوبًا))",
    "((ربما عينا ميرا خضراوان وليستا زرقاوين))",
    "((الإنترنت عند أحمد سيئ اليوم))",
    "((هيا إلى النزل لا إلى القلعة))",
    "((لو كانت عينا ميرا خضراوين فهي الوريثة))",
    "((دور ليلى الآن وليس دوري))",
    "((نلعب في الثامنة وليس التاسعة))",
    "((سلمى ستنضم بعد عشر دقائق))",
    "لأول مرة في هذه القصة أشعر بالهدوء لا بالخوف.",
    "((أعتقد أن شعر ميرا أحمر))",
    "((ليلى عندها امتحان غدا))",
    "((ماذا لو كان شعر ميرا أبيض؟))",
    "((مشهد رائع، شكرًا للجميع))",
]


@pytest.mark.parametrize("message", NOTHING)
def test_story_guesses_questions_and_table_talk_save_nothing(message: str) -> None:
    said = said_to_narrator(message)
    assert said is None or recognise(said, ()) == []
    assert said is None or recognise(said, ("Mira", "Orlo", "Мира", "Орло", "ميرا")) == []


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("((I think Mira's eyes are green, not blue))", "green"),
        ("((Mira is a lute player, not a singer))", "lute player"),
        ("((trust me, Mira's eyes are green, not blue))", "green"),
        ("((мне кажется, у Миры зелёные глаза, а не синие))", "зелёные"),
        ("((Мира — азартный игрок, а не воин))", "азартный игрок"),
        ("((أظن أن عيني ميرا خضراوان وليستا زرقاوين))", "خضراوان"),
        ("((دور باسل هو الحارس وليس الطاهي))", "الحارس"),
    ],
)
def test_words_of_the_table_do_not_hide_a_correction(message: str, value: str) -> None:
    said = said_to_narrator(message)
    assert said is not None
    assert [found.value for found in recognise(said, ())] == [value]
