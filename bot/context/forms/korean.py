"""Korean: particles after a noun."""

from __future__ import annotations

import regex

_PARTICLES = regex.compile(
    r"(.+?)들?(?:은|는|이|가|을|를|의|에|에서|에게|께|와|과|랑|도|로|으로|만|까지|부터|처럼|보다|아|야)?"
)


def korean_keys(word: str, language: str, trigger: bool) -> set[str]:
    """The word without its particle."""
    found = None if trigger else _PARTICLES.fullmatch(word)
    return {"ko:" + (found[1] if found else word), "ko:" + word}
