"""Triggers that are patterns (context.md, section 4).

RE2 reads a text once, whatever the pattern, so no pattern can hold a turn up and the same input
gives the same bytes. It knows no lookaround and no backreferences. Its own ``\\b``, ``\\w``, ``\\d``
and ``\\s`` know only ASCII; here they know every script.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import re2
import regex

from bot.context.normal import visible

_MEMORY = 1 << 20
"""Bytes that RE2 may use for one pattern."""
MOST_PATTERNS = 200
"""In one adventure. Each is looked for by itself, and may use its memory."""
_BOUNDARY = "\ue000"
"""Marks the boundaries of words in a text, for patterns that ask for them: RE2 has no Unicode ``\\b``."""

_WORD = r"\p{L}\p{M}\p{N}_"
_CLASSES = {"w": _WORD, "d": r"\p{Nd}", "s": r"\s\p{Z}"}
_EDGE = regex.compile(rf"(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}])")
_CLASS = regex.compile(r"(?s)\\(.)")
_TOKEN = regex.compile(
    r"""(?sx)
    (?P<quoted>\\Q.*?(?:\\E|$))
    | \\(?P<class>[wdsWDS])
    | (?P<boundary>\\[bB])
    | (?P<anchor>\\[AzZ])
    | (?P<escape>\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|x[0-9A-Fa-f]{2}|[0-7]{2,3}|.))
    | \[(?P<negated>\^?)(?P<set>\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*)\]
    | (?P<syntax>\(\?[^:)>]*[:)>]|[()|^$]|(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?)
    | (?P<any>\.)
    | (?P<letter>.)
    """
)


class PatternError(ValueError):
    """A pattern that cannot be used; says why, in RE2's words."""


class Pattern:
    """A compiled pattern. Letter case does not matter."""

    def __init__(self, pattern: str) -> None:
        """Raises PatternError."""
        pattern = visible(pattern)
        bounded = any(token["boundary"] for token in _TOKEN.finditer(pattern))
        self._bounded = bounded
        self._compiled = _compile("".join(_translated(pattern, bounded=bounded)))
        if self._compiled.search(b"") is not None:
            raise PatternError("matches the empty text")

    def found(self, text: PatternText) -> list[str]:
        """What it matches in the text, from left to right; matches do not overlap."""
        whole = text.bounded if self._bounded else text.plain
        if self._compiled.search(whole) is None:  # mostly, and cheaper
            return []
        texts = (match.group().decode().replace(_BOUNDARY, "") for match in self._compiled.finditer(whole))
        return [text for text in texts if text]


class PatternText:
    """A text for patterns, in UTF-8: without what cannot be seen, and with its words' boundaries marked."""

    def __init__(self, text: str) -> None:
        text = visible(text).replace(_BOUNDARY, "")
        self.plain = text.encode(errors="replace")
        self.bounded = _EDGE.sub(_BOUNDARY, text).encode(errors="replace")


@lru_cache(maxsize=MOST_PATTERNS)
def compiled(pattern: str) -> Pattern:
    """The pattern, kept for the next card or index that has it. Raises PatternError."""
    return Pattern(pattern)


def _translated(pattern: str, *, bounded: bool) -> Iterator[str]:
    """The pattern in RE2's dialect. With ``bounded``, a mark may stand before each character of the text."""
    for token in _TOKEN.finditer(pattern):
        text = token.group()
        if token["boundary"]:
            if text == r"\B":
                raise PatternError(f"not supported: {text}")
            yield _BOUNDARY
        elif token["syntax"] or token["anchor"]:
            yield text
        else:
            for atom in _atoms(token):
                yield f"(?:{_BOUNDARY}?{atom})" if bounded else atom


def _atoms(token: regex.Match[str]) -> Iterator[str]:
    """What matches one character each."""
    if quoted := token["quoted"]:
        yield from map(re2.escape, quoted[2:].removesuffix(r"\E"))
    elif name := token["class"]:
        yield f"[{_CLASSES[name]}]" if name.islower() else f"[^{_CLASSES[name.lower()]}{_BOUNDARY}]"
    elif token["set"] is not None:
        members = _CLASS.sub(lambda found: _CLASSES.get(found[1], found[0]), token["set"])
        if regex.search(r"(?<!\\)(?:\\\\)*\\[WDS]", members):
            raise PatternError(f"not supported: {token.group()}")
        yield f"[^{members}{_BOUNDARY}]" if token["negated"] else f"[{members}]"
    elif token["any"]:
        yield f"[^\n{_BOUNDARY}]"
    else:
        yield token.group()


def _compile(pattern: str) -> Any:
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        return re2.compile(pattern.encode(errors="replace"), options)
    except re2.error as error:
        reason: bytes = error.args[0]
        raise PatternError(reason.decode(errors="replace").replace(_BOUNDARY, "")) from None
