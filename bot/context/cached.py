"""Layout ``cached``: a prompt that changes only near its end (context.md, section 5).

The system message holds AI instructions and plot essentials. Then comes the story: what players did
in user messages, what the narrator told in assistant messages. The first message after the system
message and the last of all are always the user's, as many models' chat templates demand. What must
be fresh stands after the last action.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.context.layout import Slot
from bot.context.runs import Role
from bot.story import BlockKind

OPENING = "Recent Story:"
"""Stands before the story."""
NUDGE = "[Continue the story.]"
"""Asks for the next output where the last action is the narrator's own."""

_SYSTEM = (Slot.INSTRUCTIONS, Slot.ESSENTIALS)
_ELEMENTS = {Slot.AUTHORS_NOTE: "[Author's note: {}]", Slot.STANDING_SUMMARY: "Story Summary:\n{}"}
_TAGS = {BlockKind.CARD: "lore", BlockKind.MEMORY: "memory"}


class Cached:
    """The style of this layout.

    ``player`` tells whether the last action is a player's; None when the story has no action.
    With ``fresh_summary`` the story summary comes at the end, after the one that stands.
    """

    headings: Mapping[Slot, str] = {}

    def __init__(self, *, player: bool | None, fresh_summary: bool = False) -> None:
        last: tuple[Slot, ...] = (Slot.CARDS, Slot.MEMORIES, Slot.LAST_ACTION)
        if player is False:
            last = (Slot.LAST_ACTION, Slot.CARDS, Slot.MEMORIES, Slot.NUDGE)
        front = (Slot.STANDING_SUMMARY,) if fresh_summary else (Slot.SUMMARY,)
        fresh = (Slot.SUMMARY,) if fresh_summary else ()
        tail = (*fresh, Slot.AUTHORS_NOTE, Slot.FRONT_MEMORY)
        self.order = (*_SYSTEM, *front, Slot.OPENING, Slot.HISTORY, *last, *tail)
        self.frame = {} if player is None else {Slot.OPENING: OPENING}
        if player is False:
            self.frame[Slot.NUDGE] = NUDGE
        self._last = self.speaker(player=player is not False)
        summary = "Updated Story Summary:\n{}" if fresh_summary else "Story Summary:\n{}"
        self._elements = {**_ELEMENTS, Slot.SUMMARY: summary}

    def role(self, slot: Slot) -> Role:
        """All but the story and the system message is the user's."""
        if slot in _SYSTEM:
            return "system"
        return self._last if slot is Slot.LAST_ACTION else "user"

    def speaker(self, *, player: bool) -> Role:
        """Players are the user, the narrator is the assistant."""
        return "user" if player else "assistant"

    def element(self, slot: Slot, text: str) -> str:
        """As it is, under its heading or in brackets."""
        frame = self._elements.get(slot)
        return frame.format(text) if frame else text

    def block(self, kind: BlockKind, name: str, text: str) -> str:
        """In tags that carry the id."""
        tag = _TAGS[kind]
        return f'<{tag} id="{name}">\n{text}\n</{tag}>'
