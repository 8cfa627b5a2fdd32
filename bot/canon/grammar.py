"""What the grammars of the three languages give to the recogniser."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import regex


@dataclass(frozen=True, slots=True)
class Contrast:
    """A sentence without its "not this": what is true, and what was said to be wrong."""

    positive: str
    old: str = ""
    denied: bool = False
    """It only says what is not so."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Who, what, how: "Mira", "eyes", "green"."""

    subject: str
    attribute: str
    """Empty where the sentence names none: "Mira is a healer"."""
    value: str
    loose: bool = False
    """The attribute was guessed from a verb or from nothing."""
    sentence: str = ""
    """The statement as a sentence; empty where the player's words were none."""


class Grammar(Protocol):
    """One language."""

    strong: regex.Pattern[str]
    """The beginning of a sentence that makes it a correction: "Correction:", "Remember that"."""
    weak: regex.Pattern[str]
    """A beginning that says nothing: "please", "actually"."""
    tail: regex.Pattern[str]
    """An end that says nothing: "please"."""
    polite: regex.Pattern[str]
    """A request in the form of a question: "could you remember …?"."""
    uncertain: regex.Pattern[str]
    """A beginning that makes it no statement: "maybe", "what if"."""
    guess: regex.Pattern[str]
    """A beginning that makes it a guess, unless something is said to be wrong: "I think"."""
    beside: regex.Pattern[str]
    """Words of people at a table, not of their story: "connection", "not me"."""
    passing: regex.Pattern[str]
    """Words of a day that passes; with them only "not that" makes a correction: "today"."""
    pronoun: regex.Pattern[str]
    """A sentence that begins with "she", "her eyes": nobody can tell whose."""
    narration: str
    """The subject of preferences."""

    def contrast(self, sentence: str) -> Contrast:
        """Take "not old" out of the sentence."""

    def statement(self, sentence: str, old: str, names: Collection[str]) -> Statement | None:
        """Who, what and how; ``names`` are subjects that are known here."""

    def bare(self, sentence: str, names: Collection[str]) -> Statement | None:
        """A sentence that begins with a name, where nothing else is understood: "Mira limps"."""

    def several(self, sentence: str) -> Sequence[str]:
        """The statements of a sentence that lists them: "Mira has red hair and green eyes"."""

    def old_value(self, old: str, statement: Statement) -> str:
        """What was said to be wrong, in the form of the statement's value."""

    def preference(self, sentence: str) -> str | None:
        """What is to be told how, as a few words; None when the sentence is no wish of a player."""
