"""Plain types of the domain. This package imports nothing of Questsmith."""

from bot.story.canon import CanonRecord, Kind, Place, RecordStatus, Scope
from bot.story.types import (
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

__all__ = [
    "Action",
    "ActionType",
    "Adventure",
    "Block",
    "BlockKind",
    "CanonRecord",
    "CardOrder",
    "ContextSettings",
    "Kind",
    "Layout",
    "MatchMode",
    "Memory",
    "Passed",
    "Place",
    "Plot",
    "RecordStatus",
    "Scope",
    "Standing",
    "StoryCard",
]
