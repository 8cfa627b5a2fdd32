"""What a player hears about a correction: exactly what changed, where it applies, what it replaced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.locale import Texts
from bot.story import CanonRecord, Scope
from bot.story.canon import OpenQuestion
from bot.story.words import ended


class Change(StrEnum):
    """What happened to the record."""

    SAVED = "saved"
    KNOWN = "known"
    """It was in the canon already."""
    EDITED = "edited"
    UNDONE = "undone"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Something that is stored, or is not any more."""

    change: Change
    record: CanonRecord
    replaced: tuple[CanonRecord, ...] = ()
    """What held until now; after Undo, what holds again."""
    wrong: str = ""
    """What the player said to be wrong, also where no record said it."""
    can_widen: bool = False
    """The scope was not said: one button offers a wider one."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of a player's words."""

    confirmations: tuple[Confirmation, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    problem: str | None = None
    """Why a correction could not be understood; see CorrectionUnclear."""

    def __bool__(self) -> bool:
        return bool(self.confirmations or self.questions or self.problem)


def confirmation_text(confirmation: Confirmation, texts: Texts) -> str:
    """ "Saved for every story: Mira's eyes are green. Before: blue." """
    record = confirmation.record
    said = texts(f"canon-{confirmation.change}", scope=record.scope.value, wording=ended(record.wording))
    values = _values(confirmation)
    if not values:
        return said
    key = "canon-again" if confirmation.change is Change.UNDONE else "canon-before"
    return f"{said} {texts(key, values=texts.listed(values))}"


def question_text(question: OpenQuestion, texts: Texts) -> str:
    """One short question about the scope; its buttons are named ``canon-scope-…``."""
    return texts("canon-question", wording=ended(question.record.wording))


def scope_name(scope: Scope, texts: Texts) -> str:
    """A scope in plain words: "this story"."""
    return texts(f"canon-scope-{scope}")


def open_text(records: Iterable[CanonRecord], texts: Texts) -> str:
    """What the narrator reads about unresolved records: no version of theirs, and not to assert any."""
    things = dict.fromkeys(map(thing, records))
    return texts("canon-open", things=texts.listed(things)) if things else ""


def thing(record: CanonRecord) -> str:
    """What a record is about: "Mira (eye colour)"."""
    return f"{record.subject} ({record.attribute})" if record.attribute else record.subject


def _values(confirmation: Confirmation) -> list[str]:
    values = [record.value for record in confirmation.replaced if record.value != confirmation.record.value]
    if not values and confirmation.wrong:
        values = [confirmation.wrong]
    return list(dict.fromkeys(values))
