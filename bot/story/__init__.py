"""Plain types of the domain. This package imports nothing of Questsmith."""

from bot.story.types import (
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

__all__ = [
    "Action",
    "ActionType",
    "Adventure",
    "CardOrder",
    "ContextSettings",
    "Layout",
    "MatchMode",
    "Memory",
    "Plot",
    "StoryCard",
]
