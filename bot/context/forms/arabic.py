"""Arabic: what is written together with a word, before and after it.

Snowball's stemmer for Arabic misses a conjunction before the article (والسيف), many plurals
(ساحرات) and the feminine ending before a pronoun (قلعتي), so readings are tried here: a word has
as many keys as it has readings.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from bot.context.forms.snowball import stemmer

# Endings that Snowball's stemmer for Persian leaves: people in the plural, and whose it is.
_PERSIAN = regex.compile(r"(.{3,})ان|(.{4,})[متش]")
_FOLDED = str.maketrans({"ؤ": "ء", "ئ": "ء", "ة": "ه"})
_ARTICLE = regex.compile(r"[وف]?(?:[بك]?ال(.{2,})|لل(.+))")
_PARTICLES = regex.compile(r"([وف]?)([بكل]?)")
_PRONOUNS = ("هما", "كما", "هم", "هن", "ها", "كم", "كن", "نا", "ه", "ي", "ك")
_NUMBERS = ("ات", "ون", "ين", "ان")

# Words, and some names, whose first letter is no particle though another word follows it.
_BEGIN_WORDS = """
بابل باحث بارد بارع بازار باسل باطل باطن بائع بادي باديه باهر بحار بحور بحيره بخار بخور بخيل
بدايه بدور بدوي بديع بديل بذور برج برد بركان بركه برهان بريد بريق بستان بسمه بشره بشري بصمه بصير
بضاعه بطاقه بطل بطوله بطيء بطيخ بعيد بقايا بقره بقعه بلاد بلاط بلال بلده بلسم بلور بلوط بلوغ
بنات بنادق بندقيه بهاء بوابه بومه بيان بيت بيوت بينما فاتن فارس فارغ فارق فاسد فاشل فاضل فاطمه
فانوس فاءز فتاه فتنه فتور فتيان فتيل فجاه فجوه فداء فراء فرات فراس فراش فراغ فرسان فرصه فرعون
فرقه فروع فريد فريق فزع فصول فصيله فضاء فضه فضول فضيحه فضيله فطور فقير فكره فلاح فلسطين فلفل
فلوس فنار فنان فندق فنون فهود فوارس فوضي فولاذ فيضان فيلق كابوس كاتب كارثه كاسر كافر كامل كاهل
كاهن كاءن كبار كبير كتاب كتيبه كثبان كثير كحول كرامه كرسي كريم كساء كسور كسول كعبه كفاح كفيل
كلاب كلام كلب كليه كليل كلمه كمال كمان كمين كنار كنز كنعان كنوز كنيسه كهف كهوف كواكب كوكب كوخ
لاجء لازم لامع لباس لبنان لجام لحظه لحوم لحيه لسان لصوص لعبه لعنه لقاء لقاح لقمان لقمه لماذا
لمعان لمياء لهب لهيب لوازم لوحه لولب لؤلؤه لءلء ليالي ليل ليلي ليله ليمون وادع وادي وارث واثق
واجب واحد واحه واسع واضح وافر واقع والد والي وباء وجبه وجه وجود وجوه وحده وحوش وحيد وداد وداع
ودود وراء ورده ورشه ورقه ورود وزاره وزير وساده وسام وسيط وسيله وسيم وشاح وصال وصفه وصول وصيف
وصيه وضوء وطواط وعاء وعود وفاء وفاه وفير وقار وقود وقوف وكاله وكيل ولاء ولاده ولايه ولدان وليد
وليمه
"""
# Words, and some names, whose last letters are no ending though they look like one.
_END_WORDS = """
انسان ثعبان جبران جدران حسان حنان حيوان دخان ديوان رحمان رضوان رمضان ريحان زمان زيدان سرطان
سلطان سليمان سكران شيطان طوفان عدنان عثمان عدوان عطشان عمران عنوان غزلان غضبان غفران فرسان فنجان
قبطان قرصان قربان قطعان كثبان مروان مرجان مكان ميدان ميزان نعمان نيران نيسان بستان بركان برهان
فيضان لقمان كنعان وجدان بنيان زيتون زيدون ليمون هارون قانون مجنون خلدون شمعون طاعون كانون مامون
مضمون فرعون ياسمين مسكين فلسطين حزين ثمين يقين امين حسين حنين جنين سجين سكين بنين تنين لعين متين
معين يمين مبين نبات سبات فرات وفات بنات اموات اصوات اوقات ابيات حاكم محاكم سهم درهم كاهن راهن
ذهن عليه عليها عليهم عليهن عليك عليكم علينا عليهما اليه اليها اليهم اليك اليكم الينا لديه لديها
لدينا الذي التي الذين كان كانت كانوا لكن لكنه لكنها
"""
_BEGIN = frozenset(_BEGIN_WORDS.translate(_FOLDED).split())
_END = frozenset(_END_WORDS.translate(_FOLDED).split())


def arabic_keys(word: str, language: str, trigger: bool) -> set[str]:
    """A key for each reading of the word."""
    if language == "fa":
        # The stemmer expects the letters of a Persian keyboard.
        word = word.replace("ي", "ی").replace("ك", "ک")
        found = None if trigger else _PERSIAN.fullmatch(word)
        return {stemmer("fa")(word), *([stemmer("fa")(found[1] or found[2])] if found else [])}
    tied = word.endswith("ة")
    word = word.translate(_FOLDED)
    keys: set[str] = set()
    for rest, article in _bare(word, trigger):
        keys.update(_uninflected(rest, article=article, tied=tied, trigger=trigger))
    return {"ar:" + key for key in keys}


def _bare(word: str, trigger: bool) -> Iterator[tuple[str, bool]]:
    """The word as it is, and without particles; whether it has the article."""
    yield word, False
    if found := _ARTICLE.fullmatch(word):
        rest = found[1] or found[2]
        if len(rest) > (2 if trigger else 1):
            yield rest, True
        if found[2]:
            yield "ل" + rest, True  # the article before lam: one lam is not written
    if trigger:
        return
    for length in (0, 1, 2):
        rest = word[length:]
        if len(rest) < 3 or not _PARTICLES.fullmatch(word, 0, length):
            return
        if length:
            yield rest, False
        if not _BEGIN.isdisjoint(_uninflected(rest, article=False, tied=False, trigger=False)):
            return


def _uninflected(word: str, *, article: bool, tied: bool, trigger: bool) -> Iterator[str]:
    """The word as it is, and without pronouns and endings; ``tied`` when its last letter is a ta marbuta."""
    yield word
    if word in _END:
        return
    attached = not article and not trigger
    bases = [word]
    if attached and not tied:
        for pronoun in _PRONOUNS:
            base = word.removesuffix(pronoun)
            if base == word or len(base) < (3 if pronoun == "ك" else 2):
                continue
            yield base
            if len(base) > 2:
                bases.append(base)
                yield from _before_pronoun(base)
        if word.endswith("ا") and len(word) > 3:
            yield word[:-1]  # the accusative
    if word.endswith("ه"):
        yield from _feminine(word)
    for base in bases:
        for number in _NUMBERS:
            stem = base.removesuffix(number)
            if stem == base or len(stem) < 3:
                continue
            yield stem
            if number == "ات":
                yield stem + "ه"
            elif stem.endswith("ت"):
                yield from _feminine(stem[:-1] + "ه")
        if attached and base.endswith(("و", "ي", "ا")) and len(base) > 3:
            yield base[:-1]  # a plural or dual that has lost its nun


def _before_pronoun(base: str) -> Iterator[str]:
    if base.endswith("ت"):
        yield from _feminine(base[:-1] + "ه")
    elif base.endswith("ا"):
        yield base[:-1] + "ي"  # alef maqsura


def _feminine(word: str) -> Iterator[str]:
    yield word
    if len(word) > 3:
        yield word[:-1]
