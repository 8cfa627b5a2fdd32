"""Layout ``classic``: one system message and one user message (context.md, section 5).

The wording of the headings and their order are a contract with the scripts that players bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.context.layout import MESSAGE_OVERHEAD, Message, Slot
from bot.context.pieces import SEPARATOR, Measure, Piece

_BODY = (Slot.ESSENTIALS, Slot.CARDS, Slot.SUMMARY, Slot.MEMORIES, Slot.HISTORY)
"""The user message, up to its tail; what stands here has a separator after it."""
_TAIL = (Slot.AUTHORS_NOTE, Slot.LAST_ACTION, Slot.FRONT_MEMORY)

_HEADINGS = {
    Slot.CARDS: "World Lore:\n",
    Slot.SUMMARY: "Story Summary:\n",
    Slot.MEMORIES: "Memories:\n",
    Slot.HISTORY: "Recent Story:\n",
}


class Classic:
    """A prompt of this layout while its elements are being chosen."""

    def __init__(self, measure: Measure) -> None:
        self._measure = measure
        self._texts: dict[Slot, Sequence[str]] = {}
        self._pieces: dict[Slot, Piece] = {}
        self._headings = {slot: measure.piece(heading) for slot, heading in _HEADINGS.items()}

    def element(self, slot: Slot, text: str, *, keep: bool = True) -> Piece:
        """The piece of a required element. What comes after it in the tail must be in its slot already."""
        if slot is Slot.AUTHORS_NOTE:
            text = f"[Author's note: {text}]"
        bare = slot is Slot.INSTRUCTIONS or (slot in _TAIL and not self._follows(slot))
        piece = self._measure.piece(text if bare else text + SEPARATOR, keep=keep)
        return self._measure.join(self._headings.get(slot), piece)

    def item(self, text: str, *, keep: bool = True) -> Piece:
        """The piece of a story card's entry, a memory or an action of the history."""
        return self._measure.part(text) if keep else self._measure.piece(text + SEPARATOR, keep=False)

    def section(self, slot: Slot, items: Iterable[Piece]) -> Piece | None:
        """The piece of a whole section: its heading and its items, in the order of the prompt."""
        section: Piece | None = None
        for item in items:
            section = self._measure.join(section or self._headings[slot], item)
        return section

    def join(self, left: Piece, right: Piece) -> Piece:
        """The piece of neighbours in a section."""
        return self._measure.join(left, right)

    def put(self, slot: Slot, texts: Sequence[str], piece: Piece | None) -> None:
        """Fill a slot; with no texts, empty it."""
        self._texts.pop(slot, None)
        self._pieces.pop(slot, None)
        if piece is not None:
            self._texts[slot] = texts
            self._pieces[slot] = piece

    def total(self, slot: Slot | None = None, piece: Piece | None = None) -> int:
        """The tokens of all messages, as they are or as if the slot held that piece instead."""
        pieces = self._pieces
        if slot is not None:
            pieces = pieces.copy()
            pieces.pop(slot, None)
            if piece is not None:
                pieces[slot] = piece
        system = pieces.get(Slot.INSTRUCTIONS)
        tokens = system.tokens + MESSAGE_OVERHEAD if system else 0
        # Everything in the body begins at a seam: only into the tail joins may cost.
        joined: Piece | None = None
        for place in _BODY:
            if (found := pieces.get(place)) is not None:
                tokens += joined.tokens if joined else 0
                joined = found
        for place in _TAIL:
            if (found := pieces.get(place)) is not None:
                joined = self._measure.join(joined, found)
        return tokens + joined.tokens + MESSAGE_OVERHEAD if joined else tokens

    def plain(self, slot: Slot) -> bool:
        """Whether what is put in that slot costs the same whatever follows it."""
        follower = next((self._pieces[place] for place in _TAIL if place in self._pieces), None)
        return follower is None or not follower.head

    def messages(self) -> tuple[Message, ...]:
        """What is sent. Where the story has no action yet, the text ends with a separator."""
        found = []
        if Slot.INSTRUCTIONS in self._texts:
            tokens = self._pieces[Slot.INSTRUCTIONS].tokens + MESSAGE_OVERHEAD
            found.append(Message("system", self._texts[Slot.INSTRUCTIONS][0], tokens))
        content = "".join(self._rendered())
        if content:
            found.append(Message("user", content, self.total() - sum(message.tokens for message in found)))
        return tuple(found)

    def _rendered(self) -> Iterable[str]:
        for slot in _BODY:
            texts = self._texts.get(slot, ())
            if texts:
                yield _HEADINGS.get(slot, "")
            for text in texts:
                yield text + SEPARATOR
        for slot in _TAIL:
            for text in self._texts.get(slot, ()):
                yield f"[Author's note: {text}]" if slot is Slot.AUTHORS_NOTE else text
                if self._follows(slot):
                    yield SEPARATOR

    def _follows(self, slot: Slot) -> bool:
        return any(place in self._pieces for place in _TAIL[_TAIL.index(slot) + 1 :])
