"""The adventure file: JSON, ``questsmith.adventure`` version 1 (context.md, section 6)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    StrictBool,
    StrictInt,
    ValidationError,
    model_validator,
)

from bot.errors import AdventureFileError
from bot.story import (
    Action,
    ActionType,
    Adventure,
    CardOrder,
    ContextSettings,
    Layout,
    MatchMode,
    Memory,
    Plot,
    StoryCard,
)

FORMAT = "questsmith.adventure"
VERSION = 1

T = TypeVar("T")


def _id(value: object) -> object:
    # Other tools number their cards.
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Id = Annotated[str, BeforeValidator(_id)]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
Size = Annotated[StrictInt, PositiveInt]
Index = Annotated[StrictInt, NonNegativeInt]


class _Model(BaseModel):
    """Fields that are not known here are passed over; null is the same as missing."""

    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {name: value for name, value in data.items() if value is not None}
        return data


class _Settings(_Model):
    context_tokens: Size = ContextSettings().context_tokens
    reply_tokens: Size = ContextSettings().reply_tokens
    tokenizer: str = ContextSettings().tokenizer
    memory_bank: StrictBool = ContextSettings().memory_bank
    memory_threshold: Share = ContextSettings().memory_threshold
    layout: Layout = ContextSettings().layout
    order: CardOrder = ContextSettings().order


class _Plot(_Model):
    instructions: str = ""
    essentials: str = ""
    summary: str = ""
    authors_note: str = ""
    front_memory: str = ""


class _Card(_Model):
    id: Id = ""
    title: str = ""
    entry: str = ""
    triggers: tuple[str, ...] = ()
    type: str = ""
    match: MatchMode = MatchMode.FORMS
    notes: str = ""
    pinned: StrictBool = False
    enabled: StrictBool = True


class _Memory(_Model):
    id: Id = ""
    text: str = ""
    actions: tuple[Index, Index] | None = None
    relevance: Annotated[float, Field(strict=True, allow_inf_nan=False)] = 0.0


class _Action(_Model):
    type: ActionType
    text: str = ""
    author: str = ""


class _Adventure(_Model):
    format: Literal["questsmith.adventure"]
    version: Annotated[StrictInt, Field(ge=VERSION, le=VERSION)]
    title: str = ""
    language: str = "en"
    settings: _Settings = Field(default_factory=_Settings)
    plot: _Plot = Field(default_factory=_Plot)
    cards: tuple[_Card, ...] = ()
    memories: tuple[_Memory, ...] = ()
    actions: tuple[_Action, ...] = ()


def load_adventure(path: str | Path) -> Adventure:
    """Read an adventure file (UTF-8). Raises AdventureFileError."""
    name = str(path)
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise AdventureFileError(file=name, reason=error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise AdventureFileError(file=name, reason=f"not UTF-8 (byte {error.start})") from None
    except json.JSONDecodeError as error:
        reason = f"not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        raise AdventureFileError(file=name, reason=reason) from None
    except (ValueError, RecursionError):
        raise AdventureFileError(file=name, reason="not JSON that can be read") from None
    return read_adventure(data, file=name)


def read_adventure(data: object, *, file: str = "") -> Adventure:
    """The adventure in a decoded file. Raises AdventureFileError with the first thing that is wrong."""
    try:
        shape = _Adventure.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = _path(first["loc"])
        reason = f"{where}: {first['msg']}" if where else first["msg"]
        raise AdventureFileError(file=file, reason=reason) from None
    return Adventure(
        title=shape.title,
        language=shape.language,
        settings=ContextSettings(**dict(shape.settings)),
        plot=Plot(**dict(shape.plot)),
        cards=tuple(
            StoryCard(**{**dict(card), "id": card.id or str(number)})
            for number, card in enumerate(shape.cards, start=1)
        ),
        memories=tuple(
            Memory(**{**dict(memory), "id": memory.id or str(number)})
            for number, memory in enumerate(shape.memories, start=1)
        ),
        actions=tuple(Action(**dict(action)) for action in shape.actions),
    )


def _path(location: tuple[int | str, ...]) -> str:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return path.removeprefix(".")
