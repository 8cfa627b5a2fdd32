"""The adventure file: JSON, ``questsmith.adventure`` version 1 (context.md, section 6)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    ValidationError,
    model_validator,
)

from bot.errors import AdventureFileError
from bot.formats.files import read_json
from bot.story import (
    Action,
    ActionType,
    Adventure,
    Block,
    BlockKind,
    CardOrder,
    ContextSettings,
    Layout,
    MatchMode,
    Memory,
    Passed,
    Plot,
    Standing,
    StoryCard,
)

VERSION = 1

_SURROGATE = re.compile("[\ud800-\udfff]")


def _id(value: object) -> object:
    # Other tools number their cards.
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _sendable(text: str) -> str:
    # Half of a surrogate pair, as tools leave it that cut an emoji in two, has no UTF-8.
    return _SURROGATE.sub("\ufffd", text)


Text = Annotated[str, AfterValidator(_sendable)]
Id = Annotated[Text, BeforeValidator(_id)]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
Size = Annotated[StrictInt, Field(gt=0)]
Index = Annotated[StrictInt, Field(ge=0)]


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
    tokenizer: Text = ContextSettings().tokenizer
    memory_bank: StrictBool = ContextSettings().memory_bank
    memory_threshold: Share = ContextSettings().memory_threshold
    layout: Layout = ContextSettings().layout
    order: CardOrder = ContextSettings().order
    cut_back: Share = ContextSettings().cut_back


class _Plot(_Model):
    instructions: Text = ""
    essentials: Text = ""
    summary: Text = ""
    authors_note: Text = ""
    front_memory: Text = ""


class _Card(_Model):
    id: Id = ""
    title: Text = ""
    entry: Text = ""
    triggers: tuple[Text, ...] = ()
    type: Text = ""
    match: MatchMode = MatchMode.FORMS
    notes: Text = ""
    pinned: StrictBool = False
    enabled: StrictBool = True


class _Memory(_Model):
    id: Id = ""
    text: Text = ""
    actions: tuple[Index, Index] | None = None
    relevance: Annotated[float, Field(strict=True, allow_inf_nan=False)] = 0.0


class _Action(_Model):
    type: ActionType
    text: Text = ""
    author: Text = ""


class _Block(_Model):
    kind: BlockKind
    id: Id
    text: Text
    before: Index


class _Passed(_Model):
    id: Id
    used: Index


class _Standing(_Model):
    context_tokens: Size
    first: Index
    omitted: Index = 0
    blocks: tuple[_Block, ...] = ()
    passed: tuple[_Passed, ...] = ()
    summary: Text = ""
    cut: StrictBool = False
    turns: Index = 0


class _Adventure(_Model):
    format: Literal["questsmith.adventure"]
    version: Annotated[StrictInt, Field(ge=VERSION, le=VERSION)]
    title: Text = ""
    language: Text = "en"
    settings: _Settings = Field(default_factory=_Settings)
    plot: _Plot = Field(default_factory=_Plot)
    cards: tuple[_Card, ...] = ()
    memories: tuple[_Memory, ...] = ()
    actions: tuple[_Action, ...] = ()
    standing: _Standing | None = None
    """As the report of the turn before gives it."""


def load_adventure(path: str | Path) -> Adventure:
    """Read an adventure file (UTF-8). Raises AdventureFileError."""
    return read_adventure(read_json(path, AdventureFileError), file=str(path))


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
        standing=_standing(shape.standing),
    )


def _standing(shape: _Standing | None) -> Standing | None:
    if shape is None:
        return None
    blocks = tuple(Block(**dict(block)) for block in shape.blocks)
    passed = tuple(Passed(**dict(card)) for card in shape.passed)
    return Standing(**{**dict(shape), "blocks": blocks, "passed": passed})


def _path(location: tuple[int | str, ...]) -> str:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return path.removeprefix(".")
