"""Who is named in a text and does not occur in its source. Pure.

Words are compared in all their forms (context.md, section 4). What a name is, is told

* inside a sentence by its capital, where the script has capitals and the source does not write every
  noun with one;
* at the beginning of a sentence, where every word has one, by the vocabulary of the tokenizer, which was
  made by frequency: a word that costs less with a capital is mostly written with one. Where both cost
  the same, a verb in the third person must follow;
* in Arabic, which has no capitals, by its place: after a word that introduces a name, without an article
  after a verb of speaking, meeting or moving, or as the subject at the beginning of a sentence (a subject
  there is definite, and what is definite without an article is a name);
* where neither can tell (Hebrew, Chinese, German …) not at all.

So a text must, in every language, also be about the same things: of the words that carry meaning, no more
than 65 in 100 may be new. Honest memories had 25 to 57; what a model of 135 million parameters made of an
English story had 61 and more. And it must not speak of its own telling ("the story continues in the past
tense") where its source does not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import regex

from bot.bank.stopwords import CHARACTERS, COMMON, WORDS
from bot.context.forms import keys_of
from bot.context.normal import normalise
from bot.context.tokens import FALLBACK, get_tokenizer
from bot.context.words import split_words

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’ʼ-][\p{L}\p{M}\p{N}]+)*")
_BREAK = regex.compile(r"[\p{Sentence_Terminal}…:;\n\r\"“”„«»‹›(\[—–]")
_CASED = regex.compile(r"\p{Lu}")
_LOWER = regex.compile(r"\p{Ll}")
_ARABIC = regex.compile(r"\p{Arabic}")
_NOUNS = 0.2
"""Share of a source's different words with a capital inside sentences from which every noun has one:
German has three in ten, a story full of English names one."""
_ENOUGH = 30
"""Different words that it takes to tell."""
_EMPTY = WORDS | CHARACTERS
"""What carries no meaning."""
_NEW = 0.65
_FEWEST = 6
"""Words of a text that is judged by their share."""
_TELLING = (
    "story tale narrator narrative narration summary summarize tense event paragraph sentence text example "
    "reader assistant task instruction",
    "история рассказ рассказчик повествование пересказ пересказать краткий событие абзац предложение текст "
    "пример читатель задание инструкция",
    "قصة حكاية راوي سرد ملخص تلخيص حدث أحداث فقرة جملة نص مثال قارئ مهمة تعليمات",
)
"""What a model speaks of that writes about its task."""
_TOLD = 2
"""Such words that an honest text may have."""

# A verb of the third person in English or Russian; endings of what stands first and is nobody's name.
_VERB = regex.compile(
    r"(?:is|was|has|had|does|did|can|will|would|took|gave|went|came|said|saw|ran|led|told|found|held|stood)"
    r"|\p{Latin}{2,}(?:s|ed)|\p{Cyrillic}+(?:л[аои]?|[еёи]т|[уюая]т)(?:ся|сь)?"
)
_NO_NAME = regex.compile(r".*(?:ing|ed|ly|s|сь|я|в|о|ние|ость|ота|шина)")


def _listed(words: str) -> frozenset[str]:
    """The words, normalised, alone and with a conjunction."""
    return frozenset(f"{joined}{normalise(word)}" for word in words.split() for joined in ("", "و", "ف"))


_NAMING = _listed("اسمه اسمها يدعى تدعى المدعو المدعوة السيد السيدة يا")
_SAYING = _listed("قال قالت سأل سألت أجاب أجابت همس همست صرخ صرخت صاح صاحت رد ردت أخبر أخبرت")
_DOING = _listed("""
وصل وصلت جاء جاءت ذهب ذهبت دخل دخلت خرج خرجت عاد عادت هرب هربت مات ماتت ظهر ظهرت التقى التقت قابل
قابلت رأى رأت ساعد ساعدت أعطى أعطت أخذ أخذت وجد وجدت قتل قتلت هاجم هاجمت
""")


class _Word(NamedTuple):
    text: str
    first: bool
    """Whether it begins a sentence, a speech, or what follows a colon or a dash."""


def strangers(text: str, source: str, language: str) -> tuple[str, ...]:
    """Names in the text whose words do not occur in the source; ``language`` is the story's."""
    known = _keys(source, language)
    words = list(_words(text))
    new = [word for word in words if _is_new(word.text, known, language)]
    capitals = _CASED.search(source) is not None and not _ARABIC.match(text.strip())
    if capitals and not _all_nouns(source):
        inside = {word.text.casefold() for word in words if _LOWER.match(word.text)}
        inside |= {word.text.casefold() for word in _words(source) if _LOWER.match(word.text)}
        following = {id(word): after for word, after in pairwise(words)}
        return tuple(
            word.text
            for word in new
            if _CASED.match(word.text)
            and (not word.first or _is_name(word.text, following.get(id(word)), inside))
        )
    return tuple(_arabic_names(words, known, language))


def is_about(text: str, source: str, language: str) -> bool:
    """Whether the text speaks of what its source speaks of."""
    known = _keys(source, language)
    told = [unit.text for unit in split_words(text).units if unit.text not in _EMPTY | COMMON]
    new = [word for word in told if _is_new(word, known, language)]
    telling = _keys(" ".join(_TELLING), language)
    if len({word for word in new if not telling.isdisjoint(keys_of(word, language))}) > _TOLD:
        return False
    return len(told) < _FEWEST or len(new) <= _NEW * len(told) + 1  # one, for the sake of short texts


def _words(text: str) -> Iterator[_Word]:
    text = unicodedata.normalize("NFC", text)
    end = 0
    for found in _WORD.finditer(text):
        yield _Word(found.group(), not end or _BREAK.search(text, end, found.start()) is not None)
        end = found.end()


def _keys(text: str, language: str) -> frozenset[str]:
    return frozenset().union(*(keys_of(unit.text, language) for unit in split_words(text).units))


def _is_new(word: str, known: frozenset[str], language: str) -> bool:
    """Whether none of its parts occurs in the source, in no form, and it is no function word."""
    parts = [unit.text for unit in split_words(word).units if unit.text not in _EMPTY]
    return bool(parts) and all(
        known.isdisjoint(keys_of(part, language)) and not part.isdecimal() for part in parts
    )


def _all_nouns(source: str) -> bool:
    """Whether the source is in a language that writes every noun with a capital."""
    words = {word.text for word in _words(source) if not word.first}
    if len(words) < _ENOUGH:
        return False
    return sum(_CASED.match(word) is not None for word in words) > _NOUNS * len(words)


def _is_name(word: str, after: _Word | None, inside: set[str]) -> bool:
    """Whether the first word of a sentence is one that has a capital elsewhere, too."""
    if word.casefold() in inside:
        return False
    encode = get_tokenizer(FALLBACK).encoding.encode_ordinary
    large, small = encode(f" {word}"), encode(f" {word[0].lower()}{word[1:]}")
    if len(large) != len(small):
        return len(large) < len(small)
    if len(large) == 1:
        return large < small
    follows = after is not None and not after.first and _VERB.fullmatch(after.text) is not None
    return follows and _NO_NAME.fullmatch(word) is None


def _arabic_names(words: list[_Word], known: frozenset[str], language: str) -> Iterator[str]:
    plain = [normalise(word.text) for word in words]
    for place, word in enumerate(words):
        text = plain[place]
        bare = not text.startswith(("ال", "وال", "فال", "بال", "لل")) and len(text) > 2
        if not bare or not _ARABIC.match(text) or not _is_new(word.text, known, language):
            continue
        before = plain[place - 1] if place and not word.first else ""
        after = plain[place + 1] if place + 1 < len(words) and not words[place + 1].first else ""
        if (
            before in _NAMING
            or (before in _SAYING and not text.endswith("ا"))
            or (before in _DOING and not text.endswith(("ا", "ة")))
            or (word.first and text not in _SAYING | _DOING and _is_predicate(after, text))
        ):
            yield word.text


def _is_predicate(after: str, subject: str) -> bool:
    """Whether a subject is followed by a verb of the third person, and is none itself."""
    if subject.startswith(("ي", "ت", "سي", "ست")):
        return False
    return after in _SAYING | _DOING or (after.startswith("ي") and len(after) > 3)
