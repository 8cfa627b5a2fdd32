"""What two spellings of a word have in common (context.md, section 4)."""

from __future__ import annotations

import sys
import unicodedata

import regex

# Invisible characters (soft hyphen, zero-width characters, direction marks), Arabic diacritics,
# tatweel, Hebrew points.
_DROPPED = regex.compile(
    r"[\p{Default_Ignorable_Code_Point}"
    r"\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08ca-\u08ff"
    r"\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]+"
)
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("آأإٱٲٳ", "ا"),
        **dict.fromkeys("یې", "ي"),
        "ک": "ك",
        **dict.fromkeys("ہھە", "ه"),
        "ё": "е",
        "œ": "oe",
        **dict.fromkeys("’‘ʼ′׳", "'"),
        **dict.fromkeys("“”„‟״", '"'),
        **dict.fromkeys("‐‑", "-"),
        **{
            chr(code): str(unicodedata.decimal(chr(code)))
            for code in range(0x80, sys.maxunicode + 1)
            if unicodedata.decimal(chr(code), None) is not None
        },
    }
)
# Alef maqsura and ya are one letter to most writers; but the preposition ʿalā, which is in every
# text, must not call the name ʿAlī.
_MAQSURA = regex.compile(r"(?<![\p{L}\p{M}])[وف]?على(?![\p{L}\p{M}])(*SKIP)(*FAIL)|ى")


def normalise(text: str) -> str:
    """The text with case, invisible characters, points and variants of letters evened out."""
    # Casefolding may take a composed letter apart, so it is composed again; and what is dropped may
    # stand between a letter and its mark.
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _DROPPED.sub("", text)
    text = unicodedata.normalize("NFKC", text).replace("i\u0307", "i")
    return _MAQSURA.sub("ي", text.translate(_FOLDED))


def visible(text: str) -> str:
    """The text without what cannot be seen, otherwise as it was typed, for patterns."""
    return _DROPPED.sub("", unicodedata.normalize("NFC", text))
