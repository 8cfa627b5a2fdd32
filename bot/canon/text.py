"""What the recognisers of all three languages need: loose patterns, clean text, forms of words. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import regex

from bot.context.forms import keys_of, trigger_keys
from bot.context.words import words_of
from bot.story.words import readable

_MARKS = "[\u064b-\u0652\u0670\u0640]*"
_LOOSE = {
    **dict.fromkeys("اأإآٱ", f"(?:[اأإآٱ]{_MARKS})"),
    **dict.fromkeys("يى", f"(?:[يى]{_MARKS})"),
    **dict.fromkeys("هة", f"(?:[هة]{_MARKS})"),
    **dict.fromkeys("её", "[её]"),
    "'": "['’ʼ`]",
    " ": r"\s+",
}
_PARTS = regex.compile(r"\[(?:\\.|[^\]])*\]|\\p\{[^}]*\}|\\.|.", regex.DOTALL)
_ARABIC = regex.compile("[\u0620-\u063f\u0641-\u064a]")
_LETTER = r"[\p{L}\p{M}\p{N}]"
_NOISE = regex.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_MARKUP = regex.compile(r"\*+|__+|~~|\|\||`+|(?<!\w)_|_(?!\w)")
_MENTION = regex.compile(r"<(?:@[!&]?|#|a?:\w+:)\d+>|@everyone|@here|https?://\S+")
_QUOTES = "\"'“”„«»‹›‘’"
_SPEECH = regex.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»")
_EDGES = f" \t\n.,;:!?…؟،؛—–-()[]{_QUOTES}"


def loose(pattern: str, *, whole: bool = True) -> regex.Pattern[str]:
    """A pattern in which spellings of one letter are one: alef, ya, ta marbuta, ё, apostrophes, points.

    ``whole``: it matches whole words only.
    """
    found = "".join(_loosened(part) for part in _PARTS.findall(pattern))
    if whole:
        found = rf"(?<!{_LETTER})(?:{found})(?!{_LETTER})"
    return regex.compile(found, regex.IGNORECASE)


def _loosened(part: str) -> str:
    if part.startswith("["):
        return rf"(?:{part}{_MARKS})" if _ARABIC.search(part) else part
    if part in _LOOSE:
        return _LOOSE[part]
    return rf"(?:{part}{_MARKS})" if _ARABIC.match(part) else part


def clean(text: str) -> str:
    """One line, without invisible characters and markup."""
    text = _MARKUP.sub("", _NOISE.sub("", readable(unicodedata.normalize("NFC", text))))
    return regex.sub(r"[^\S\n]+", " ", text).strip()


def language_of(text: str) -> str:
    """The language by the script of most letters: ``ar``, ``ru``, else ``en``."""
    arabic = len(regex.findall(r"\p{Arabic}", text))
    cyrillic = len(regex.findall(r"\p{Cyrillic}", text))
    others = len(regex.findall(r"\p{L}", text)) - arabic - cyrillic
    best = max(arabic, cyrillic, others)
    return "ar" if best == arabic and arabic else "ru" if best == cyrillic and cyrillic else "en"


def trimmed(text: str) -> str:
    """A value or a name without quotation marks and punctuation around it."""
    text = text.strip(_EDGES)
    return regex.sub(r"\s+", " ", text)


def mentions(text: str) -> bool:
    """Whether it holds a member, a channel, an emoji of the server, or a link."""
    return _MENTION.search(text) is not None


def without_speech(text: str) -> str:
    """The text without what stands in quotation marks."""
    return _SPEECH.sub(" ", text)


@lru_cache(maxsize=4096)
def forms(text: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """For each word its keys as a dictionary form and as any form."""
    language = language_of(text)
    return tuple(
        (trigger_keys(unit.text, language), keys_of(unit.text, language)) for unit in words_of(text).units
    )


@lru_cache(maxsize=1024)
def _all_keys(text: str) -> frozenset[str]:
    return frozenset().union(*(keys for _, keys in forms(text)))


def alike(one: str, other: str) -> bool:
    """Whether both are forms of the same words, in the same order; false when one holds no word."""
    left, right = forms(one), forms(other)
    if not left or len(left) != len(right):
        return False
    return all(_same(a, b) for a, b in zip(left, right, strict=True))


def occurs(phrase: str, text: str) -> bool:
    """Whether the phrase stands in the text, its words in a row in any of their forms."""
    wanted = forms(phrase)
    if not wanted or any(a[0].isdisjoint(_all_keys(text)) for a in wanted):
        return False
    found = forms(text)
    size = len(wanted)
    return any(
        all(a[0] & b[1] for a, b in zip(wanted, found[start : start + size], strict=True))
        for start in range(len(found) - size + 1)
    )


def holds(word: str, words: Iterable[str]) -> bool:
    """Whether one of the words is a form of this word."""
    return any(alike(word, other) for other in words)


def _same(a: tuple[frozenset[str], frozenset[str]], b: tuple[frozenset[str], frozenset[str]]) -> bool:
    return bool(a[0] & b[1] or a[1] & b[0])
