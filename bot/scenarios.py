"""Scenarios: adventures ready to be started, one TOML file for each language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from bot.errors import ScenarioError, UnknownScenario
from bot.paths import DATA
from bot.story import ActionType, MatchMode, Plot, StoryCard
from bot.story.types import LANGUAGES

DEFAULT_SCENARIO = "lantern"
"""What is played when nobody chooses."""

_Text = Annotated[str, StringConstraints(strip_whitespace=True)]
_Filled = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
"""Discord shows 100 characters of an option (discord.md)."""
_Trigger = Annotated[str, StringConstraints(pattern=r"\S")]
"""Spaces around a trigger are kept: they count in the mode ``substring`` (context.md, section 4)."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """An adventure as its author wrote it, in one language."""

    id: str
    language: str
    title: str
    """At most 100 characters, as is the description."""
    description: str
    plot: Plot
    opening: str
    """The text of the first action of the story."""
    cards: tuple[StoryCard, ...]
    mode: ActionType
    """What a bare message is: do, say or story."""


class Scenarios:
    """The scenarios of a folder. Those that could not be read are in ``problems``."""

    def __init__(self, scenarios: Iterable[Scenario], problems: Iterable[ScenarioError] = ()) -> None:
        self._scenarios = {(scenario.id, scenario.language): scenario for scenario in scenarios}
        self.ids = tuple(sorted({id_ for id_, _ in self._scenarios}))
        self.problems = list(problems)

    def get(self, scenario_id: str, language: str) -> Scenario:
        """The scenario in this language, else in English, else in a language that it has.

        Raises ScenarioError when the file that would be the first choice is broken, UnknownScenario.
        """
        for candidate in (language, *LANGUAGES):
            self._refuse_broken(f"{scenario_id}/{candidate}.toml")
            if (scenario_id, candidate) in self._scenarios:
                return self._scenarios[scenario_id, candidate]
        self._refuse_broken(f"{scenario_id}/")
        raise UnknownScenario(name=scenario_id, known=", ".join(self.ids))

    def all(self, language: str) -> tuple[Scenario, ...]:
        """Every scenario that can be had, once, in this language where it has it, ordered by id."""
        found = []
        for id_ in self.ids:
            with suppress(ScenarioError):
                found.append(self.get(id_, language))
        return tuple(found)

    def _refuse_broken(self, file: str) -> None:
        for problem in self.problems:
            if str(problem.values["file"]).startswith(file):
                raise ScenarioError(**problem.values)


def load_scenarios(folder: Path = DATA / "scenarios") -> Scenarios:
    """Read ``<folder>/<id>/<language>.toml``. A broken file becomes a problem and hides no other."""
    scenarios: list[Scenario] = []
    problems: list[ScenarioError] = []
    for path in sorted(folder.glob("*/*.toml")):
        try:
            scenarios.append(load_scenario(path))
        except ScenarioError as error:
            problems.append(error)
    return Scenarios(scenarios, problems)


def load_scenario(path: Path) -> Scenario:
    """Read one file; its folder is the id, its name the language. Raises ScenarioError."""
    id_, language = path.parent.name, path.stem
    file = f"{id_}/{path.name}"
    if language not in LANGUAGES:
        raise ScenarioError(file=file, reason=f"the language is not one of {', '.join(LANGUAGES)}")
    try:
        content = _ScenarioFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        raise ScenarioError(file=file, reason=_reason(error)) from None
    except UnicodeDecodeError:
        raise ScenarioError(file=file, reason="the file is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(file=file, reason=str(error)) from None
    except OSError as error:
        raise ScenarioError(file=file, reason=error.strerror or str(error)) from None
    return Scenario(
        id=id_,
        language=language,
        title=content.title,
        description=content.description,
        plot=Plot(
            instructions=content.instructions,
            essentials=content.essentials,
            summary=content.summary,
            authors_note=content.authors_note,
        ),
        opening=content.opening,
        cards=tuple(card.story_card() for card in content.cards),
        mode=ActionType(content.mode),
    )


class _CardTable(BaseModel):
    """One ``[[cards]]`` of a file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: _Label
    """The same in every language of the scenario."""
    title: _Label
    type: _Text = ""
    triggers: list[_Trigger] = []
    match: MatchMode = Field(default=MatchMode.FORMS, strict=False)  # TOML has no enumerations
    entry: _Filled
    notes: _Text = ""
    pinned: bool = False

    @model_validator(mode="after")
    def _can_come_up(self) -> _CardTable:
        if not self.triggers and not self.pinned:
            raise PydanticCustomError("never", "A card without triggers must be pinned")
        return self

    def story_card(self) -> StoryCard:
        return StoryCard(
            id=self.id,
            title=self.title,
            entry=self.entry,
            triggers=tuple(self.triggers),
            type=self.type,
            match=self.match,
            notes=self.notes,
            pinned=self.pinned,
        )


class _ScenarioFile(BaseModel):
    """A whole file. Unknown names are refused, because they are misspelt ones."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: _Label
    description: _Label
    mode: Literal["do", "say", "story"]
    instructions: _Filled
    essentials: _Text = ""
    summary: _Text = ""
    authors_note: _Text = ""
    opening: _Filled
    cards: list[_CardTable]

    @model_validator(mode="after")
    def _ids_differ(self) -> _ScenarioFile:
        seen: set[str] = set()
        for card in self.cards:
            if card.id in seen:
                raise PydanticCustomError("twice", "Two cards have the id {id}", {"id": card.id})
            seen.add(card.id)
        return self


def _reason(error: ValidationError) -> str:
    first = error.errors()[0]
    # People count cards from one.
    place = " ".join(str(part + 1) if isinstance(part, int) else part for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]
