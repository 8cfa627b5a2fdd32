"""A text as the terms that it is found by.

The words and their forms are the triggers' (context.md, section 4). A term is the set of keys of a
word; two terms are the same word when they have a key in common. Scripts without spaces between
words give pairs of neighbouring characters.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import regex

from bot.bank.stopwords import CHARACTERS, COMMON, WORDS
from bot.context.forms import keys_of, same
from bot.context.scripts import NO_SPACES
from bot.context.words import split_words

Term = frozenset[str]

COMMON_WEIGHT = 0.4
"""What a common verb counts for in a query, beside 1 for any other word."""

_REMEMBERED = 1024
"""Texts whose terms are kept: a text is the neighbour of the next one, too."""

_CHARACTER = regex.compile(rf"[{NO_SPACES}]")
_CONJUNCTIONS = ("و", "ف")


@lru_cache(maxsize=_REMEMBERED)
def terms_of(text: str, language: str) -> tuple[Term, ...]:
    """The terms of a text that is to be found, in their order; ``language`` is the adventure's."""
    terms: list[Term] = []
    for run in _runs(text):
        if len(run) > 1:
            terms.extend(frozenset({left, left + right}) for left, right in pairwise(run))
        terms.append(_keys(run[-1], language))
    return tuple(terms)


def asked_for(text: str, language: str) -> dict[Term, float]:
    """The terms that a query asks for, and what each counts for, at most 1."""
    asked: dict[Term, float] = {}
    for run in _runs(text):
        if len(run) > 1:
            asked.update((frozenset({left + right}), 1.0) for left, right in pairwise(run))
        else:
            asked[_keys(run[0], language)] = COMMON_WEIGHT if _is_one_of(COMMON, run[0]) else 1.0
    return asked


def _runs(text: str) -> list[list[str]]:
    """Words, each alone, and characters that stand together; function words are left out."""
    runs: list[list[str]] = []
    end = -1
    for unit in split_words(text).units:
        if _is_one_of(WORDS, unit.text) or unit.text in CHARACTERS:
            continue
        if _CHARACTER.match(unit.text):
            if unit.start == end:
                runs[-1].append(unit.text)
            else:
                runs.append([unit.text])
            end = unit.end
        else:
            runs.append([unit.text])
    return runs


def _is_one_of(words: frozenset[str], word: str) -> bool:
    return word in words or (word.startswith(_CONJUNCTIONS) and word[1:] in words)


@lru_cache(maxsize=1 << 16)
def _keys(word: str, language: str) -> Term:
    # A plus separates a stem from what tells "admiral" from "admire": here they may be one.
    stems = (key.partition("+")[0] for key in keys_of(word, language) - {same(word)})
    return frozenset(stems) or frozenset({word})
