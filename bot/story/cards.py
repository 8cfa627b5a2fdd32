"""What a story card may hold, and how its author types triggers."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from bot.story.types import MatchMode

TITLE_LIMIT = 100
ENTRY_LIMIT = 4000
NOTES_LIMIT = 4000
TRIGGERS_LIMIT = 4000
TRIGGER_LIMIT = 200
"""Characters; forms on Discord hold no more than 4,000."""
TRIGGERS_MOST = 100
"""Triggers of one card. Adventure files may hold more, and longer ones."""

_SEPARATORS = regex.compile(r"[,،、，;；؛\n]")
_LINES = regex.compile(r"\n")


def split_triggers(
    text: str, before: Iterable[str] = (), *, mode: MatchMode = MatchMode.FORMS
) -> tuple[tuple[str, ...], int]:
    """The triggers in a comma-separated line, each once, and how many empty ones were dropped.

    A trailing comma must not create a trigger that fires always. Those that the card had ``before`` keep
    the spaces around them, which count in the mode ``substring`` (context.md, section 4). Patterns hold
    commas themselves: they stand on lines of their own.
    """
    patterns = mode is MatchMode.REGEX
    spelled = {trigger.strip(): trigger for trigger in before}
    separators = _LINES if patterns else _SEPARATORS
    parts = [part.strip() for part in separators.split(text)] if text.strip() else []
    kept: dict[str, str] = {}
    for part in parts:
        if part:
            kept.setdefault(part if patterns else part.casefold(), spelled.get(part, part))
    return tuple(kept.values()), sum(not part for part in parts)
