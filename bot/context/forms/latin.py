"""Languages that are written in Latin letters."""

from __future__ import annotations

import regex

from bot.context.forms.snowball import has_stemmer, stemmer

_NOT_LATIN = frozenset({"el", "fa", "hi", "hy", "ne", "ru", "ta", "yi"})
# French, Italian and Catalan write a short word together with the next one.
_ELISION = regex.compile(
    r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|un|gl|all|dall|dell|nell|sull|quell)'(.{2,})"
)
# English ones are written together with the word before. Not n't: its n is no part of the word.
_CLITIC = regex.compile(r"(.+)'(?:s|d|m|ll|re|ve)")
# Turkish separates the endings of a name.
_ENDING = regex.compile(r"([^']+)'.*")
_ENDINGS_APART = frozenset({"az", "tr"})

# Plurals that the stemmers leave: luces, dragões.
_PLURALS = {"es": ("ces", "z"), "pt": ("ões", "ão")}

# Snowball takes more away than the endings of a word's own forms; what else it took tells "admiral"
# from "admire" and "car" from "Carly".
_DERIVED = regex.compile(
    r"(ly|ment|ion|al|ive?|ous|ity|iti|ness|ful|less|ical?|ab(?:le?|il)|ib(?:le?|il)|anc[eiy]|enc[eiy]|ant|ent|is[mt]"
    r"|i[sz]e?|er|or|ate?|logi|ogi)(?:e?s|e?d|ing)?"
)
_IRREGULAR = {
    "children": "child",
    "dice": "die",
    "feet": "foot",
    "geese": "goose",
    "lice": "louse",
    "mice": "mouse",
    "oxen": "ox",
    "people": "person",
    "teeth": "tooth",
}
_MEN = regex.compile(r"(.*m)en")
_VES = regex.compile(r"(.*(?:wol|el|lea|loa|thie|cal|hal|hoo|scar|dwar|whar|shea))ves|(.*(?:kni|wi|li))ves")


def latin_keys(word: str, language: str, trigger: bool) -> set[str]:
    """Stems, also of what an apostrophe joins to the word or separates from it."""
    if language in _NOT_LATIN or not has_stemmer(language):
        language = language if language in _ENDINGS_APART else "en"
    keys = set()
    for part in _parts(word, language):
        if language == "en":
            keys |= _english(part)
        else:
            stem = stemmer(language) if has_stemmer(language) else str
            plural, singular = _PLURALS.get(language, ("", ""))
            if plural and part.endswith(plural):
                keys.add(stem(part.removesuffix(plural) + singular))
            keys.add(stem(part).replace("ı", "i"))
    return keys


def _parts(word: str, language: str) -> list[str]:
    if "'" not in word:
        return [word]
    joined = (_ELISION, _CLITIC, *([_ENDING] if language in _ENDINGS_APART else []))
    return [word, *(found[1] for form in joined if (found := form.fullmatch(word)))]


def _english(word: str) -> set[str]:
    stem = stemmer("en")(word)
    if word in _IRREGULAR:
        return {stem, stemmer("en")(_IRREGULAR[word])}
    if found := _MEN.fullmatch(word):
        return {stem, found[1] + "an"}
    if found := _VES.fullmatch(word):
        return {stem, *_english((found[1] or found[2]) + ("f" if found[1] else "fe"))}
    if word.endswith(("ses", "zzes")):
        return {stem, stemmer("en")(word[: -3 if word.endswith("zzes") else -2])}
    # A final y becomes i, which must not make Mary one with Marie, and Harry with Harris.
    if word.endswith(("y", "ied", "ying", "ier", "iest")) and stem.endswith("i"):
        return {stem + "+y"}
    if word.endswith("ies") and stem.endswith("i"):
        return {stem, stem + "+y", stem + "+ie"}
    if word.endswith("ie") and stem.endswith("i"):
        return {stem + "+ie"}
    for found in _DERIVED.finditer(word, len(stem) - 1, overlapped=True):
        if found.end() == len(word) and not stem.endswith(found[1].rstrip("e")):
            return {f"{stem}+{found[1]}"}
    return {stem}
