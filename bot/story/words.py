"""What the phrasing of every language needs: sentence ends, capitals, quotations. Pure."""

from __future__ import annotations

from collections.abc import Callable

import regex

_WORD_END = regex.compile(r"[\p{L}\p{N}]\p{M}*$")
_CJK_END = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]$")
_ENDS_SENTENCE = regex.compile(r"""[.!?…。！？؟۔]["'”’»)\]]*$""")
_QUESTION = regex.compile(r"[?؟？][!?؟.…]*$")
_QUOTATION = regex.compile(
    r""""[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‹[^›]*›|「[^」]*」|『[^』]*』|(?<!\w)['‘][^'‘’]*['’](?!\w)"""
)
_SEEN = regex.compile(r"[^\p{Z}\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\s]")
_HIDDEN = regex.compile(r"[\p{Cc}--[\t\n]]|[\u202a-\u202e\u2066-\u2069]", regex.VERSION1)

_TITLES = "Mr|Mrs|Ms|Dr|St|Prof"
SENTENCE_END = regex.compile(
    rf"(?:(?<!\b(?:{_TITLES}|\p{{Lu}}))\.|[.…]{{2,}}|[!?…؟۔]|[。！？](?=\S))+[\p{{Pe}}\p{{Pf}}\"'*_]*(?=\s|$)"
    r"|[。！？]+[\p{Pe}\p{Pf}]*(?![\p{M}\u200d])"
)
"""Where a sentence of a longer text ends; white space or a new line follows."""


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


def ended(text: str) -> str:
    """The text with a full stop when it ends in a word."""
    if not _WORD_END.search(text):
        return text
    return f"{text}{'。' if _CJK_END.search(text) else '.'}"


def ends_sentence(text: str) -> bool:
    """Whether the text ends with a full stop or its like, closing quotation marks aside."""
    return _ENDS_SENTENCE.search(text) is not None


def asks(text: str) -> bool:
    """Whether the text ends as a question."""
    return _QUESTION.search(text) is not None


def capitalized(text: str) -> str:
    """The text with its first letter large; the others keep their case."""
    return text[:1].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """The text with its first letter small, a shouted text wholly; an abbreviation stays large."""
    if len(text) > 2 and text.isupper():
        return text.lower()
    word = text.split(" ", 1)[0]
    return text if len(word) > 1 and word.isupper() else text[:1].lower() + text[1:]


def in_guillemets(speech: str) -> str:
    """The speech as Russian and Arabic print it: ``«Hello».``, ``«Hello!»``, quotations inside in „“."""
    speech = capitalized(speech.translate({ord("«"): "„", ord("»"): "“"}))
    if speech.endswith(".") and not speech.endswith(".."):
        speech = speech[:-1]
    return f"«{speech}»" if ends_sentence(speech) else f"«{speech}»."


def outside_quotations(text: str, change: Callable[[str], str]) -> str:
    """The text with everything changed that does not stand in quotation marks."""
    parts, end = [], 0
    for match in _QUOTATION.finditer(text):
        parts += [change(text[end : match.start()]), match.group()]
        end = match.end()
    return "".join([*parts, change(text[end:])])


def sentences(text: str) -> list[str]:
    """The sentences of a text, in their order; a line break ends one too."""
    found: list[str] = []
    for line in text.splitlines():
        start = 0
        for end in [*(match.end() for match in SENTENCE_END.finditer(line)), len(line)]:
            if sentence := line[start:end].strip():
                found.append(sentence)
            start = end
    return found


def visible(text: str) -> bool:
    """Whether a reader would see anything: letters, signs, emoji, but not only spaces and fillers."""
    return _SEEN.search(text) is not None


def readable(text: str) -> str:
    """A player's text without control characters and those that turn the direction of what follows.

    Empty when nothing in it can be seen.
    """
    text = _HIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    return text if visible(text) else ""
