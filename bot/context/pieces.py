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

LISTED = 4 * REMEMBERED
"""Texts whose size is kept, per tokenizer."""

_FIRST_SEAM = re.compile(r"\n(?=[^\s/])")


class Piece(NamedTuple):
    """A text that was counted and may be joined with others. Not the text itself."""

    tokens: int
    closing: int = 0
    """The tokens of the separator at its end, which a message's last piece goes without."""
    head: str = ""
    """The text before the first seam; empty when the text begins at one."""
    tail: str = ""
    """The text after the last seam."""
    solid: bool = False
    """There is no seam in it: ``head`` and ``tail`` are the whole text."""


class Measure:
    """Makes pieces with one tokenizer and joins them. Every piece ends in a newline."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.part = lru_cache(maxsize=REMEMBERED)(self.part_once)
        """The piece of a text with the separator after it, kept."""
        self.heading = lru_cache(maxsize=REMEMBERED)(self._piece)
        """The piece of a line that ends in a newline, kept."""
        self.size = lru_cache(maxsize=LISTED)(self._size)
        """The tokens of a text with the separator after it, kept; for texts that are only listed."""

    def part_once(self, text: str) -> Piece:
        """The piece of a text that will not come again, with the separator after it."""
        return self._piece(text + SEPARATOR)

    def join(self, left: Piece | None, right: Piece) -> Piece:
        """The piece of both texts, one after the other."""
        if left is None:
            return right
        tokens = left.tokens + right.tokens
        if not right.head:
            return Piece(tokens, right.closing, left.head, right.tail)
        count = self.tokenizer.count
        tokens += count(left.tail + right.head) - count(left.tail) - count(right.head)
        head = left.head + right.head if left.solid else left.head
        if not right.solid:
            return Piece(tokens, right.closing, head, right.tail)
        tail = left.tail + right.tail
        return Piece(tokens, self._closing(tail), head, tail, left.solid)

    def _size(self, text: str) -> int:
        return self.tokenizer.count_once(text + SEPARATOR)

    def _piece(self, text: str) -> Piece:
        tokens = self.tokenizer.count_once(text)
        last = _last_seam(text)
        if begins_at_seam(text):
            return Piece(tokens, self._closing(text[last:]), "", text[last:])
        if last == 0:
            return Piece(tokens, self._closing(text), text, text, solid=True)
        first = _FIRST_SEAM.search(text)
        return Piece(tokens, self._closing(text[last:]), text[: first.end()] if first else text, text[last:])

    def _closing(self, tail: str) -> int:
        # Counts add up at a seam, so what lies before the tail is no matter.
        if not tail.endswith(SEPARATOR):
            return 0
        count = self.tokenizer.count_once
        return count(tail) - count(tail.removesuffix(SEPARATOR))


@lru_cache(maxsize=8)
def measure_with(tokenizer: Tokenizer) -> Measure:
    """The measure of a tokenizer, with the pieces that it remembers."""
    return Measure(tokenizer)


def begins_at_seam(text: str) -> bool:
    """Whether the text adds just its own tokens after a newline. The text is not empty."""
    return not (text[0].isspace() or text[0] == "/")


def _last_seam(text: str) -> int:
    """Where the last seam is; 0 when there is none."""
    newline = text.rfind("\n", 0, len(text) - 1)
    while newline != -1:
        after = text[newline + 1]
        if not (after.isspace() or after == "/"):
            return newline + 1
        newline = text.rfind("\n", 0, newline)
    return 0
