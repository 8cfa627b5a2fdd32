"""Arabic lines of the story: «أفتح الباب» is ``> تفتح الباب.``

Alone, the first person and the imperative become the second person, whose verb needs no pronoun. With
several players a third person would have to guess the player's gender, so the words stay as they are
after the name and a colon, as in a play.
"""

from __future__ import annotations

import regex

from bot.story.words import asks, ended, in_guillemets, outside_quotations, word_set

_SUBJECT = regex.compile(r"([أا]نا|([أا]نت[\u064e\u0650]?))[\s،]+(?=\S)")
# Short imperatives of weak verbs, and those that begin like the article.
_IRREGULAR = {
    "قل": "تقول",
    "خذ": "تأخذ",
    "كل": "تأكل",
    "قف": "تقف",
    "ضع": "تضع",
    "عد": "تعود",
    "نم": "تنام",
    "سر": "تسير",
    "امش": "تمشي",
    "ارم": "ترمي",
    "التقط": "تلتقط",
    "التفت": "تلتفت",
    "التهم": "تلتهم",
    "كن": "تكون",
    "زر": "تزور",
    "قم": "تقوم",
    "ابق": "تبقى",
    "اجر": "تجري",
    "اعط": "تعطي",
    "أعط": "تعطي",
    "ابن": "تبني",
}
_FIRST = regex.compile(r"(س?)(آ|أ|ا(?!ل))(\p{L}{2,})")
_VERBAL_NOUN = regex.compile(r"ا\p{L}+ا\p{L}")
_NO_VERBS = word_set("""
    أمام أولا أولاً أول أين أي أيضا أيضاً أخي أبي أمي أحد أخيرا أخيراً أحيانا أحياناً أكثر أنا أنت إلى
    أسد أعلى أسفل أثناء أربعة أربع ألف أمس اسم ابنة امرأة اثنان أيها
""")
_SECOND = regex.compile(r"س?ت\p{L}{2,}")
_PARTICLES = word_set("""
    لا لن لم سوف قد ثم بهدوء ببطء بسرعة بحذر أيضا أيضاً الآن
""")
_LINKED = regex.compile(r"(?<!\p{L})(ثم\s+|[وف])([أآ])(\p{L}{2,})")
_LINKED_STEMS = word_set("""
    دخل ذهب نظر ركض خرج صعد نزل بحث فتح غلق جلس قف مشي جري سير هرب قترب بتعد ضرب هاجم سأل قول صرخ همس
    حمل ضع رمي لتقط مسك سحب دفع قرأ كسر قفز تسلق ختبئ نتظر ستمع ستخدم عود تبع ترك حاول طرق شرب نام تقدم
    تحدث شعل طفئ راقب تفحص فحص تجه
""")
_MINE = {"لي": "لك", "معي": "معك", "بي": "بك", "نفسي": "نفسك", "عني": "عنك", "مني": "منك", "أنا": "أنت"}


def say(speech: str, name: str | None) -> str:
    """The line for speech; ``name`` is None for the only player."""
    return f"> {'تقول' if name is None else name}: {in_guillemets(speech)}"


def do(text: str, name: str | None) -> str:
    """The line for an action; ``name`` is None for the only player."""
    if asks(text):
        return f"> {'تتساءل' if name is None else name}: {in_guillemets(text)}"
    text = ended(text)
    subject = _SUBJECT.match(text)
    clause = text[subject.end() :] if subject else text
    if name is not None:
        return f"> {name}: {clause}"
    if subject and subject[2]:
        return f"> {text}"
    told = _told(clause, after_pronoun=subject is not None)
    return f"> أنت: {clause}" if told is None else f"> {told}"


def _told(clause: str, *, after_pronoun: bool) -> str | None:
    """The clause in the second person; None when its verb is not recognised."""
    for match in regex.finditer(r"[\p{L}\p{M}]+", clause):
        word = match.group()
        if word in _PARTICLES:
            continue
        # «فتحت» is the past of the first person and of the second alike.
        is_past = after_pronoun and word.endswith("ت")
        verb = word if is_past or _SECOND.fullmatch(word) else _from_first(word)
        if verb is None:
            return None
        return clause[: match.start()] + verb + outside_quotations(clause[match.end() :], _reworded)
    return None


def _from_first(word: str) -> str | None:
    """The second person of a first person or an imperative."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    match = _FIRST.fullmatch(word)
    if match is None or word in _NO_VERBS or _VERBAL_NOUN.fullmatch(word):
        return None
    return f"{match[1]}{_prefix(match[2])}{match[3]}"


def _prefix(letter: str) -> str:
    return "تأ" if letter == "آ" else "ت"


def _reworded(text: str) -> str:
    """Verbs after "and", and the first person's pronouns."""

    def linked(match: regex.Match[str]) -> str:
        return f"{match[1]}{_prefix(match[2])}{match[3]}" if match[3] in _LINKED_STEMS else match.group()

    text = _LINKED.sub(linked, text)
    return regex.sub(r"\p{L}+", lambda match: _MINE.get(match.group(), match.group()), text)
