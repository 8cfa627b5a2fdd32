"""Corrections in plain speech, by rules (canon.md, "Recognise"). Proposes only. Pure.

A message is a correction when it is out of character, begins with a word such as "Correction:", or names a
scope that only a player can mean ("in this story"). What stands in the story itself, and what characters
say, never is one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import regex

from bot.canon import arabic, english, russian
from bot.canon.grammar import Contrast, Grammar, Statement
from bot.canon.scopes import Reach, take_scopes
from bot.canon.text import alike, clean, language_of, without_speech
from bot.story import Kind, Scope
from bot.story.canon import FACT_SCOPES
from bot.story.phrasing import aside
from bot.story.words import asks, capitalized, ended

SUBJECT_LIMIT = 80
VALUE_LIMIT = 300
MOST = 10
"""Corrections in one message."""
SENTENCE_LIMIT = 600
MESSAGE_LIMIT = 2000
"""Characters; a correction is a sentence, not a page."""

_GRAMMARS: dict[str, Grammar] = {"en": english, "ru": russian, "ar": arabic}
_ABBREVIATION = regex.compile(r"(?:^|\s)(?:St|Mr|Mrs|Ms|Dr|Sr|Jr|No|\p{Lu}|г|св|д)\.$")
_SENTENCE = regex.compile(r"(?<=[.!?…؟])[\"”»)]*\s+|\n+")
_JOIN = regex.compile(
    r"^(?:and |but |а |и |но |و)?(?:not|never|rather|instead|but|they|they're|it|it's|she|she's|he|he's"
    r"|не|ليس\p{L}*|وليس\p{L}*|لا|بل|إنما)(?!\p{L})",
    regex.IGNORECASE,
)


_LABEL = regex.compile(r"[^:：,،.!?؟]{1,40}[:：]")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record that is proposed."""

    kind: Kind
    subject: str
    attribute: str
    """Empty where none was named."""
    value: str
    wording: str
    quote: str
    """The player's sentence that it rests on."""
    old: str = ""
    """What was said to be wrong."""
    scopes: tuple[Scope, ...] = ()
    """Those that the words name; several contradict each other."""
    lasting: bool = False
    """The words say that it is meant to last."""
    guessed: bool = False
    """No attribute was named; it was guessed from a verb."""


class Problem(Exception):
    """A correction that cannot be saved; ``reason`` is one of CorrectionUnclear's."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Recogniser(Protocol):
    """Finds corrections in what a player says."""

    async def recognise(
        self, text: str, names: Collection[str], *, meant: bool = False
    ) -> Sequence[Candidate]:
        """Candidates in the order in which they are said; ``names`` are subjects that are known here.

        ``text`` is what was said to the narrator, without brackets; ``meant``: it is there to be
        remembered, so that no plain statement is talk. Raises Problem when it is a correction that cannot
        be understood.
        """


class Rules:
    """Explicit corrections in English, Russian and Arabic."""

    async def recognise(
        self, text: str, names: Collection[str], *, meant: bool = False
    ) -> Sequence[Candidate]:
        """See Recogniser."""
        return await asyncio.to_thread(recognise, text, names, meant=meant)


def said_to_narrator(text: str) -> str | None:
    """What a message says to the narrator; None when it belongs to the story.

    Without the marks of an aside its first sentence has to tell: by a label ("Correction:"; without the
    colon "Wrong! I draw my sword" would be one), or by a scope that only a player can mean ("in this
    story") together with "not that".
    """
    if (inside := aside(text)) is not None:
        return inside
    plain = clean(without_speech(text))
    language = language_of(plain)
    first = next(_sentences(plain[:SENTENCE_LIMIT]), "")
    begins = _without_lead(first, _GRAMMARS[language])
    labelled = begins.strong and _LABEL.match(first) is not None
    if not (labelled or take_scopes(begins.text, language)[1].outside):
        return None
    try:
        found = recognise(text, ())
        return text if found and (labelled or found[0].old) else None
    except Problem:
        return text if labelled else None


def recognise(text: str, names: Collection[str], *, meant: bool = False) -> list[Candidate]:
    """The corrections in what was said to the narrator; see Recogniser. Raises Problem."""
    text = clean(text)
    language = language_of(text)
    grammar = _GRAMMARS[language]
    found: list[Candidate] = []
    reach = Reach((), lasting=False)
    problem: Problem | None = None
    for sentence in _sentences(text):
        try:
            candidates, said = _sentence(
                sentence, language, grammar, names, found[-1] if found else None, reach, meant=meant
            )
        except Problem as error:
            problem = problem or error
            continue
        reach = said
        found += candidates
        if len(found) > MOST:
            raise Problem("long")
    if not found and problem is not None:
        raise problem
    return found


def stated_as(text: str, quote: str) -> frozenset[Kind]:
    """What the sentences of a message that a quotation touches may be taken for.

    Nothing where one asks, guesses or supposes; one kind where the rules understand them; else both.
    """
    text, quote = clean(text), clean(quote).casefold()
    grammar = _GRAMMARS[language_of(text)]
    kinds: set[Kind] = set()
    for sentence in _sentences(text):
        if quote not in sentence.casefold() and sentence.casefold() not in quote:
            continue
        begins = _without_lead(sentence, grammar)
        plain = _without_lead(take_scopes(begins.text, language_of(text))[0], grammar)
        guessed = (begins.guess or plain.guess) and not (begins.strong or grammar.contrast(plain.text).old)
        asked = asks(sentence) and not (begins.polite or plain.polite)
        if asked or guessed or grammar.uncertain.match(plain.text):
            return frozenset()
        try:
            kinds |= {found.kind for found in recognise(sentence, ())}
        except Problem:
            continue
    return frozenset(kinds or Kind)


def _sentence(
    quote: str,
    language: str,
    grammar: Grammar,
    names: Collection[str],
    before: Candidate | None,
    reach: Reach,
    *,
    meant: bool,
) -> tuple[list[Candidate], Reach]:
    begins = _without_lead(quote[:SENTENCE_LIMIT], grammar)
    if len(quote) > SENTENCE_LIMIT:
        if begins.strong:
            raise Problem("long")
        return [], reach
    sentence, said = take_scopes(begins.text, language)
    begins_again = _without_lead(sentence, grammar)
    sentence = _PLEASE.sub(" ", _without_tail(begins_again.text, grammar))
    strong = begins.strong or begins_again.strong
    if not said.scopes and not said.lasting:
        said = reach  # "In this story: …. Her hair is red."
    question = asks(quote.strip()) and not (begins.polite or begins_again.polite)
    if not sentence or question or grammar.uncertain.match(sentence):
        return [], said
    if (wish := grammar.preference(sentence)) is not None:
        return [_preference(wish, quote, grammar, said)], said
    contrast = grammar.contrast(sentence)
    meant = meant or strong or bool(said.scopes)
    if (begins.guess or begins_again.guess) and not (strong or contrast.old):
        return [], said
    if not meant and (
        grammar.beside.search(sentence) or (not contrast.old and grammar.passing.search(sentence))
    ):
        return [], said
    if not contrast.old and len(parts := grammar.several(contrast.positive)) > 1:
        listed = [grammar.statement(part, "", names) for part in parts]
        if all(one is not None and one.attribute and not one.loose for one in listed):
            none = Contrast("")
            return [_fact(one, none, quote, grammar, said) for one in listed if one is not None], said
    parsed: Statement | None = None
    if before is not None and not contrast.denied and grammar.pronoun.match(contrast.positive):
        parsed = _continued(contrast, grammar, before, names)
    if parsed is None and not contrast.denied:
        parsed = grammar.statement(contrast.positive, contrast.old, names)
        if parsed is None and meant and not contrast.old:
            parsed = grammar.bare(contrast.positive, names)
    if parsed is not None and regex.search(r"[,;:،؛()]", parsed.subject + parsed.attribute):
        parsed = None  # more was said than is understood
    if parsed is not None and not (regex.search(r"[\p{L}\p{N}]", parsed.subject) and parsed.value):
        parsed = None
    if parsed is None:
        if contrast.denied and contrast.old:
            if strong or said.scopes or language == "ar" or _about_somebody(sentence, names):
                raise Problem("denied")
            return [], said
        if contrast.old and grammar.pronoun.match(contrast.positive):
            raise Problem("subject")
        if strong or (said.scopes and contrast.old):
            raise Problem("unclear")
        return [], said
    if parsed.loose and not (meant or said.lasting or contrast.old):
        return [], said  # "((Petra is late tonight.))" is talk
    return [_fact(parsed, contrast, quote, grammar, said)], said


def _fact(parsed: Statement, contrast: Contrast, quote: str, grammar: Grammar, said: Reach) -> Candidate:
    old = grammar.old_value(contrast.old, parsed)
    if len(parsed.subject) > SUBJECT_LIMIT or len(parsed.value) > VALUE_LIMIT:
        raise Problem("long")
    if old and alike(old, parsed.value) and old.casefold() == parsed.value.casefold():
        raise Problem("contradiction")
    wording = ended(capitalized(parsed.sentence)) if parsed.sentence else ""
    if not wording or (old and old.casefold() in wording.casefold()) or parsed.value not in wording:
        wording = plain_wording(parsed.subject, parsed.attribute, parsed.value)
    return Candidate(
        kind=Kind.FACT,
        subject=parsed.subject,
        attribute=parsed.attribute,
        value=parsed.value,
        wording=wording,
        quote=quote,
        old=old,
        scopes=tuple(scope for scope in said.scopes if scope in FACT_SCOPES),
        lasting=said.lasting,
        guessed=parsed.loose,
    )


def _preference(wish: str, quote: str, grammar: Grammar, said: Reach) -> Candidate:
    if len(wish) > VALUE_LIMIT:
        raise Problem("long")
    # "In every story" is said about the telling here, not about a character.
    scopes = tuple(Scope.EVERYWHERE if scope is Scope.CHARACTER else scope for scope in said.scopes)
    scopes = tuple(
        dict.fromkeys(Scope.ADVENTURE if scope.width < Scope.ADVENTURE.width else scope for scope in scopes)
    )
    return Candidate(
        kind=Kind.PREFERENCE,
        subject=grammar.narration,
        attribute="",
        value=wish,
        wording=ended(capitalized(wish)),
        quote=quote,
        scopes=scopes,
        lasting=said.lasting,
    )


def narration(text: str) -> str:
    """What a wish is about when nothing else is named, in the language of the text."""
    return _GRAMMARS[language_of(text)].narration


def plain_wording(subject: str, attribute: str, value: str) -> str:
    """A record as a line that is right in every language."""
    return f"{subject} — {attribute}: {value}" if attribute else f"{subject}: {value}"


_HER = {
    "en": regex.compile(r"^(?:and )?(?:her|his|its|their)\s+(?=\S)", regex.IGNORECASE),
    "ru": regex.compile(r"^(?:а |и )?(?:у (?:неё|нее|него|них)|её|ее|его|их)\s+(?=\S)", regex.IGNORECASE),
    "ar": regex.compile(r"^و?(?:(?:لديها|لديه|لها|له|عندها|عنده)\s+|(\p{L}{2,}?)(?:هما|ها|هم|ه)\s+)(?=\S)"),
}


def _continued(
    contrast: Contrast, grammar: Grammar, before: Candidate, names: Collection[str]
) -> Statement | None:
    """ "Her hair is red", after a sentence about Mira."""
    language = next(code for code, known in _GRAMMARS.items() if known is grammar)
    found = _HER[language].match(contrast.positive)
    if found is None:
        return None
    name, rest = before.subject, contrast.positive[found.end() :]
    told = {"en": f"{name}'s {rest}", "ru": f"у {name} {rest}", "ar": f"لدى {name} {rest}"}[language]
    if language == "ar" and found[1]:
        told = f"{regex.sub('ت$', 'ة', found[1])} {name} {rest}"
    parsed = grammar.statement(told, contrast.old, (*names, name))
    if parsed is None:
        return None
    return Statement(name, parsed.attribute, parsed.value, parsed.loose, "" if language != "en" else told)


def _about_somebody(sentence: str, names: Collection[str]) -> bool:
    return bool(regex.search(r"['’]s\s|(?<=\s)\p{Lu}\p{Ll}", sentence)) or any(
        name in sentence for name in names
    )


@dataclass(frozen=True, slots=True)
class _Beginning:
    text: str
    strong: bool
    polite: bool
    guess: bool


_PLEASE = regex.compile(
    r"[,،]\s*(?:please|if you please|пожалуйста|من فضلك|لو سمحت|رجاءً?)\s*[,،]\s*", regex.IGNORECASE
)
_GAP = r"[\s,:;.!…،؛—–\])}-]*"


def _without_lead(sentence: str, grammar: Grammar) -> _Beginning:
    strong = polite = guess = False
    while True:
        sentence = regex.sub(rf"^{_GAP}", "", sentence)
        guess = guess or grammar.guess.match(sentence) is not None
        if grammar.polite.match(sentence):
            polite = True
        found = grammar.strong.match(sentence)
        if found:
            strong = True
        else:
            found = grammar.weak.match(sentence)
        if not found or not found.end():
            return _Beginning(sentence, strong, polite, guess)
        rest = regex.sub(rf"^{_GAP}(?:(?:that|что|أنّ?|بأنّ?|إنّ?)\s+)?", "", sentence[found.end() :])
        if not rest:
            return _Beginning(sentence if not strong else "", strong, polite, guess)
        sentence = rest


def _without_tail(sentence: str, grammar: Grammar) -> str:
    while True:
        sentence = regex.sub(r"[\s,;:.!?…؟،؛—–-]+$", "", sentence)
        found = next(
            (match for match in grammar.tail.finditer(sentence) if match.end() == len(sentence)), None
        )
        if found is None or not regex.search(r"[\s,،]$", sentence[: found.start()]):
            return sentence
        sentence = sentence[: found.start()]


def _sentences(text: str) -> Iterator[str]:
    kept = ""
    for part in _SENTENCE.split(text):
        if kept and (_ABBREVIATION.search(kept) or _JOIN.match(part)):
            kept = f"{kept} {part}"
            continue
        if kept.strip():
            yield from _clauses(kept.strip())
        kept = part
    if kept.strip():
        yield from _clauses(kept.strip())


_CLAUSE = regex.compile(
    r"\s*[;؛]\s+|(?<=\s(?:is|are)\s[^,]+)\s+and\s+(?=\p{Lu}[\p{L}-]+['’]s?\s\p{L}+\s(?:is|are)\s)"
    r"|,?\s+and\s+(?=(?:her|his|its|their)\s\p{L}+\s(?:is|are)\s)|,\s+(?:and |while |whereas )?"
    r"(?=(?:her|his|its|their)\s\p{L}+\s(?:is|are)\s)|,\s+(?:and|while"
    r"|whereas)\s+(?=(?:her|his|its|their|\p{Lu}[\p{L}-]+['’]s?)\s[^,]*\s(?:is|are)\s)"
    r"|,\s+(?:а|и)\s+(?=\p{Ll}+\s\p{Lu}\p{L}+\s(?!не\s))|,\s+а\s+(?=у\s\p{L}+\s(?!не\s))|,\s+и\s+(?=у\s)"
    r"|[،,]\s+(?=و\p{L}{2,}(?:ها|هما|ه)\s)|\s+(?=و\p{L}{2,}(?:ها|هما)\s\p{L})",
)


def _clauses(sentence: str) -> Iterator[str]:
    kept = ""
    for part in _CLAUSE.split(sentence):
        if kept and _JOIN.match(part):
            kept = f"{kept}, {part}"
            continue
        if kept:
            yield kept
        kept = part
    if kept:
        yield kept
