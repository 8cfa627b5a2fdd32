"""How a player's words become a line of the story.

``do`` and ``say`` are stored as AI Dungeon's players know them: ``> You open the door.`` and
``> Ash says "Hello."``, in the second person alone and in the third with several players. The grammar of
each language has a module of its own; where it does not recognise the words, a colon fits them all
(``> You: …``), and no word is ever lost.
"""

from __future__ import annotations

from collections.abc import Callable

import regex

from bot.story import arabic, english, russian
from bot.story.types import ActionType

_Grammar = Callable[[str, str | None], str]
_SAY: dict[str, _Grammar] = {"en": english.say, "ru": russian.say, "ar": arabic.say}
_DO: dict[str, _Grammar] = {"en": english.do, "ru": russian.do, "ar": arabic.do}

_QUOTES = {
    '"': '"”',
    "“": "”“",
    "”": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "‹": "›",
    "「": "」",
    "『": "』",
    "‘": "’",
    "'": "'",
    "＂": "＂",
}
_NAME_LIMIT = 40
_NAME_NOISE = regex.compile(r"(?!(?<=\S)[\u200c\u200d](?=\S))[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}<>*_`~|\\\"]")
_NAME_SEEN = regex.compile(r"[^\p{Z}\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800]")
_EMPHASIS = regex.compile(r"(\*{1,3}|_{1,3})(?=\S)([^*_]+)(?<=\S)\1")
_OUT_OF_CHARACTER = regex.compile(
    r"[\s\u200b-\u200f\u2060-\u2069\ufeff*_~]*(?://+"
    r"|([(\[{（]{2,}|[(\[{（])?\s*(?:(?:ooc|оос|o\.o\.c\.?|out of character|нрп|вне (?:игры|роли|истории"
    r"|сюжета)"
    r"|خارج (?:القصة|الشخصية|اللعبة|الدور|النص))(?!\p{L})\s*[:：.,،—–-]*)"
    r"|([(\[{（]){2,})",
    regex.IGNORECASE,
)
_INSIDE = regex.compile(r"\s*\(\((.+?)\)\)\s*", regex.DOTALL)
_PREFIX = regex.compile(r"/me\s+|[-–—•]\s+")


def is_out_of_character(text: str) -> bool:
    """Whether players are talking about the game: ``((…))``, ``// …``, ``OOC: …`` and their like."""
    return _OUT_OF_CHARACTER.match(text) is not None


def aside(text: str) -> str | None:
    """What is said out of character, without the marks of that; None when the message is in character."""
    found = _OUT_OF_CHARACTER.match(text)
    if found is None:
        return None
    inside = text[found.end() :].lstrip(")]}） \t\n").rstrip()
    return inside.rstrip(")]}） \t\n") if found[1] or found[2] else inside


def split_asides(text: str) -> tuple[str, tuple[str, ...]]:
    """What belongs to the story, and what stands in double brackets in the middle of it."""
    inside = tuple(found[1].strip() for found in _INSIDE.finditer(text))
    return _INSIDE.sub(" ", text).strip() if inside else text, inside


def quoted(text: str) -> str | None:
    """What stands between the quotation marks when the whole message is in them, else None."""
    text = text.strip()
    if len(text) < 3 or text[0] not in _QUOTES or text[-1] not in _QUOTES[text[0]]:
        return None
    inside = text[1:-1]
    if any(mark in inside for mark in (text[0], text[-1])):
        return None
    return inside.strip() or None


def player_name(name: str) -> str:
    """A display name that is safe inside a line of the story.

    One line, at most 40 characters, without markup and marks of direction; "?" when nothing is left.
    """
    flat = " ".join(_NAME_NOISE.sub(" ", name).split())
    shown = ""
    for grapheme in regex.findall(r"\X", flat):
        if len(shown) + len(grapheme) > _NAME_LIMIT:
            break
        shown += grapheme
    return shown.strip() if _NAME_SEEN.search(shown) else "?"


def phrase(mode: ActionType, text: str, *, name: str, alone: bool, language: str) -> str:
    """The line that is stored for a player's words; ``mode`` is do, say or story.

    A text that already has the story's form (it begins with ``>``) is kept as it is. What stands in
    quotation marks is speech in every mode but story. Never raises; an empty text stays empty.
    """
    text = text.strip()
    if mode is ActionType.STORY or not text or text.startswith(">"):
        return text
    who = None if alone else player_name(name)
    speech = quoted(text)
    if mode is ActionType.SAY or speech:
        return _SAY.get(language, english.say)(speech or text, who)
    return _DO.get(language, english.do)(_bare(text), who)


def _bare(text: str) -> str:
    """The action without the marks that players put around or before it: ``*opens the door*``."""
    emphasis = _EMPHASIS.fullmatch(text)
    text = emphasis[2] if emphasis else text
    prefix = _PREFIX.match(text)
    return text[prefix.end() :] if prefix else text
