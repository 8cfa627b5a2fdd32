"""Nouns and adjectives of East Slavic languages, by their paradigms.

A trigger's ending shows which paradigms it may belong to. A word of a text gets a key, which is the
paradigm and what is left of the word, for each paradigm that has its ending.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import regex

MASCULINE, FEMININE, FEMININE_SOFT, NEUTER, NEUTER_SOFT = "m", "f", "fj", "n", "nj"
YOT, SIGN, ADJECTIVE, SURNAME = "y", "s", "a", "x"
"""Words in -й and -ь; adjectives; surnames such as Иванов, half noun and half adjective."""

_VOWELS = frozenset("аеиоуыэюяіїє")
_HUSHING = frozenset("жчшщц")
_SURNAME = regex.compile(r".+(?:[оеє]в|[иыії]н)")
# The vowel of a last syllable that is gone when there is an ending: замок, замка; камень, камня.
_FLEETING = regex.compile(r"(.*[^аеиоуыэюяіїєйь])[оеі](к|ц)|(.*[^аеиоуыэюяіїєйь])[её]([лрн])")
# One that only the genitive plural has: окно, окон; письмо, писем. Not посол, lest it be in «после».
_INSERTED = regex.compile(r"(.*[^аеиоуыэюяіїєйь])(?:о([лн])|[её](м))")


class Paradigms:
    """The paradigms of one language.

    ``forms`` are each one's endings, ``-`` is none; ``hushed`` are further ones after ж, ч, ш, щ and ц.
    ``dictionary`` are the paradigms of a trigger with that ending. ``stems`` are words that have
    another stem before their endings.
    """

    def __init__(
        self,
        forms: Mapping[str, str],
        hushed: Mapping[str, str],
        dictionary: Mapping[str, str],
        stems: Mapping[str, str],
    ) -> None:
        self._forms = _by_ending(forms)
        self._hushed = _by_ending(hushed)
        self._dictionary = _by_ending(dictionary)
        self._stems = stems
        self._longest = max(map(len, self._forms))

    def of_word(self, word: str) -> set[str]:
        """The keys of a word that may be any form."""
        keys = set()
        for ending, stem in self._split(word):
            found = self._forms.get(ending, ())
            if stem[-1] in _HUSHING:
                found = (*found, *self._hushed.get(ending, ()))
            for paradigm in found:
                if _possible(paradigm, stem, ending):
                    keys.add(paradigm + stem)
                    keys.update(paradigm + other for other in _without_vowel(stem, ending))
            if stem.endswith("ь"):
                keys.update(_collective(stem, ending))
                keys.add(f"{NEUTER_SOFT}{stem[:-1]}и")  # проклятье, проклятие
            if not ending:
                others = _without_inserted_vowel(word)
                keys.update(paradigm + other for other in others for paradigm in (FEMININE, NEUTER))
            if ending in ("ий", "ей"):  # колдуний, зелий, судей
                keys |= {f"{FEMININE_SOFT}{stem}ь", f"{NEUTER_SOFT}{stem}ь"}
        return keys

    def of_trigger(self, word: str) -> set[str]:
        """The keys of a word in the singular or plural of a dictionary."""
        keys = set()
        for ending, stem in self._split(word):
            for paradigm in self._dictionary.get(ending, ()):
                shortest = 3 if paradigm == ADJECTIVE and ending not in ("ый", "ой", "ые") else 2
                if len(stem) >= shortest and _possible(paradigm, stem, ending):
                    keys.add(paradigm + stem)
                    keys.update(paradigm + other for other in _without_vowel(stem, ending))
                    if word in self._stems:
                        keys.add(paradigm + self._stems[word])
            if stem.endswith("ь") and ending == "я":
                keys.update(_collective(stem, ending))
        if word.endswith("ей"):  # соловей, соловья
            keys.add(f"{YOT}{word[:-2]}ь")
        if word.endswith("мя"):  # пламя, пламени
            keys |= {f"{paradigm}{word[:-1]}ен" for paradigm in (SIGN, NEUTER)}
        return keys

    def _split(self, word: str) -> Iterator[tuple[str, str]]:
        for length in range(min(self._longest, len(word) - 2) + 1):
            cut = len(word) - length
            yield word[cut:], word[:cut]


def _by_ending(forms: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for paradigm, endings in forms.items():
        for ending in endings.split():
            found[ending.replace("-", "")].append(paradigm)
    return {ending: tuple(paradigms) for ending, paradigms in found.items()}


def _possible(paradigm: str, stem: str, ending: str) -> bool:
    """Whether such a stem is found before such an ending."""
    last = stem[-1]
    if not ending:
        return last not in _VOWELS and last not in "йь"
    if last in _VOWELS:
        return paradigm in (FEMININE_SOFT, NEUTER_SOFT, YOT)
    if ending == "й":
        return False
    if last == "ь":
        return ending != "ь" and paradigm in (FEMININE_SOFT, NEUTER_SOFT, YOT)
    if paradigm == SURNAME:
        return _SURNAME.fullmatch(stem) is not None
    return paradigm != YOT


def _without_vowel(stem: str, ending: str) -> Iterator[str]:
    if ending in ("", "ь") and len(stem) > 3 and (found := _FLEETING.fullmatch(stem)):
        before, after = found[1] or found[3], found[2] or found[4]
        if after == "н" and ending == "" and len(before) < 3:
            return
        yield before + after
        if before.endswith("л"):
            yield f"{before}ь{after}"  # мотылек, мотылька


def _without_inserted_vowel(word: str) -> Iterator[str]:
    if len(word) > 3 and (found := _INSERTED.fullmatch(word)):
        before, after = found[1], found[2] or found[3]
        yield before + after
        yield f"{before}ь{after}"


def _collective(stem: str, ending: str) -> set[str]:
    # The plural of брат and крыло. Not колдунья, who is no колдун; nor Дарья, for дар.
    stem = stem[:-1]
    if ending not in ("я", "ям", "ями", "ях", "ев") or len(stem) < 4 or stem.endswith("н"):
        return set()
    return {MASCULINE + stem, NEUTER + stem}
