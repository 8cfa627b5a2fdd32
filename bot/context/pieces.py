"""Counting a long text from the counts of its pieces, exactly.

Byte pair encoding is not additive: ``count(a + b)`` may differ from ``count(a) + count(b)``. Both
patterns of tiktoken that are used here cut a text before any token that spans a newline and a
following character that is neither white space nor a slash, so counts do add up there: a *seam*.
A piece remembers what lies before its first and after its last seam; joining two pieces encodes
only these ends, and nothing at all where the right piece begins at a seam, as most texts do.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from bot.context.tokens import REMEMBERED, Tokenizer

SEPARATOR = "\n\n"
"""Between all parts of a message."""

_FIRST_SEAM = re.compile(r"\n(?=[^\s/])")


class Piece(NamedTuple):
    """A text that was counted and may be joined with others. Not the text itself."""

    tokens: int
    head: str = ""
    """The text before the first seam; empty when the text begins at one."""
    tail: str = ""
    """The text after the last seam."""
    solid: bool = False
    """There is no seam in it: ``head`` and ``tail`` are the whole text."""


class Measure:
    """Makes pieces with one tokenizer and joins them. Every piece but a message's last ends in a newline."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.part = lru_cache(maxsize=REMEMBERED)(self._part)
        """The piece of a text with the separator after it, kept."""
        self._kept = lru_cache(maxsize=REMEMBERED)(self._piece)

    def piece(self, text: str, *, keep: bool = True) -> Piece:
        """The piece of a text that is not empty; ``keep`` it unless the text will not come again."""
        return self._kept(text) if keep else self._piece(text)

    def _part(self, text: str) -> Piece:
        return self._piece(text + SEPARATOR)

    def _piece(self, text: str) -> Piece:
        tokens = self.tokenizer.count_once(text)
        last = _last_seam(text)
        if not (text[0].isspace() or text[0] == "/"):
            return Piece(tokens, "", text[last:])
        if last == 0:
            return Piece(tokens, text, text, solid=True)
        first = _FIRST_SEAM.search(text)
        return Piece(tokens, text[: first.end()] if first else text, text[last:])

    def join(self, left: Piece | None, right: Piece) -> Piece:
        """The piece of both texts, one after the other. The left one ends in a newline."""
        if left is None:
            return right
        tokens = left.tokens + right.tokens
        if not right.head:
            return Piece(tokens, left.head, right.tail)
        count = self.tokenizer.count
        tokens += count(left.tail + right.head) - count(left.tail) - count(right.head)
        return Piece(
            tokens,
            left.head + right.head if left.solid else left.head,
            left.tail + right.tail if right.solid else right.tail,
            left.solid and right.solid,
        )


@lru_cache(maxsize=8)
def measure_with(tokenizer: Tokenizer) -> Measure:
    """The measure of a tokenizer, with the pieces that it remembers."""
    return Measure(tokenizer)


def _last_seam(text: str) -> int:
    """Where the last seam is; 0 when there is none."""
    newline = text.rfind("\n", 0, len(text) - 1)
    while newline != -1:
        after = text[newline + 1]
        if not (after.isspace() or after == "/"):
            return newline + 1
        newline = text.rfind("\n", 0, newline)
    return 0
