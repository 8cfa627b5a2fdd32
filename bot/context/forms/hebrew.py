"""Hebrew: particles in front, endings of the plural and of possession."""

from __future__ import annotations

import regex

_FINAL = str.maketrans("ךםןףץ", "כמנפצ")
_ENDINGS = regex.compile(r"(.{3,}?)(?:ימ|ות|יו|יה|נו|י|ו|כ)")


def hebrew_keys(word: str, language: str, trigger: bool) -> set[str]:
    """The word with and without its particles and endings."""
    word = word.translate(_FINAL)
    bare = {word}
    for length in range(1, min(3, len(word) - 3) + 1):
        particles, rest = word[:length], word[length:]
        if particles == "ה" or (not trigger and _is_particles(particles, rest)):
            bare.add(rest)
    stems = {found[1] for form in bare if (found := _ENDINGS.fullmatch(form))}
    return {"he:" + form for form in bare | stems | {stem + "ה" for stem in stems}}


def _is_particles(letters: str, rest: str) -> bool:
    # Mem and shin begin many words themselves.
    return not set(letters) - set("ובכלה") or (len(rest) > 3 and not set(letters) - set("ובכלהמש"))
