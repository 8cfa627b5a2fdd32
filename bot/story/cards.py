"""What a story card may hold, and how its author types triggers."""

from __future__ import annotations

import regex

TITLE_LIMIT = 100
ENTRY_LIMIT = 4000
NOTES_LIMIT = 1000
TRIGGERS_LIMIT = 1000
"""Characters; forms on Discord hold no more than 4,000."""

_SEPARATORS = regex.compile(r"[,،、，;؛\n]")


def split_triggers(text: str) -> tuple[tuple[str, ...], int]:
    """The triggers in a comma-separated line, each once, and how many empty ones were dropped.

    A trailing comma must not create a trigger that fires always (context.md, section 4).
    """
    parts = [part.strip() for part in _SEPARATORS.split(text)] if text.strip() else []
    kept = tuple(dict.fromkeys(part for part in parts if part))
    return kept, sum(not part for part in parts)
