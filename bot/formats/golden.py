"""The golden set: questions on stories, with the passages that answer them (``data/golden``).

JSON, ``questsmith.golden`` version 1::

    {"format": "questsmith.golden", "version": 1,
     "stories": [
       {"adventure": {"format": "questsmith.adventure", "version": 1, …},
        "questions": [
          {"id": "fare", "text": "What does the ferryman take as his fare?",
           "answers": ["button"], "passages": ["card:odo"], "relevances": {"thimble": 0.9}}]}]}

``adventure`` is an adventure file (its ``settings`` are not used). A question's ``text`` is asked as
the last action of the story. ``answers``: any of them, contained in what the model says, is right.
``passages``: ``card:ID``, ``memory:ID`` or ``action:INDEX`` (from 0); each alone holds the answer.
``relevances`` (may be missing): the relevance of memories to this question, where it is not the
memory's own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from bot.context.normal import normalise
from bot.errors import AdventureFileError, GoldenFileError
from bot.formats.adventure import read_adventure
from bot.formats.files import read_json
from bot.story import Action, ActionType, Adventure, ContextSettings

VERSION = 1

Text = Annotated[StrictStr, Field(pattern=r"\S")]
Passage = Annotated[StrictStr, Field(pattern=r"^(card|memory|action):.")]
Relevance = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]


class _Model(BaseModel):
    # A misspelt field would be measured as if it were not there.
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class _Question(_Model):
    id: Text
    text: Text
    answers: Annotated[tuple[Text, ...], Field(min_length=1)]
    passages: Annotated[tuple[Passage, ...], Field(min_length=1)]
    relevances: dict[str, Relevance] = Field(default_factory=dict)


class _Story(_Model):
    adventure: dict[str, Any]
    questions: Annotated[tuple[_Question, ...], Field(min_length=1)]


class _Golden(_Model):
    format: Literal["questsmith.golden"]
    version: Annotated[StrictInt, Field(ge=VERSION, le=VERSION)]
    stories: Annotated[tuple[_Story, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Question:
    """A question on a story."""

    id: str
    text: str
    story: Adventure
    answers: tuple[str, ...]
    passages: frozenset[str]
    """``card:ID``, ``memory:ID``, ``action:INDEX``."""
    relevances: Mapping[str, float] = field(default_factory=dict)
    """By the memory's id."""

    def asked(self, settings: ContextSettings) -> Adventure:
        """The story with the question as its last action."""
        memories = tuple(
            replace(memory, relevance=self.relevances.get(memory.id, memory.relevance))
            for memory in self.story.memories
        )
        actions = (*self.story.actions, Action(ActionType.STORY, self.text))
        return replace(self.story, settings=settings, memories=memories, actions=actions)

    def answered_by(self, text: str) -> bool:
        """Whether a text contains an accepted answer; case, accents and variants of letters aside."""
        said = _plain(text)
        return any(_plain(answer) in said for answer in self.answers)


def load_golden(path: str | Path) -> tuple[Question, ...]:
    """The questions of a golden set, in the order of the file. Raises GoldenFileError."""
    name = str(path)
    try:
        golden = _Golden.model_validate(read_json(path, GoldenFileError))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise GoldenFileError(file=name, reason=f"{_path(first['loc'])}: {first['msg']}") from None
    questions = tuple(_questions(golden, name))
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise GoldenFileError(file=name, reason=f"two questions have the id {question.id!r}")
        seen.add(question.id)
    return questions


def _questions(golden: _Golden, file: str) -> Iterator[Question]:
    for place, story in enumerate(golden.stories):
        where = f"stories[{place}]"
        try:
            adventure = read_adventure(story.adventure, file=file)
        except AdventureFileError as error:
            reason = f"{where}.adventure: {error.values['reason']}"
            raise GoldenFileError(file=file, reason=reason) from None
        memories = {memory.id for memory in adventure.memories}
        passages = {f"card:{card.id}" for card in adventure.cards}
        passages |= {f"memory:{memory}" for memory in memories}
        passages |= {f"action:{index}" for index in range(len(adventure.actions))}
        for number, question in enumerate(story.questions):
            unknown = [passage for passage in question.passages if passage not in passages]
            unknown += [f"memory:{memory}" for memory in question.relevances if memory not in memories]
            if unknown:
                reason = f"{where}.questions[{number}]: the story has no {unknown[0]}"
                raise GoldenFileError(file=file, reason=reason)
            yield Question(
                question.id,
                question.text,
                adventure,
                question.answers,
                frozenset(question.passages),
                question.relevances,
            )


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFD", normalise(text))
    return " ".join("".join(sign for sign in letters if not unicodedata.combining(sign)).split())


def _path(location: tuple[int | str, ...]) -> str:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return path.removeprefix(".") or "file"
