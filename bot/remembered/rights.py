"""Who may see and change what is remembered (canon.md, "Show"). Pure."""

from __future__ import annotations

from dataclasses import dataclass

from bot.story import CanonRecord, Kind
from bot.story.memories import BankMemory


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who plays in the adventure, and what they are there."""

    id: int
    owner: bool = False
    """Started the adventure."""
    manager: bool = False
    """Manages the server that the adventure is on."""


def may_see(thing: CanonRecord | BankMemory, viewer: Viewer) -> bool:
    """Everything but what others prefer: managers do not see that either."""
    return isinstance(thing, BankMemory) or thing.kind is not Kind.PREFERENCE or thing.player_id == viewer.id


def may_change(thing: CanonRecord | BankMemory, viewer: Viewer) -> bool:
    """Whether it may be edited, pinned, forgotten and deleted.

    A fact by whoever said it and by managers, a preference by whoever said it. What the bank holds by
    managers and whoever started the adventure; a memory that a player added by that player, too.
    """
    if isinstance(thing, CanonRecord):
        return thing.player_id == viewer.id or (thing.kind is Kind.FACT and viewer.manager)
    return viewer.manager or viewer.owner or (thing.added and thing.player_id == viewer.id)
