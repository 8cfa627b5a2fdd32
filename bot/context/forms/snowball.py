"""The Snowball stemmers, by the language's code."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Lock

import Stemmer

_ALGORITHMS = {
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
_lock = Lock()  # a stemmer may be used by one thread at a time


def has_stemmer(language: str) -> bool:
    """Whether there is a stemmer for the language."""
    return language in _ALGORITHMS


@cache
def stemmer(language: str) -> Callable[[str], str]:
    """Cuts a word down to its stem. Raises KeyError for a language that has no stemmer."""
    found = Stemmer.Stemmer(_ALGORITHMS[language], 0)

    def stem(word: str) -> str:
        with _lock:
            return str(found.stemWord(word))

    return stem


def stem_keys(word: str, language: str, trigger: bool) -> set[str]:
    """The stem, in the adventure's language or that of the script."""
    if "\u0370" <= word[0] < "\u0400":
        language = "el"
    return {stemmer(language)(word)} if language in _SCRIPTS_OF_THEIR_OWN else set()


_SCRIPTS_OF_THEIR_OWN = frozenset({"el", "hi", "hy", "ne", "ta"})
