"""How far a correction reaches, by its words (canon.md, section 2 of "From a correction to a recall")."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from bot.canon.text import loose
from bot.story import Scope

_THIS_EN = r"(?:only |just |at least |but |and )*(?:in|for|during|within|throughout|through|inside|over) "
_THIS_EN += (
    r"(?:only |just |the course of |the rest of |the duration of )*(?:(?:this|our)(?: current| present"
    r"| own)?|the current|the present) "
)
_ONLY_EN = r"(?:only )?this "
_EACH_EN = r"(?:and |also |but )*(?:(?:in|for|across|throughout|through) )"
_EACH_EN += r"(?:each and every|every single|every|each|all|any|all of)(?: the| my| our| other)*"
_TALES_EN = (
    r"(?:story|stories|tale|tales|adventure|adventures|game|games|campaign|campaigns|universe|universes"
)
_TALES_EN += r"|world|worlds|playthrough|playthroughs|telling|tellings|timeline|timelines|session|sessions"
_TALES_EN += r"|conversation|conversations|chat|chats)"

_THIS_RU = (
    r"(?:только |лишь |хотя бы |и |но )*(?:в рамках|в пределах|в течение|на протяжении|на время|до"
    r" конца|в|во|для|на|про) "
)
_ONE_RU = (
    r"(?:эт(?:ой|ом|ого|у|от)|данн(?:ой|ом|ого)|текущ(?:ей|ем|его)|нашей|нашем|нашего|нынешн(?:ей|ем|его)) "
)
_EACH_RU = (
    r"(?:и |также |но )*(?:во|в|для|на) (?:всех|все|кажд(?:ой|ом|ого|ую|ый)|люб(?:ой|ом|ого|ую|ый)"
    r"|остальных)(?: наших| моих| остальных| других)* "
)
_TALES_RU = (
    r"(?:истори\p{L}+|приключени\p{L}+|игр\p{L}*|вселенн\p{L}+|мир\p{L}*|кампани\p{L}+|рассказ\p{L}*"
    r"|сюжет\p{L}*"
)
_TALES_RU += r"|верси\p{L}+|сказк\p{L}+|сказок|партии|партию|прохождени\p{L}+|разговор\p{L}*|бесед\p{L}*)"

_IN_AR = r"(?:و?(?:فقط|لكن) )?(?:[وف]?(?:في|ضمن|خلال|أثناء|طوال|داخل|حتى نهاية|طيلة) |[وف]?ل)"
_THIS_AR = r"(?:هذه|هذا|هاته) (?:ال)?"
_EACH_AR = r"(?:[وف]?(?:في|ضمن|خلال|عبر|على مدى) |[وف]?ل)(?:كل|كافة|جميع|سائر|أي|كلّ)(?: من)? (?:ال)?"
_TALES_AR = (
    r"(?:قصة|قصص|مغامرة|مغامرات|حكاية|حكايات|رواية|روايات|لعبة|ألعاب|كون|أكوان|عالم|عوالم|حملة|حملات"
    r"|سرد|نسخة|محادثة|محادثات|جلسة|جلسات)"
)

_SCOPES: dict[str, tuple[tuple[Scope, regex.Pattern[str]], ...]] = {
    "en": (
        (
            Scope.SCENE,
            loose(
                rf"{_THIS_EN}(?:very |one |single )?(?:scene|encounter|moment|fight|conversation"
                rf" only)(?: only| alone)?"
                rf"|{_ONLY_EN}scene only|for now|for the moment|for the time being"
                r"|(?:only |just )?(?:until|till) (?:the end of (?:this|the)|this|the) scene(?: ends|"
                r" is over)?"
            ),
        ),
        (
            Scope.ARC,
            loose(
                rf"{_THIS_EN}(?:whole |entire |one )?(?:(?:story |plot |narrative )?arc|chapter"
                rf"|storyline|story line|act|quest|episode)"
                rf"(?: only| alone)?|{_ONLY_EN}(?:arc|chapter|quest) only"
                r"|(?:until|till) (?:the end of (?:this|the)|this|the) (?:story"
                r" )?(?:arc|chapter)(?: ends| is over)?"
            ),
        ),
        (
            Scope.CHARACTER,
            loose(
                rf"{_EACH_EN} (?:(?:her|his|its|their|your) )?{_TALES_EN}"
                r"(?: (?:that )?(?:we|i) (?:play|tell|share|run|have)| of ours| together)?"
                r"|(?:no matter|regardless of|whatever) (?:which |the |what )*(?:story|adventure)(?: is"
                r"| it is)?"
                r"|everywhere|wherever (?:she|he|it|they) appears?"
                r"|in (?:her|his|its|their|the) (?:general )?profile"
            ),
        ),
        (
            Scope.ADVENTURE,
            loose(
                rf"in the (?:world|universe|setting|context) of (?:this|our) {_TALES_EN}"
                rf"|{_ONLY_EN}{_TALES_EN} only"
                rf"|{_THIS_EN}(?:whole |entire |one |particular )?(?:{_TALES_EN}|version|continuity"
                rf"|setting|run|one)(?: only| alone| of ours)?"
            ),
        ),
    ),
    "ru": (
        (
            Scope.SCENE,
            loose(
                rf"{_THIS_RU}{_ONE_RU}(?:сцен\p{{L}}+|эпизод\p{{L}}*|момент\p{{L}}*)|(?:до конца|на"
                rf" время) сцены|пока что"
                r"|в этот момент"
            ),
        ),
        (
            Scope.ARC,
            loose(
                rf"{_THIS_RU}{_ONE_RU}(?:сюжетн\p{{L}}+ )?(?:арк\p{{L}}+|глав\p{{L}}+|лини\p{{L}}+)|до"
                rf" конца (?:арки|главы)"
            ),
        ),
        (
            Scope.CHARACTER,
            loose(
                rf"{_EACH_RU}{_TALES_RU}|везде|всюду|повсюду|в (?:общем )?профиле|независимо от"
                rf" (?:истории|приключения)"
            ),
        ),
        (
            Scope.ADVENTURE,
            loose(
                rf"(?:в мире|во вселенной|в контексте) {_ONE_RU}{_TALES_RU}|{_THIS_RU}{_ONE_RU}{_TALES_RU}"
            ),
        ),
    ),
    "ar": (
        (
            Scope.SCENE,
            loose(
                rf"{_IN_AR}(?:{_THIS_AR}|ال)(?:مشهد|لقطة|لحظة)(?: الحالي| فقط| وحده| هذا)*|[وف]?حتى"
                rf" نهاية المشهد"
            ),
        ),
        (
            Scope.ARC,
            loose(
                rf"{_IN_AR}(?:{_THIS_AR}|ال)(?:قوس|فصل|حبكة|جزء|حلقة|مرحلة)"
                r"(?: القصصي| السردي| الدرامي| القصصية| الحالي| الحالية| هذا| هذه| فقط| من القصة)*"
            ),
        ),
        (
            Scope.CHARACTER,
            loose(
                rf"{_EACH_AR}(?:{_TALES_AR}|قصصنا|قصصي|مغامراتنا|حكاياتنا|ألعابنا)(?: بلا استثناء"
                rf"| دون استثناء)?|[وف]?في كل مكان|[وف]?أينما"
                rf" (?:ظهر|ظهرت|كان|كانت)"
            ),
        ),
        (
            Scope.ADVENTURE,
            loose(
                rf"{_IN_AR}(?:(?:عالم |كون |سياق )?{_THIS_AR}{_TALES_AR}|ال{_TALES_AR} (?:هذه|هذا"
                rf"|الحالية|الحالي)|قصتنا|مغامرتنا|حكايتنا|عالمنا|لعبتنا|حملتنا|روايتنا|كوننا"
                rf"|نسختنا)(?: فقط| وحدها| هذه| هذا| الحالية)*"
            ),
        ),
    ),
}

_LASTING = {
    "en": loose(
        r"(?:and |but )*(?:from (?:now|here|this (?:moment|point|day)|today)(?: on(?:wards?)?| forward|"
        r" out)?|henceforth|going forward"
        r"|always|forever|for ever|for good|permanently|from then on|at all times|every time)"
    ),
    "ru": loose(
        r"(?:и )?(?:с этого (?:момента|мига|дня|времени)|с этих пор|отныне(?: и (?:впредь|навсегда"
        r"|навеки))?|впредь|с сегодняшнего дня"
        r"|всегда|навсегда|в дальнейшем|начиная с этого момента|на будущее|постоянно)"
    ),
    "ar": loose(
        r"[وف]?(?:(?:من|منذ|ابتداء من|بدءا من) (?:الآن|اليوم|هذه اللحظة)(?: وصاعدا| فصاعدا)?|دائما|دوما"
        r"|أبدا|على الدوام|للأبد|إلى الأبد|بعد الآن|مستقبلا|باستمرار)"
    ),
}
_OUTSIDE = loose(
    r"story|stories|scene|(?:story |plot )?arc|campaign|campaigns|playthrough|истори\p{L}+|сцен\p{L}+"
    r"|арк\p{L}+"
    r"|(?:ال)?(?:قصة|قصص|مشهد|حبكة)|(?:ال)?قوس (?:ال)?(?:قصصي|سردي)|قصتنا"
)
_JOINT = r"[\s,;:،؛—–-]*"
_AND = {"en": "and", "ru": "и", "ar": "و"}


@dataclass(frozen=True, slots=True)
class Reach:
    """What the words say: the scopes that are named, and whether it is meant to last."""

    scopes: tuple[Scope, ...]
    lasting: bool
    outside: bool = False
    """They speak about the story as nobody does inside it: "in this story", not "in this world"."""


def take_scopes(sentence: str, language: str) -> tuple[str, Reach]:
    """The sentence without its words of scope, and what they say."""
    found: list[Scope] = []
    phrases = ""
    for scope, pattern in _SCOPES[language]:
        sentence, hit = _cut(sentence, pattern, language)
        if hit:
            found.append(scope)
            phrases += f" {hit}"
    sentence, lasting = _cut(sentence, _LASTING[language], language)
    return sentence, Reach(tuple(found), bool(lasting), _OUTSIDE.search(phrases) is not None)


def _cut(sentence: str, pattern: regex.Pattern[str], language: str) -> tuple[str, str]:
    hit = ""
    while found := pattern.search(sentence):
        hit += f" {found.group()}"
        before, after = sentence[: found.start()], sentence[found.end() :]
        # A phrase between two commas takes both with it; a comma after it alone may open a contrast.
        if not before.strip() or regex.search(r"[,،]\s*$", before):
            before = regex.sub(rf"{_JOINT}$", "", before)
            after = regex.sub(rf"^{_JOINT}(?:(?:{_AND[language]})(?=[\s,،]){_JOINT})?", "", after)
        sentence = (
            f"{before.rstrip()} {after.lstrip()}".strip()
            if after[:1] not in ",.;،؛"
            else before.rstrip() + after
        )
    return sentence, hit
