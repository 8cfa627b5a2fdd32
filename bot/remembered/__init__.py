"""Everything that is remembered in an adventure, as one player may see it (canon.md, "Show")."""

from bot.remembered.entry import Entry, State
from bot.remembered.find import Choice, Reach, Show, chosen, found, matches
from bot.remembered.gather import gather, pick
from bot.remembered.rights import Viewer, may_change, may_see

__all__ = [
    "Choice",
    "Entry",
    "Reach",
    "Show",
    "State",
    "Viewer",
    "chosen",
    "found",
    "gather",
    "matches",
    "may_change",
    "may_see",
    "pick",
]
