"""What stands in the prompt since an answer, as it is kept beside that answer."""

from __future__ import annotations

from pydantic import TypeAdapter

from bot.story import Standing

_STANDING = TypeAdapter(Standing)


def to_text(standing: Standing | None) -> str | None:
    """As JSON."""
    return _STANDING.dump_json(standing).decode() if standing else None


def from_text(text: str | None) -> Standing | None:
    """From what ``to_text`` has made."""
    return _STANDING.validate_json(text) if text else None
