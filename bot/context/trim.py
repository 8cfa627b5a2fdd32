"""Cutting a text so that whole words stay (context.md, sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from bot.context.scripts import NO_SPACES, WIDE_PUNCTUATION

# Characters that belong to the one before them, so that no cut may come between the two.
_BOUND = r"\p{M}\p{Cf}\u0e33\u0eb3\uff9e\uff9f\U0001f3fb-\U0001f3ff"
_SOLO = NO_SPACES + WIDE_PUNCTUATION
_SPACE = r"\s\x1c-\x1f"  # what str.isspace() takes for white space
_BESIDE_SOLO = (
    rf"(?<=[{_SOLO}][{_BOUND}]*)(?=[^{_SPACE}{_BOUND}])|(?<=[^{_SPACE}])(?=[{_SOLO}])(?=[^{_BOUND}])"
)
_ENDS = regex.compile(rf"(?<=[^{_SPACE}])(?=[{_SPACE}])|{_BESIDE_SOLO}")
_BEGINNINGS = regex.compile(rf"(?<=[{_SPACE}])(?=[^{_SPACE}{_BOUND}])|{_BESIDE_SOLO}")

_LOOK_AHEAD = 12
"""How many longer cuts are tried after the longest that fits: a longer text can have a token less."""


def longest_beginning(text: str, fits: Callable[[str], bool]) -> str:
    """The longest part of the text from its beginning that ends on a whole word and fits; or nothing."""
    cuts = [match.start() for match in _ENDS.finditer(text)]
    return _longest(cuts, lambda cut: text[:cut], fits)


def longest_end(text: str, fits: Callable[[str], bool]) -> str:
    """The longest part of the text up to its end that begins on a whole word and fits; or nothing."""
    cuts = [match.start() for match in _BEGINNINGS.finditer(text)]
    return _longest(cuts[::-1], lambda cut: text[cut:], fits)


def _longest(cuts: Sequence[int], part: Callable[[int], str], fits: Callable[[str], bool]) -> str:
    """Cuts come shortest part first. What lies far over the limit is never looked at."""
    low, step = -1, 1
    while low + step < len(cuts) and fits(part(cuts[low + step])):
        low += step
        step *= 2
    high = min(low + step, len(cuts))
    while high - low > 1:
        middle = (low + high) // 2
        if fits(part(cuts[middle])):
            low = middle
        else:
            high = middle
    ahead = low + 1
    while ahead < len(cuts) and ahead <= low + _LOOK_AHEAD:
        if fits(part(cuts[ahead])):
            low = ahead
        ahead += 1
    return part(cuts[low]) if low >= 0 else ""
