"""Layout ``classic``: one system message and one user message (context.md, section 5).

The wording of the headings and their order are a contract with the scripts that players bring.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.context.layout import Slot
from bot.context.runs import Role
from bot.story import BlockKind

_ORDER = (
    Slot.INSTRUCTIONS,
    Slot.ESSENTIALS,
    Slot.CARDS,
    Slot.SUMMARY,
    Slot.MEMORIES,
    Slot.HISTORY,
    Slot.AUTHORS_NOTE,
    Slot.LAST_ACTION,
    Slot.FRONT_MEMORY,
)
_HEADINGS = {Slot.CARDS: "World Lore:\n", Slot.MEMORIES: "Memories:\n", Slot.HISTORY: "Recent Story:\n"}
_ELEMENTS = {Slot.SUMMARY: "Story Summary:\n{}", Slot.AUTHORS_NOTE: "[Author's note: {}]"}


class Classic:
    """The style of this layout."""

    order = _ORDER
    headings: Mapping[Slot, str] = _HEADINGS
    frame: Mapping[Slot, str] = {}

    def role(self, slot: Slot) -> Role:
        """The AI instructions are the system message."""
        return "system" if slot is Slot.INSTRUCTIONS else "user"

    def speaker(self, *, player: bool) -> Role:
        """The story is one text."""
        return "user"

    def element(self, slot: Slot, text: str) -> str:
        """As it is, under its heading or in brackets."""
        frame = _ELEMENTS.get(slot)
        return frame.format(text) if frame else text

    def block(self, kind: BlockKind, name: str, text: str) -> str:
        """As it is."""
        return text
