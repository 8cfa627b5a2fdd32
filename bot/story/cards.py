"""What a story card may hold, and how its author types triggers."""

from __future__ import annotations

import regex

from bot.story.types import MatchMode

TITLE_LIMIT = 100
ENTRY_LIMIT = 4000
NOTES_LIMIT = 1000
TRIGGERS_LIMIT = 1000
TRIGGER_LIMIT = 200
"""Characters; forms on Discord hold no more than 4,000."""
TRIGGERS_MOST = 100
"""Triggers of one card. Adventure files may hold more, and longer ones."""

_SEPARATORS = regex.compile(r"[,،、，;؛\n]")
_LINES = regex.compile(r"\n")


def split_triggers(text: str, mode: MatchMode = MatchMode.FORMS) -> tuple[tuple[str, ...], int]:
    """The triggers in a comma-separated line, each once, and how many empty ones were dropped.

    A trailing comma must not create a trigger that fires always (context.md, section 4). A pattern
    may hold commas, so patterns stand on lines of their own.
    """
    separators = _LINES if mode is MatchMode.REGEX else _SEPARATORS
    parts = [part.strip() for part in separators.split(text)] if text.strip() else []
    kept = tuple(dict.fromkeys(part for part in parts if part))
    return kept, sum(not part for part in parts)
