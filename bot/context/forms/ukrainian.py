"""Ukrainian, for which Snowball has no stemmer."""

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

_INFINITIVE = regex.compile(r"(.{2,})ти(?:ся|сь)?")
_CLOSED = regex.compile(r"(.*)[ії]([^аеиоуіїєюяй]+ь?)")
_SOFTENED = {"зі": "г", "ці": "к", "сі": "х"}
_VERB = regex.compile(r"(.{2,}?)(?:в|ла|ло|ли|ти|ть|ю|єш|є|ємо|єте|ють)(?:ся|сь)?")

_PARADIGMS = Paradigms(
    forms={
        MASCULINE: "- а у ом е и і ів ові ам ами ах я ю ем ям ями ях",
        FEMININE: "- а и і е у о ою ам ами ах",
        FEMININE_SOFT: "- я і ї ю е є ею єю ь й ям ями ях",
        NEUTER: "- о а у ом і ам ами ах",
        NEUTER_SOFT: "- е я ю ем єм і ї й ь а у ам ами ах ям ями ях",
        YOT: "й я ю єм єві є ї їв ям ями ях",
        SIGN: "ь - я і ю е ем еві ів ей ям ями ях",
        ADJECTIVE: "ий ій а я е є і ого ього ому ьому им ім ої ьої у ю ою ьою их іх ими іми",
        SURNAME: "- а у им і ої ій ою и их ими",
    },
    hushed={MASCULINE: "ем ів еві", FEMININE: "ею", SIGN: "ам ами ах"},
    dictionary={
        MASCULINE: "- и і",
        FEMININE: "а и і",
        FEMININE_SOFT: "я і ї",
        NEUTER: "о",
        NEUTER_SOFT: "е я",
        YOT: "й ї",
        SIGN: "ь і",
        ADJECTIVE: "ий ій а я е є і",
        SURNAME: "- а и",
    },
    stems={},
)


def ukrainian_keys(word: str, *, trigger: bool) -> set[str]:
    """A key for each paradigm, and for the verb that the word may be."""
    if trigger:
        keys = _PARADIGMS.of_trigger(word)
        if found := _CLOSED.fullmatch(word):  # кіт, кота; ніч, ночі; Київ, Києва
            for vowel in "оеє":
                keys |= _PARADIGMS.of_trigger(found[1] + vowel + found[2])
    else:
        keys = _PARADIGMS.of_word(word)
        if consonant := _SOFTENED.get(word[-2:]):  # книзі, книга
            keys.add(FEMININE + word[:-2] + consonant)
    if found := (_INFINITIVE if trigger else _VERB).fullmatch(word):
        keys.add("v" + found[1])
    return keys
