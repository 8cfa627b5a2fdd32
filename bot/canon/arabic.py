"""Corrections in Arabic: «عينا ميرا خضراوان وليستا زرقاوين»، «سيف جابر من الفضة، لا من الحديد»."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import regex

from bot.canon.grammar import Contrast, Statement
from bot.canon.text import alike, loose, trimmed
from bot.context.normal import normalise
from bot.story.words import word_set

narration = "السرد"

strong = loose(
    r"(?:(?:لقد )?(?:أخطأت|أخطأتم|أخطأت هنا)|أنت مخطئ|أنت مخطئة|هذا خطأ|هذا غير صحيح|غير صحيح|هذا ليس"
    r" صحيحا)(?=\s*[:،؛,.!—–-])|(?:(?:تصحيح|تصويب|ملاحظة|تذكير|تنبيه|معلومة|خطأ|استدراك|توضيح"
    r"|تعديل)(?: صغير| صغيرة| بسيط| بسيطة| مهم|"
    r" مهمة| واحد| للراوي| للراوية| إلى الراوي)*(?=\s*[:،؛,.!—–-])"
    r"|(?:من فضلك[،,]? |رجاء[،,]? |أرجو أن )?(?:تذكر|تذكري|تذكروا|اذكر|لاحظ|لاحظي|انتبه|انتبهي|لا تنس"
    r"|لا تنسى|لا تنسي|صحح|صححي|اعلم|اعلمي|سجل|سجلي|احفظ|احفظي|دون|ضع في اعتبارك|ضع في بالك|خذ في"
    r" الاعتبار|خذ بعين الاعتبار"
    r"|ليكن في علمك|للعلم|ليكن معلوما|أرجو أن تتذكر|أود تصحيح|أريد تصحيح|أود أن أصحح|أريد أن"
    r" أصحح)(?=\s*[:،؛,.!—–-]| أن | بأن | إن | أنّ ))"
)
weak = loose(
    r"(?:من فضلك|من فضلكم|(?:عذرا|عفوا|آسف|آسفة|أعتذر) (?:على|عن|ل)\s?(?:ال)?(?:مقاطعة|إزعاج|تدخل)|هههه*"
    r"|صدقني|صدقيني|لكن|ولكن|لو سمحت|لو سمحتم|رجاء|الرجاء|أرجوك|أرجو|عذرا|عفوا|آسف|لا(?=\s*[،,])|كلا|في"
    r" الحقيقة|في الواقع|بالمناسبة|بالأحرى|أيها الراوي|يا راوي|أيتها الراوية|حسنا|مهلا|لحظة|أظن|أعتقد"
    r"|انتظر"
    r"|تذكر|تذكري|تذكروا|لاحظ|تتذكر|أن تتذكر|أن|بأن|أنّ|إن|مرحبا|طيب|الصحيح|الصواب|الحقيقة"
    r"|هل (?:من ال)?ممكن أن تتذكر|ممكن أن تتذكر|ممكن تتذكر|هل يمكنك أن"
    r" تتذكر|هل يمكنك|هلا تذكرت|هلا|للتوضيح|والآن|الآن|فقط|أيضا|خارج القصة|اجعل|اجعلي|ثم|و)"
)
tail = loose(
    r"(?:من فضلك|من فضلكم|لو سمحت|رجاء|شكرا|شكرا لك|شكرا جزيلا|أرجوك|كما قلت|تذكر ذلك|حسنا|منذ البداية)"
)
polite = loose(r"(?:هل ممكن|هل من الممكن|هل يمكنك|هل يمكن|هلا|أيمكنك|هل لك|ممكن)")
uncertain = loose(
    r"(?:ربما|ماذا لو|لو(?! سمحت)|إذا|هل|لعل|ليت|يا ليت|أتساءل|من(?= ال?ذي)|ماذا|لماذا|متى|أين|كيف|قد"
    r"|افترض|تخيل|أليس|أليست)"
)

guess = loose(r"(?:أنا )?(?:أظن|أعتقد|أحسب|أخال|في رأيي|برأيي|أنا متأكد|أنا متأكدة|على ما أظن)")
beside = loose(
    r"(?:^(?:ال)?(?:لاعب|لاعبة|لاعبين)|دقائق|دقيقة|[وب]?(?:ال)?(?:إنترنت|جلسة|هاتف|امتحان|اجتماع|ديسكورد)"
    r"|دور \p{L}+ الآن|دوري|أننا|إننا|علينا|هيا|نلعب|نذهب|لنذهب|تأخر|تأخرت|سيتأخر|ستتأخر"
    r"|(?:ليس|وليس|لا|ولا) (?:أنا|نحن|لي|أنت))"
)
passing = loose(r"(?:اليوم|غدا|أمس|الليلة|هذا الأسبوع|هذا المساء)")

_IS_NOT = r"(?:ليس|ليست|ليسا|ليستا|ليسوا|لسن|لسنا|مو|مش|مب|مهو|ماهو|ماهي)"
_BUT = r"(?:بل|وإنما|إنما|ولكن|لكن|ولكنه|ولكنها|لكنه|لكنها|ولكنهما|لكنهما|بل إن)"
_HE = r"(?:هو|هي|هما|هم|هن)"
_COMMA = r"[\s،,؛;:.(—–-]"
_NOT_BUT = loose(
    rf"(?P<head>.*?)(?<!\p{{L}})(?:[وف]?{_IS_NOT}|[وف]?(?:لا|غير|ما)) (?P<old>.+?)[،,؛;—–]?\s+{_BUT}"
    rf" (?:{_HE} )?(?P<new>.+)",
    whole=False,
)
_NOT = loose(
    rf"(?P<head>.+?){_COMMA}+(?:[وف]?{_IS_NOT}|[وف]?لا|[وف]?ما {_HE}|بدلا من|بدل|عوضا عن|عوض|خلافا ل"
    rf"|وغير|لا {_HE})\s+(?P<old>[^()]+?)\)?",
    whole=False,
)
_SAID = loose(
    rf"(?:قلت|كتبت|ذكرت|وصفت|قلتم|كتبتم) (?:أن|إن|بأن) (?P<head>.+?) (?P<old>\S+)[،,؛.]?\s+(?:و?لكن(?:ه"
    rf"|ها|هما)?|بينما|بل|والصحيح أن(?:ه|ها|هما)?|وهو|وهي|وهما) (?:في الحقيقة |في الواقع )?(?:{_HE}"
    rf" )?(?P<new>.+)",
    whole=False,
)
_NO_MORE = loose(r"(?:[وف]?لم )(?:يعد|تعد|يعودا|تعودا|يكن|تكن|يكونا|تكونا|يكونوا)(?: يوما)?")
_EVER = loose(r"(?:قط|مطلقا|البتة|على الإطلاق|أصلا)")
_CHANGE = loose(
    r"(?:غير|غيري|بدل|بدلي|عدل|عدلي|صحح) (?P<what>.+?) من (?P<old>.+?) إلى (?P<new>.+)", whole=False
)
_BE = loose(
    r"(?:لونه|لونها|كان|كانت|كانا|كانتا|يكون|تكون|يكونان|تكونان|يجب أن يكون|يجب أن تكون|يجب أن يكونا"
    r"|يجب أن تكونا"
    r"|ينبغي أن يكون|ينبغي أن تكون|ما زال|ما زالت|أصبح|أصبحت|صار|صارت|هو في الحقيقة|في الحقيقة|في"
    r" الواقع|الآن|دائما)"
)
_PRONOUN = loose(rf"{_HE}")
_OWNERS = loose(r"(?:لدى|عند|لدي|مع|على)")
_AT = loose(r"(?:لدى|عند)")
_CALLED = loose(r"(?:اسمه|اسمها|يدعى|تدعى|يسمى|تسمى|يلقب|تلقب)")
_THEIR = loose(r"(?:لديها|لديه|لديهما|عندها|عنده|لها|له|لهما|معها|معه)")
_HEADS = loose(
    r"(?:ال)?(?:لون|ألوان|اسم|لقب|شكل|طول|حجم|نوع|عدد|موطن|مكان|مسقط|لغة|صنعة|مادة|أصل|سلاح|رمز|شعار"
    r"|تاريخ|يوم|عيد|سبب|وزن|قامة|نبرة|ملمس)"
)
_COMPOUND_HEADS = loose(r"(?:لون|ألوان|اسم|لقب|شكل|طول|حجم|نوع|عدد|مسقط|مادة|رمز|شعار|تاريخ|يوم|وزن|ملمس)")
_NAME_HEADS = loose(
    r"(?:عبد|أبو|أبي|أبا|أم|ابن|بن|بنت|آل|ذو|ذات|الأمير|الأميرة|الملك|الملكة|القبطان|السيد|السيدة|الشيخ"
    r"|الشيخة|الحكيم|الدكتور|العم|العمة|الحاج|القائد|الكاهن|الساحر|الساحرة|الحارس|التاجر)"
)
_THINGS_OF_BODY = (
    r"(?:عين|عينا|عيني|عينان|عينين|عيون|شعر|بشرة|لحية|عباءة|معطف|رداء|ثوب|قميص|خاتم|سيف|رمح|خنجر|قوس"
    r"|فأس|ترس|درع|حصان|فرس|جواد|سفينة|قارب|بيت|موطن|صنعة|مهنة|عمر|سن|ندبة|صوت|سلاح|قبعة|وشاح|حذاء|قط"
    r"|قطة|كلب|راية|خوذة|لون|اسم|لقب|حرفة|عصا|قلادة|عمامة|حقيبة)"
)
_BODY = loose(rf"(?:ال)?{_THINGS_OF_BODY}")
_PLACES_OF_BODY = loose(r"(?:رأس|كتف|كتفي|وجه|جبين|جبهة|ذراع|يد|صدر|ظهر|عنق|رقبة|خد|ساق|ذقن|إصبع|معصم)")
_BEGIN_WITH_L = loose(
    r"(?:لأول|لآخر|لميس|ليلى|لبنى|لينا|لمى|لجين|لؤي|ليان|لقمان|لطفي|لطيفة|لارا|لانا|ليث|لمياء|لاعب|لاعبة"
    r"|لسان|لباس"
    r"|لوحة|لعبة"
    r"|لغة|لحن|لهجة)"
)
_AND_A_THING = loose(rf"[،,]?\s+و(?={_THINGS_OF_BODY}\s)", whole=False)
pronoun = loose(
    rf"و?(?:هو|هي|هما|هم|إنه|إنها|لديها|لديه|لها|له|عندها|عنده|{_THINGS_OF_BODY}(?:ها|ه|هما|هم)"
    rf"|\p{{L}}{{3,}}(?:ها|هما))"
)
_VERBS = {
    "ملابس": r"[تي]رتدي|[تي]لبس|ارتدى|ارتدت|لبس|لبست|مرتدي[اة]?",
    "سلاح": r"[تي]حمل|[تي]ستخدم|[تي]قاتل ب|[تي]ستعمل|حمل|حملت",
    "شيء": r"[تي]ملك|[تي]متلك|[تي]قتني|[تي]ضع",
    "موطن": r"[تي]سكن|[تي]عيش|[تي]أتي|[تي]نحدر|[تي]قيم|ولدت?",
    "صنعة": r"[تي]عمل",
    "اسم": r"[تي]دعى|[تي]سمى|[تي]لقب",
    "خوف": r"[تي]خاف|[تي]خشى",
    "محبوب": r"[تي]حب|[تي]فضل|[تي]عشق",
    "مكروه": r"[تي]كره|[تي]بغض",
    "دابة": r"[تي]ركب|[تي]متطي",
    "عمر": r"[تي]بلغ(?: من العمر)?",
    "لغة": r"[تي]تحدث|[تي]تكلم",
}
_VERB = tuple((attribute, regex.compile(rf"^(?:{verbs})$")) for attribute, verbs in _VERBS.items())
_THINGS = frozenset({"ملابس", "سلاح", "شيء"})
_PREPOSITIONS = word_set(
    """
    من في على إلى عن تحت فوق بين حول
    """
)
_PRONOUNS = frozenset(
    normalise(
        "أنا أنت أنتم نحن هو هي هما هم هن هذا هذه ذلك تلك هناك هنا كل شيء أحد الذي التي ما من اني انا"
        " لي معي عندي نفسي إنه إنها هؤلاء لا نعم بيتي مرة يجب ينبغي"
    ).split()
)
_TABLE_TALK = frozenset(
    normalise("الجلسة اللعبة الانترنت الإنترنت العشاء الغداء الاجتماع البث الهاتف الدور الجهاز").split()
)
_YEARS = loose(r"(?:عام|عاما|سنة|سنوات|أعوام|سنين)")

_WISH = loose(
    r"(?:أنا )?(?:أفضل(?! من)|أريد|أود|أحب|أرغب(?: في)?|أتمنى|لا أحب|لا أريد|لا أفضل|أكره|يعجبني|تعجبني"
    r"|لا يعجبني|لا تعجبني|تفضيلي|أميل إلى)"
)
_TELLER = loose(
    r"(?:دائما |لا |أن |رجاء |من فضلك |حاول أن |أرجو أن |الرجاء )*"
    r"(?:بدون|بلا|من دون|من غير|اكتب|اكتبي|تكتب|صف|صفي|تصف|استخدم|استخدمي|تستخدم|استعمل|تستعمل|تجنب|تجنبي"
    r"|تتجنب|اسرد|احك|احكي"
    r"|ارو|اجعل (?:ال)?(?:فقرات|فقرة|جمل|جملة|سرد|وصف|حوار|حوارات|ردود|رد|أسلوب|نبرة|لغة|نص|مشاهد|قصص"
    r"|قصة)|قلل|أكثر|أطل|اختصر|خاطبني|تخاطبني|خاطب|نادني|أضف|تضف|ابدأ|تبدأ|اختم|تختم|أنه|تنه|ركز|تكرر"
    r"|الإكثار|التقليل|عدم|كتابة|وصف ال|استخدام)"
)


def contrast(sentence: str) -> Contrast:
    """Take «وليستا زرقاوين»، «لا زرقاوان»، «ليس … بل …» out of the sentence."""
    sentence = " ".join(_EVER.sub(" ", _NO_MORE.sub(" ليس ", sentence)).split())
    if found := _SAID.fullmatch(sentence):
        return Contrast(f"{found['head']} {found['new']}", found["old"])
    if found := _CHANGE.fullmatch(sentence):
        return Contrast(f"{found['what']} هو {found['new']}", found["old"])
    if found := _NOT_BUT.fullmatch(sentence):
        head, old, new = found["head"].strip(" ،,"), found["old"], found["new"]
        verb, _, thing = old.partition(" ")
        if head and thing and _verb(verb):  # «باسل لا يحمل سيفًا بل رمحًا»
            return Contrast(f"{head} {verb} {new}", thing)
        if not head:
            # «ليست عينا ميرا زرقاوين بل خضراوين»: who and what stand with what is wrong.
            words, size = old.split(), len(new.split())
            if len(words) > size:
                return Contrast(f"{' '.join(words[:-size])} {new}", " ".join(words[-size:]))
        return Contrast(f"{head} {new}".strip(), regex.sub(rf"^{_HE}\s+", "", old))
    if found := _NOT.fullmatch(sentence):
        head = found["head"]
        denied = (
            len(head.split()) < 3
            and bool(regex.search(rf"{_IS_NOT}", sentence[found.end("head") :]))
            and (_BODY.fullmatch(head.split()[0]) is not None)
        )
        return Contrast(head, regex.sub(rf"^{_HE}\s+", "", found["old"]), denied)
    if found := regex.match(rf"^{_IS_NOT}\s+(.+)$", sentence):
        return Contrast("", found[1], denied=True)
    return Contrast(sentence)


def statement(sentence: str, old: str, names: Collection[str]) -> Statement | None:
    """Who, what and how."""
    sentence = sentence.strip(" .،,؛!—–-")
    words = [word for word in _BE.sub(" ", sentence).split() if word not in ("—", "–", "-")]
    words = regex.sub(r"\s*[:،,]\s*", " ", " ".join(words)).split()
    if words and regex.fullmatch(r"إنّ?|أنّ?|وأن|فإن", words[0]):
        words = words[1:]
    if (
        len(words) < 2
        or normalise(words[0]) in _PRONOUNS
        or normalise(words[0]) in _TABLE_TALK
        or _suffixed(words[0])
    ):
        return None
    found = _parse(words, old, names)
    if found is None or not trimmed(found.subject) or not trimmed(found.value):
        return None
    if (
        normalise(found.subject.split()[0]) in _PRONOUNS | set(_PREPOSITIONS)
        or len(found.subject.split()) > 4
    ):
        return None
    subject = trimmed(found.subject)
    known = next((name for name in names if alike(name, subject)), subject)
    return Statement(known, trimmed(found.attribute), trimmed(found.value), found.loose, sentence)


def bare(sentence: str, names: Collection[str]) -> Statement | None:
    """«عصام مريض»."""
    words = sentence.strip(" .،,؛!—–-").split()
    if len(words) < 2 or normalise(words[0]) in _PRONOUNS | set(_PREPOSITIONS) or words[0].startswith("ال"):
        return None
    end = _name_length(words, names)
    if _BODY.fullmatch(words[0]) or _suffixed(words[0]) or end >= len(words):
        return None
    return Statement(" ".join(words[:end]), "", " ".join(words[end:]), loose=True, sentence=sentence)


def several(sentence: str) -> Sequence[str]:
    """«لدى ميرا شعر أحمر وعينان خضراوان»، «حصان علا أبيض وحصان وائل أسود»."""
    sentence = sentence.strip(" .،,؛!—–-")
    first, *more = _AND_A_THING.split(sentence)
    words = first.split()
    if not more or len(words) < 3:
        return [sentence]
    if _OWNERS.fullmatch(words[0]):
        owner = " ".join(words[: 1 + _name_length(words[1:], ())])
        return [first, *(f"{owner} {thing}" for thing in more)]
    return [first, *more] if all(len(thing.split()) > 2 for thing in more) else [sentence]


def _parse(words: list[str], old: str, names: Collection[str]) -> Statement | None:
    for index, word in enumerate(words[:-1]):
        attribute = None if index and _CALLED.fullmatch(word) else _verb(word)
        if attribute and index == 0 and len(words) > 2:
            end = 1 + _name_length(words[1:], names)
            return _acting(" ".join(words[1:end]), words[end:], attribute, old)
        if attribute and index:
            return _acting(" ".join(words[:index]), words[index + 1 :], attribute, old)
        if index and _CALLED.fullmatch(word):
            return _named(words[:index], words[index + 1 :])
        if index and _THEIR.fullmatch(word):
            return _had(" ".join(words[:index]), words[index + 1 :], old)
        if index and index < len(words) - 1 and _PRONOUN.fullmatch(word):
            return _equated(words[:index], words[index + 1 :], names)
    at = next((index for index, word in enumerate(words) if index and _AT.fullmatch(word)), 0)
    if at and at + 1 < len(words):
        end = at + 1 + _name_length(words[at + 1 :], names)
        if end < len(words):  # «لون الشعر عند ميرا أحمر»
            return Statement(" ".join(words[at + 1 : end]), " ".join(words[:at]), " ".join(words[end:]))
        return Statement(" ".join(words[at + 1 :]), words[0], " ".join(words[1:at]))
    if words[0] == "على" and len(words) > 3 and _PLACES_OF_BODY.fullmatch(words[1]):  # «على رأس لينا تاج»
        end = 2 + _name_length(words[2:], names)
        if end < len(words):
            return Statement(" ".join(words[2:end]), " ".join(words[:2]), " ".join(words[end:]))
    if _OWNERS.fullmatch(words[0]) and len(words) > 2:
        end = 1 + _name_length(words[1:], names)
        return _had(" ".join(words[1:end]), words[end:], old)
    if (owner := _owner(words[0], names)) and len(words) > 2:
        return _had(owner, words[1:], old)
    if len(words) > 2 and (attribute := _suffixed(words[1])):
        return Statement(words[0], attribute, " ".join(words[2:]))
    return _nominal(words, old, names)


def _nominal(words: list[str], old: str, names: Collection[str]) -> Statement | None:
    """«عينا ميرا خضراوان»، «ميسون نساجة»."""
    size = len(old.split())
    of = next(
        (
            index
            for index, word in enumerate(words)
            if index > 1 and word in _PREPOSITIONS and old.split()[:1] == [word]
        ),
        0,
    )
    for index in range(len(words)):  # a name that is known
        end = index + _known_length(words[index:], names)
        if end > index and end < len(words):
            if index == 0:
                return Statement(" ".join(words[:end]), "", " ".join(words[end:]), loose=True)
            return Statement(" ".join(words[index:end]), " ".join(words[:index]), " ".join(words[end:]))
    start = of or (len(words) - size if size else 0)
    head = 2 if _COMPOUND_HEADS.fullmatch(words[0]) and len(words) > 3 else 1
    if size and start == 1 and not _BODY.fullmatch(words[0]):
        return Statement(words[0], "", " ".join(words[1:]), loose=True)
    if of:
        end = min(head + _name_length(words[head:], names), of)
        return Statement(" ".join(words[head:end]), " ".join(words[:head]), " ".join(words[end:]))
    if len(words) <= head + 1:
        return None
    end = head + _name_length(words[head:], names)
    if end >= len(words):
        return None
    # Any three words could be read so; without "not that" only a usual attribute counts.
    unsure = not old and not (_BODY.fullmatch(words[0]) or _COMPOUND_HEADS.fullmatch(words[0]))
    return Statement(" ".join(words[head:end]), " ".join(words[:head]), " ".join(words[end:]), loose=unsure)


def _equated(left: list[str], right: list[str], names: Collection[str]) -> Statement:
    """With هو or هي between: «موطن غسان هو الوادي الأخضر»."""
    value = " ".join(right)
    if len(left) == 1 or _known_length(left, names) == len(left):
        return Statement(" ".join(left), "", value, loose=True)
    for index in range(1, len(left)):
        if index + _known_length(left[index:], names) == len(left) and _known_length(left[index:], names):
            return Statement(" ".join(left[index:]), " ".join(left[:index]), value)
    if (
        len(left) == 3
        and left[2].startswith("ال")
        and not left[0].startswith("ال")
        and not _COMPOUND_HEADS.fullmatch(left[0])
        and not _NAME_HEADS.fullmatch(left[1])
    ):  # «مشروب باسل المفضل»
        return Statement(left[1], f"{left[0]} {left[2]}", value)
    start = len(left) - 1
    if start > 1 and _NAME_HEADS.fullmatch(left[start - 1]):
        start -= 1
    elif start == 1 and _NAME_HEADS.fullmatch(left[0]):
        return Statement(" ".join(left), "", value, loose=True)
    return Statement(" ".join(left[start:]), " ".join(left[:start]), value)


def _named(left: list[str], right: list[str]) -> Statement:
    """«كلب باسل اسمه ريكس»: of Basil's dog."""
    if len(left) > 1 and not _NAME_HEADS.fullmatch(left[0]):
        return Statement(" ".join(left[1:]), left[0], " ".join(right))
    return Statement(" ".join(left), "اسم", " ".join(right), loose=True)


def _acting(subject: str, thing: list[str], attribute: str, old: str) -> Statement | None:
    if thing[:2] == ["من", "العمر"]:
        thing = thing[2:]
    if not thing or not subject:
        return None
    if attribute in _THINGS and (had := _had(subject, thing, old)) is not None and had.attribute:
        return had
    return Statement(subject, attribute, " ".join(thing), loose=True)


def _had(subject: str, thing: list[str], old: str) -> Statement | None:
    """What somebody has: «عينان خضراوان»; the noun comes first."""
    size = len(old.split())
    if len(thing) > 1 and not (size and size == len(thing) and not alike(old.split()[0], thing[0])):
        return Statement(subject, thing[0], " ".join(thing[1:]))
    return Statement(subject, "", " ".join(thing), loose=True) if thing else None


def _verb(word: str) -> str | None:
    bare = regex.sub(r"[\u064b-\u0652\u0670\u0640]", "", word)
    return next((attribute for attribute, pattern in _VERB if pattern.match(bare)), None)


def _owner(word: str, names: Collection[str]) -> str | None:
    """Whose it is, where the preposition is written with the name: «لميرا»."""
    if (
        not word.startswith("ل")
        or len(word) < 4
        or _BODY.fullmatch(word)
        or _BEGIN_WITH_L.fullmatch(word)
        or any(word == name for name in names)
    ):
        return None
    return (
        "ال" + word[2:]
        if word.startswith("لل") and not any(alike(name, word[1:]) for name in names)
        else word[1:]
    )


def _suffixed(word: str) -> str | None:
    """The attribute in «عيناها»."""
    found = regex.fullmatch(r"(\p{L}{2,}?)(?:ها|ه|هما|هم)", word)
    return (
        found[1]
        if found and (_BODY.fullmatch(found[1]) or _BODY.fullmatch(regex.sub("ت$", "ة", found[1])))
        else None
    )


def _known_length(words: list[str], names: Collection[str]) -> int:
    for name in names:
        size = len(name.split())
        if size and any(alike(name, " ".join(words[:size])) for _ in (0,)) and len(words) >= size:
            return size
    return 0


def _name_length(words: list[str], names: Collection[str]) -> int:
    """How many of the words are the name that they begin with."""
    if known := _known_length(words, names):
        return known
    return 2 if len(words) > 2 and _NAME_HEADS.fullmatch(words[0]) else 1


def old_value(old: str, statement: Statement) -> str:
    """What was wrong, without the noun that the statement names."""
    words = trimmed(old).split()
    if len(words) > 1 and statement.attribute and alike(words[0], statement.attribute.split()[0]):
        words = words[1:]
    return " ".join(words)


def preference(sentence: str) -> str | None:
    """What the player wishes, as it stands; None when it is no wish about the telling."""
    if _WISH.match(sentence) or _TELLER.match(sentence):
        return sentence.strip(" .،,؛!")
    return None
