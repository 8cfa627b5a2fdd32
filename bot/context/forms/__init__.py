"""The forms of a word (context.md, section 4).

A word of a text and a trigger's word are forms of each other when they have a key in common. A
trigger is mostly typed as it stands in a dictionary, in the singular or the plural, so it gets only
the keys of such a form; a word in a text may be any form. Words come normalised.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import regex

from bot.context.forms.arabic import arabic_keys
from bot.context.forms.cyrillic import cyrillic_keys
from bot.context.forms.hebrew import hebrew_keys
from bot.context.forms.korean import korean_keys
from bot.context.forms.latin import latin_keys
from bot.context.forms.snowball import stem_keys

_LONGEST = 64
"""Characters; what is longer is no word, and has no forms."""

_Keys = Callable[[str, str, bool], set[str]]
_LETTER = regex.compile(r"\p{L}")
_SCRIPTS: tuple[tuple[regex.Pattern[str], _Keys], ...] = (
    (regex.compile(r"\p{Latin}"), latin_keys),
    (regex.compile(r"\p{Cyrillic}"), cyrillic_keys),
    (regex.compile(r"\p{Arabic}"), arabic_keys),
    (regex.compile(r"\p{Hebrew}"), hebrew_keys),
    (regex.compile(r"\p{Hangul}"), korean_keys),
    (regex.compile(r"\p{L}"), stem_keys),
)


@lru_cache(maxsize=1 << 14)
def keys_of(word: str, language: str) -> frozenset[str]:
    """The keys of a normalised word in a text; the adventure's language chooses for each script."""
    return _keys(word, language, trigger=False)


def trigger_keys(word: str, language: str) -> frozenset[str]:
    """The keys of a normalised word in a trigger."""
    return _keys(word, language, trigger=True)


def _keys(word: str, language: str, *, trigger: bool) -> frozenset[str]:
    keys = {same(word)}
    if (letter := _LETTER.search(word)) is None:
        keys.add(word)  # 57, as in 57's
    elif len(word) <= _LONGEST:
        find = next(find for script, find in _SCRIPTS if script.match(letter.group()))
        keys |= find(word, language, trigger)
    return frozenset(keys)


def same(word: str) -> str:
    """The key of the word itself, in no other form."""
    return "=" + word.replace("ı", "i")
