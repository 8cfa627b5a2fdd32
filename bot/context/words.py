"""Texts as rows of units: words, and single characters of scripts without spaces (context.md, section 4)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import regex

from bot.context.normal import normalise
from bot.context.scripts import NO_SPACES

_LETTERS = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{NO_SPACES}]]+"
_UNIT = regex.compile(
    rf"(?V1)[{NO_SPACES}]\p{{M}}*"
    rf"|{_LETTERS}(?:(?:'(?=[\p{{L}}\p{{N}}])|(?<=\p{{Hebrew}})\"(?=\p{{Hebrew}})|(?<=\p{{N}})[.,](?=\p{{N}})){_LETTERS})*"
)
_SPACE = regex.compile(r"\s+")
_REMEMBERED = 256
"""Texts that are kept, over all adventures."""


class Unit(NamedTuple):
    """A word, or a character, and where it stands in its text."""

    text: str
    start: int
    end: int


class Words(NamedTuple):
    """A normalised text and its units."""

    text: str
    spaced: str
    """The same with every white space as one blank; the units stand in it."""
    units: tuple[Unit, ...]


@lru_cache(maxsize=_REMEMBERED)
def words_of(text: str) -> Words:
    """The same, found once for all adventures and kept."""
    return split_words(text)


def split_words(text: str) -> Words:
    """The text and its units."""
    text = normalise(text)
    spaced = _SPACE.sub(" ", text)
    units = tuple(Unit(found.group(), found.start(), found.end()) for found in _UNIT.finditer(spaced))
    return Words(text, spaced, units)
