"""Russian.

Snowball's stemmer takes the end of a name for an ending (Никите: ник, Иванов: иван), misses others
(герой, героя) and unites words that players tell apart (или and Илья, магия and маг, сталь and
стал). So it is asked only about verbs.
"""

from __future__ import annotations

import regex

from bot.context.forms.paradigms import (
    ADJECTIVE,
    FEMININE,
    FEMININE_SOFT,
    MASCULINE,
    NEUTER,
    NEUTER_SOFT,
    SIGN,
    SURNAME,
    YOT,
    Paradigms,
)
from bot.context.forms.snowball import stemmer

_INFINITIVE = regex.compile(r"(.{2,})т[ьи](?:ся|сь)?")
_PAST = regex.compile(r"(.{3,})л[аои]?(?:ся|сь)?")
# Verbs whose present has another stem than the infinitive: колдовать, танцевать; смотреть, молчать.
_PRESENT_IN_U = regex.compile(r"(.{2,})у(?:ю|ешь|ет|ем|ете|ют|й|йте|я)(?:ся|сь)?")
_PRESENT_IN_I = regex.compile(r"(.{3,})(?:ишь|ит|им|ите|[ая]т)(?:ся|сь)?")
_NO_VERBS = frozenset({"благодать", "кровать", "мечеть", "память", "печать"})
# What Snowball may take from a noun or an adjective, but not from a verb.
_NOMINAL = regex.compile(r"[аоые]|[оеё]в|ом|ами?|ах|ой|ый|ая|[оы]е|ого|ому|ы[мх]|ыми|ую|ост(?:ь|и|ью)")

_PARADIGMS = Paradigms(
    forms={
        MASCULINE: "- а у ом е ы и ов ам ами ах",
        FEMININE: "- а ы и е у ой ою ам ами ах",
        FEMININE_SOFT: "- я и е ю ей ею ь й ям ями ях",
        NEUTER: "- о а у ом е и ам ами ах",
        NEUTER_SOFT: "- е я ю ем и ей й а у ам ами ах ям ями ях",
        YOT: "й я ю ем е и ев ям ями ях",
        SIGN: "ь я и ю ью е ем ей ям ями ях",
        ADJECTIVE: "ый ий ой ая яя ое ее ые ие ого его ому ему ым им ом ем ую юю ей ою ею ых их ыми ими",
        SURNAME: "- а у ым е ой ы ых ыми",
    },
    hushed={MASCULINE: "ем ев ей", FEMININE: "ей ею", SIGN: "ам ами ах"},
    dictionary={
        MASCULINE: "- ы и",
        FEMININE: "а ы и",
        FEMININE_SOFT: "я и",
        NEUTER: "о и",
        NEUTER_SOFT: "е и",
        YOT: "й и",
        SIGN: "ь и",
        ADJECTIVE: "ый ий ой ая яя ое ее ые ие",
        SURNAME: "- а ы",
    },
    stems={
        "день": "дн",
        "дочь": "дочер",
        "лев": "льв",
        "лед": "льд",
        "лоб": "лб",
        "любовь": "любв",
        "мать": "матер",
        "огонь": "огн",
        "пес": "пс",
        "рот": "рт",
        "угол": "угл",
        "уголь": "угл",
        "церковь": "церкв",
    },
)


def russian_keys(word: str, *, trigger: bool) -> set[str]:
    """A key for each paradigm, and for the verb that the word may be."""
    if trigger:
        return _PARADIGMS.of_trigger(word) | _infinitive(word)
    keys = _PARADIGMS.of_word(word)
    if found := _PAST.fullmatch(word):
        keys.add("v" + found[1])
    if found := _PRESENT_IN_U.fullmatch(word):
        keys |= {f"v{found[1]}ова", f"v{found[1]}ева"}
    if found := _PRESENT_IN_I.fullmatch(word):
        keys.add(f"v{found[1]}{'а' if found[1][-1] in 'жчшщ' else 'е'}")
    stem = stemmer("ru")(word)
    if stem != word and not _NOMINAL.fullmatch(word, len(stem)):
        keys.add("v" + stem)
    return keys


def _infinitive(word: str) -> set[str]:
    found = _INFINITIVE.fullmatch(word)
    if not found or word in _NO_VERBS:
        return set()
    return {"v" + found[1], "v" + stemmer("ru")(word)}
