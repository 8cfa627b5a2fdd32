"""Arabic for a text engine that only puts glyph beside glyph.

Pillow shapes text with Raqm, which needs the system's FriBiDi library; Windows and slim containers have none.
There, every letter is replaced by the form that its neighbours call for, and the line is put into visual
order. It is enough for labels: vowel marks are dropped, numbers and Latin words keep their direction.
"""

from __future__ import annotations

import re
import unicodedata

_TATWEEL = "\u0640"
_MARKS = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u200b-\u200f]")
_RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_LTR_RUN = re.compile(rf"%?[^\W{_RTL}](?:[^{_RTL}]*[^\W{_RTL}])?%?")
_RTL_RUN = re.compile(rf"[{_RTL}](?:[\W{_RTL}]*[{_RTL}])?")
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def _presentation_forms() -> dict[tuple[str, str], str]:
    """(letters, form) to the one character that shows them in that form, from the Unicode database."""
    forms = {}
    for code in range(0xFE80, 0xFEFD):
        form, *letters = unicodedata.decomposition(chr(code)).split()
        forms["".join(chr(int(letter, 16)) for letter in letters), form.strip("<>")] = chr(code)
    return forms


_FORMS = _presentation_forms()
_UNITS = re.compile(
    "|".join(sorted({letters for letters, _ in _FORMS if len(letters) == 2})) + "|.", re.DOTALL
)
"""Lam with alef is one unit, everything else is a unit alone."""


def visual(text: str, direction: str) -> str:
    """The line in the order in which its glyphs are drawn, from left to right.

    ``direction``, ``ltr`` or ``rtl``, is that of the paragraph.
    """
    shaped = _shaped(_MARKS.sub("", text))
    if direction == "rtl":
        return _LTR_RUN.sub(lambda run: _turned(run[0]), _turned(shaped))
    return _RTL_RUN.sub(lambda run: _turned(run[0]), shaped)


def _turned(text: str) -> str:
    return text[::-1].translate(_MIRRORED)


def _shaped(text: str) -> str:
    units = _UNITS.findall(text)
    shaped = []
    for before, unit, after in zip(["", *units], units, [*units[1:], ""], strict=False):
        joined_before = _joins_on(before) and _joins_back(unit)
        joined_after = _joins_on(unit) and _joins_back(after)
        form = {
            (False, False): "isolated",
            (True, False): "final",
            (False, True): "initial",
            (True, True): "medial",
        }[joined_before, joined_after]
        shaped.append(_FORMS.get((unit, form), unit))
    return "".join(shaped)


def _joins_on(unit: str) -> bool:
    """Whether the letter reaches out to the one after it."""
    return unit == _TATWEEL or (unit, "initial") in _FORMS


def _joins_back(unit: str) -> bool:
    """Whether the letter reaches back to the one before it."""
    return unit == _TATWEEL or (unit, "final") in _FORMS
