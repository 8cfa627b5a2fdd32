"""What a model has written about a story: read with patience, checked without any. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import regex

from bot.bank.names import is_about, strangers
from bot.narrator import finish
from bot.story.words import visible

SHARE = 0.6
"""Of its source's tokens, what a memory may have."""

_THOUGHTS = regex.compile(r"<think>.*?(?:</think>|$)", regex.DOTALL | regex.IGNORECASE)
_FENCE = regex.compile(r"```[a-z]*\s*(.*?)(?:```|$)", regex.DOTALL | regex.IGNORECASE)
_JSON = regex.compile(r"""[\[{]\s*(?:"\w+"\s*:\s*)?"((?:[^"\\]|\\.)*)(?P<end>"?)""", regex.DOTALL)
_ESCAPE = regex.compile(r'\\(u[0-9a-fA-F]{4}|["\\/bfnrt]|$)')
_ESCAPED = {"n": "\n", "r": "\n", "t": " ", "b": "", "f": "\n", '"': '"', "\\": "\\", "/": "/"}
_KEYWORD = r"\b(?:summary|memory|recap|пересказ|содержание|воспоминание|(?:ال)?(?:ملخص|ذاكرة|خلاصة))\b"
_TITLE = regex.compile(
    r"[#*_\s]*(?:(?:(?:the|a|new|updated|story|краткое|новое|обновл[её]нное)\s+){0,3}"
    r"|(?:here|sure|certainly|вот|конечно|إليك|هذا|هذه|بالطبع)\b[^\n:：]{0,60}?)"
    + _KEYWORD
    + r"[^\n:：.!?؟]{0,60}[*_]*\s*[:：][*_]*\s*",
    regex.IGNORECASE,
)
_NOTHING = regex.compile(r"[\s{}\[\]\"]*")
_BULLET = regex.compile(r"^\s*(?:[-*•—–]|\d+[.)])\s+|^#+\s+", regex.MULTILINE)
_QUOTES = (('"', '"'), ("«", "»"), ("“", "”"), ("„", "“"), ("'", "'"))
_MARKUP = regex.compile(r"\*\*|__")
_ENDED = regex.compile(
    r"[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}\"'*_]*$|[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]$"
)
_SCRIPTS = ("Latin", "Cyrillic", "Arabic", "Hebrew", "Greek", "Hangul", "Thai", "Devanagari")
_SCRIPT = regex.compile(
    "|".join(
        [*(rf"(?P<{name}>\p{{{name}}})" for name in _SCRIPTS), r"(?P<East>[\p{Han}\p{Hiragana}\p{Katakana}])"]
    )
)
_USED = 0.2
"""Share of a source's letters in a script from which it is one of the story's."""
_OWN = 0.5
"""Share of a text's letters that must be in such a script."""


class Refusal(StrEnum):
    """Why a text is not kept."""

    EMPTY = "empty"
    CUT = "cut"
    """Its end is missing."""
    LONG = "long"
    SCRIPT = "script"
    """It is in another script than its source."""
    NAMES = "names"
    """It names somebody who is not in its source."""
    ELSEWHERE = "elsewhere"
    """It is about something else than its source."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a model meant to say."""

    text: str
    """On one line, without what models put around it."""
    cut: bool
    """Whether it broke off, by its own account or by its look."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a text."""

    refusal: Refusal
    names: tuple[str, ...] = ()


def read(answer: str, *, cut: bool) -> Reading:
    """The text in a model's answer, without thoughts, fences, JSON, titles, bullets, quotation marks.

    ``cut``: the answer ended because its tokens were used up. JSON that breaks off is read as far as it
    goes, and counts as cut.
    """
    text = _THOUGHTS.sub("", answer).strip()
    if fenced := _FENCE.search(text):
        text = fenced[1].strip()
    if found := _JSON.match(text):
        text = _ESCAPE.sub(_unescaped, found[1])
        cut = cut or not found["end"]
    text = "" if _NOTHING.fullmatch(text) else finish(text)
    if title := _TITLE.match(text):
        text = text[title.end() :]
    text = _MARKUP.sub("", _BULLET.sub("", text))
    text = " ".join(text.split())
    for opening, closing in _QUOTES:
        inner = text[1:-1]
        if text.startswith(opening) and text.endswith(closing) and not {opening, closing} & {*inner}:
            text = inner.strip()
    return Reading(text, cut=cut or (visible(text) and _ENDED.search(text) is None))


def check(
    reading: Reading, source: str, *, limit: int, language: str, count: Callable[[str], int]
) -> Verdict | None:
    """What is wrong with a text about that source; None when nothing is.

    ``limit`` is in tokens, counted with ``count``; ``language`` is the story's.
    """
    if not visible(reading.text):
        return Verdict(Refusal.EMPTY)
    if reading.cut:
        return Verdict(Refusal.CUT)
    if _other_script(reading.text, source):
        return Verdict(Refusal.SCRIPT)
    if names := strangers(reading.text, source, language):
        return Verdict(Refusal.NAMES, names)
    if not is_about(reading.text, source, language):
        return Verdict(Refusal.ELSEWHERE)
    if count(reading.text) > limit:
        return Verdict(Refusal.LONG)
    return None


def _unescaped(found: regex.Match[str]) -> str:
    sign = found[1]
    return chr(int(sign[1:], 16)) if len(sign) > 1 else _ESCAPED.get(sign, "")


def _other_script(text: str, source: str) -> bool:
    """Whether most of the text is in a script that its source hardly has: players mix languages."""
    told = Counter(found.lastgroup for found in _SCRIPT.finditer(source))
    mine = Counter(found.lastgroup for found in _SCRIPT.finditer(text))
    own = sum(mine[script] for script, letters in told.items() if letters >= _USED * told.total())
    return bool(told) and own < _OWN * mine.total()
