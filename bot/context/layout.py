"""A prompt while its elements are being chosen, in whatever layout (context.md, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from bot.context.pieces import SEPARATOR, Measure, Piece
from bot.context.runs import Role, Run, follow, run_of
from bot.story import BlockKind


class Slot(StrEnum):
    """The places of a prompt: the elements of context.md, section 1, and what a layout adds."""

    INSTRUCTIONS = "instructions"
    ESSENTIALS = "plot_essentials"
    CARDS = "cards"
    SUMMARY = "summary"
    STANDING_SUMMARY = "standing_summary"
    MEMORIES = "memories"
    OPENING = "opening"
    HISTORY = "history"
    AUTHORS_NOTE = "authors_note"
    LAST_ACTION = "last_action"
    NUDGE = "nudge"
    FRONT_MEMORY = "front_memory"


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message; its tokens include the overhead."""

    role: Role
    content: str
    tokens: int


class Part(NamedTuple):
    """A text in a message; parts of one role that follow each other share a message."""

    role: Role
    text: str


class Style(Protocol):
    """What a layout decides."""

    @property
    def order(self) -> Sequence[Slot]:
        """The slots in the order of the prompt."""

    @property
    def headings(self) -> Mapping[Slot, str]:
        """What stands directly before the first item of a section, with a newline."""

    @property
    def frame(self) -> Mapping[Slot, str]:
        """Fixed texts; they are billed to the last action."""

    def role(self, slot: Slot) -> Role:
        """Who speaks in that slot; in the history, ``speaker`` tells."""

    def speaker(self, *, player: bool) -> Role:
        """Who speaks an action of the history."""

    def element(self, slot: Slot, text: str) -> str:
        """A required element as it stands in the prompt."""

    def block(self, kind: BlockKind, name: str, text: str) -> str:
        """A story card's entry or a memory as it stands in the prompt; ``name`` is its id."""


class Draft:
    """A prompt that is being filled.

    Its total is always exact, and an element costs what it adds to the total: so sections add up.
    """

    def __init__(self, measure: Measure, style: Style) -> None:
        self.measure = measure
        self.style = style
        self._parts: dict[Slot, Callable[[], Sequence[Part]]] = {}
        self._runs: dict[Slot, Run] = {}
        for slot, text in style.frame.items():
            self._fill(slot, text, Run(style.role(slot), measure.part(text)))

    def place(self, slot: Slot, text: str) -> None:
        """Fill the slot of a required element."""
        self._fill(slot, self.style.element(slot, text), self.element(slot, text))

    def element(self, slot: Slot, text: str, *, keep: bool = True) -> Run:
        """The run of a required element; ``keep`` its count unless the text will not come again."""
        text = self.style.element(slot, text)
        piece = self.measure.part(text) if keep else self.measure.part_once(text)
        return Run(self.style.role(slot), piece)

    def section(self, slot: Slot, items: Iterable[Piece]) -> Run | None:
        """The run of a whole section: its heading and its items, in the order of the prompt."""
        role = self.style.role(slot)
        return self.headed(slot, run_of(self.measure, ((role, item) for item in items)))

    def headed(self, slot: Slot, run: Run | None) -> Run | None:
        """The run with the section's heading before it."""
        heading = self.style.headings.get(slot)
        if run is None or heading is None:
            return run
        return follow(self.measure, Run(run.role, self.measure.heading(heading)), run)

    def put(self, slot: Slot, run: Run | None, parts: Callable[[], Sequence[Part]]) -> None:
        """Fill a slot, or empty it. ``parts``, without the section's heading, are asked for at the end."""
        self._runs.pop(slot, None)
        if run is not None:
            self._runs[slot] = run
            self._parts[slot] = parts

    def total(self, slot: Slot | None = None, run: Run | None = None) -> int:
        """The tokens of all messages, as they are or as if the slot held that run instead."""
        whole = self._whole(slot, run)
        return whole.total if whole else 0

    def plain(self, slot: Slot) -> bool:
        """Whether an item of that slot that begins at a seam adds just its own tokens.

        The slot's heading and its first item aside.
        """
        places = list(self.style.order)
        after = (self._runs.get(place) for place in places[places.index(slot) + 1 :])
        follower = next((run for run in after if run is not None), None)
        return follower is not None and follower.role == self.style.role(slot) and not follower.first.head

    def messages(self) -> tuple[Message, ...]:
        """What is sent."""
        contents: list[tuple[Role, list[str]]] = []
        for slot in self.style.order:
            heading = self.style.headings.get(slot, "")
            for role, text in self._parts[slot]() if slot in self._runs else ():
                if not contents or contents[-1][0] != role:
                    contents.append((role, []))
                contents[-1][1].append(heading + text)
                heading = ""
        whole = self._whole()
        sizes = whole.sizes if whole else ()
        return tuple(
            Message(role, SEPARATOR.join(texts), tokens)
            for (role, texts), tokens in zip(contents, sizes, strict=True)
        )

    def _fill(self, slot: Slot, text: str, run: Run) -> None:
        part = Part(run.role, text)
        self.put(slot, run, lambda: (part,))

    def _whole(self, slot: Slot | None = None, run: Run | None = None) -> Run | None:
        whole: Run | None = None
        for place in self.style.order:
            found = run if place is slot else self._runs.get(place)
            if found is not None:
                whole = follow(self.measure, whole, found) if whole else found
        return whole
