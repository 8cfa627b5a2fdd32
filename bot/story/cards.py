"""What a story card may hold, and how its author types triggers."""

from __future__ import annotations

from collections.abc import Iterable

import regex

TITLE_LIMIT = 100
ENTRY_LIMIT = 4000
NOTES_LIMIT = 4000
TRIGGERS_LIMIT = 4000
"""Characters; forms on Discord hold no more than 4,000."""

_SEPARATORS = regex.compile(r"[,،、，;；؛\n]")


def split_triggers(text: str, before: Iterable[str] = ()) -> tuple[tuple[str, ...], int]:
    """The triggers in a comma-separated line, each once, and how many empty ones were dropped.

    A trailing comma must not create a trigger that fires always. Those that the card had ``before`` keep
    the spaces around them, which count in the mode ``substring`` (context.md, section 4).
    """
    spelled = {trigger.strip(): trigger for trigger in before}
    parts = [part.strip() for part in _SEPARATORS.split(text)] if text.strip() else []
    kept: dict[str, str] = {}
    for part in parts:
        if part:
            kept.setdefault(part.casefold(), spelled.get(part, part))
    return tuple(kept.values()), sum(not part for part in parts)
