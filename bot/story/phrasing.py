"""How a player's words become a line of the story.

``do`` and ``say`` are stored as AI Dungeon's players know them: ``> You open the door.`` and
``> Ash says "Hello."``, in the second person alone and in the third with several players.
"""

from __future__ import annotations

import regex

from bot.story.types import ActionType

_QUOTES = {
    '"': '"',
    "“": "”",
    "„": "“”",
    "«": "»",
    "‹": "›",
    "「": "」",
    "『": "』",
    "‘": "’",
}
_ENDS = regex.compile(r"""[.!?…。！？؟۔]["'”’»)\]]*$""")
_NAME_LIMIT = 40

_PRONOUN = {
    "en": regex.compile(r"^(?:i|you)\s+", regex.IGNORECASE),
    "ru": regex.compile(r"^(?:я|ты|вы)[\s,]+", regex.IGNORECASE),
    "ar": regex.compile(r"^(?:أنا|أنت|أنتَ|أنتِ)[\s،]+"),
}
_CONTRACTIONS = {
    "i'm": "are",
    "you're": "are",
    "i've": "have",
    "you've": "have",
    "i'll": "will",
    "i'd": "would",
}
_TO_YOU = {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are"}
_TO_THEM = {"i": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themself"}
_THIRD_PERSON = {"be": "is", "am": "is", "are": "is", "have": "has", "do": "does", "go": "goes"}
_UNCHANGED = frozenset({"can", "could", "will", "would", "shall", "should", "may", "might", "must", "ought"})


def is_out_of_character(text: str) -> bool:
    """Whether players are talking about the game (``//`` or ``((`` at the beginning)."""
    return text.lstrip().startswith(("//", "(("))


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
    """A display name that is safe inside a line of the story: one line, at most 40 characters."""
    flat = " ".join(regex.sub(r"[\p{C}>*_`~|\"]", " ", name).split())
    return flat[:_NAME_LIMIT].strip() or "?"


def phrase(mode: ActionType, text: str, *, name: str, alone: bool, language: str) -> str:
    """The line that is stored for a player's words; ``mode`` is do, say or story.

    A text that already has the story's form (it begins with ``>``) is kept as it is.
    """
    text = text.strip()
    if mode is ActionType.STORY or text.startswith(">"):
        return text
    if mode is ActionType.SAY:
        return _say(quoted(text) or text, player_name(name), alone, language)
    return _do(text, player_name(name), alone, language)


def _say(speech: str, name: str, alone: bool, language: str) -> str:
    if language == "ru":
        return f"> Ты говоришь: «{speech}»" if alone else f"> {name} говорит: «{speech}»"
    if language == "ar":
        return f"> تقول: «{speech}»" if alone else f"> {name}: «{speech}»"
    return f'> You say "{_ended(speech)}"' if alone else f'> {name} says "{_ended(speech)}"'


def _do(text: str, name: str, alone: bool, language: str) -> str:
    text = _ended(_PRONOUN.get(language, _PRONOUN["en"]).sub("", text, count=1) or text)
    first, rest = text[0], text[1:]
    # "открываю дверь", "открыть дверь", "أفتح الباب": players write in every person and mood, and
    # only a colon fits them all.
    if language == "ru":
        return f"> {'Ты' if alone else name}: {first.lower()}{rest}"
    if language == "ar":
        return f"> {'أنت' if alone else name}: {text}"
    if not first.isascii():
        return f"> {'You' if alone else name}: {text}"
    text = text.lower() if len(text) > 2 and text.isupper() else _lower_first(text)
    opening, space, rest = text.partition(" ")
    text = _CONTRACTIONS.get(_plain(opening), opening) + space + rest
    if alone:
        return f"> You {_reworded(text, _TO_YOU)}"
    return f"> {name} {_reworded(_third_person(text), _TO_THEM)}"


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")


def _reworded(text: str, words: dict[str, str]) -> str:
    return regex.sub(r"[A-Za-z]+", lambda match: words.get(match.group().lower(), match.group()), text)


def _lower_first(text: str) -> str:
    word = text.split(" ", 1)[0]
    return text if len(word) > 1 and word.isupper() else text[0].lower() + text[1:]


def _third_person(text: str) -> str:
    """Put the verb of an English clause without subject into the third person singular."""
    words = text.split(" ")
    for index, word in enumerate(words):
        match = regex.match(r"[A-Za-z'’]+", word)
        if match is None:
            return text
        verb = match.group()
        if verb.lower().endswith("ly") and index + 1 < len(words):
            continue  # "quietly open the door": the verb comes after the adverb
        words[index] = _conjugate(verb) + word[len(verb) :]
        break
    return " ".join(words)


def _conjugate(verb: str) -> str:
    lower = verb.lower()
    if lower in _THIRD_PERSON:
        return _THIRD_PERSON[lower]
    if lower in _UNCHANGED or "'" in verb or "’" in verb:
        return verb
    if lower.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if lower.endswith("y") and len(verb) > 1 and lower[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _ended(text: str) -> str:
    """The text with a full stop, unless it ends a sentence already."""
    return text if _ENDS.search(text) or not text[-1:].isalnum() else f"{text}."
