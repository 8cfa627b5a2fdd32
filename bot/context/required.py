"""The required elements and their cap (context.md, section 2)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.context.layout import Draft, Slot
from bot.context.report import RequiredItem, Status
from bot.context.trim import longest_beginning
from bot.errors import ContextOverflow
from bot.story import Plot

_ORDER = (
    Slot.FRONT_MEMORY,
    Slot.LAST_ACTION,
    Slot.AUTHORS_NOTE,
    Slot.ESSENTIALS,
    Slot.INSTRUCTIONS,
    Slot.SUMMARY,
)
_ALWAYS = _ORDER[:2]


def cap_of(context_tokens: int) -> int:
    """The tokens that the required elements may take when not everything fits."""
    return context_tokens * 70 // 100


def required_texts(plot: Plot, last_action: str) -> dict[Slot, str]:
    """The texts of the required elements; empty where there is nothing but white space."""
    texts = {
        Slot.FRONT_MEMORY: plot.front_memory,
        Slot.LAST_ACTION: last_action,
        Slot.AUTHORS_NOTE: plot.authors_note,
        Slot.ESSENTIALS: plot.essentials,
        Slot.INSTRUCTIONS: plot.instructions,
        Slot.SUMMARY: plot.summary,
    }
    return {slot: text if text.strip() else "" for slot, text in texts.items()}


def place_required(
    draft: Draft, texts: Mapping[Slot, str], context_tokens: int, cap: int | None
) -> tuple[RequiredItem, ...]:
    """Put the required elements into an empty draft, whole where there is no cap.

    Raises ContextOverflow when front memory and last action alone exceed the context.
    """
    for slot in _ALWAYS:
        if texts[slot]:
            draft.place(slot, texts[slot])
    needed = draft.total()
    if needed > context_tokens:
        raise ContextOverflow(needed, context_tokens)
    # The last action pays for the message and for the space between the two.
    front_memory = 0 if texts[Slot.LAST_ACTION] else needed
    if texts[Slot.LAST_ACTION] and texts[Slot.FRONT_MEMORY]:
        piece = draft.element(Slot.FRONT_MEMORY, texts[Slot.FRONT_MEMORY]).first
        front_memory = piece.tokens - piece.closing
    items = [
        _whole(Slot.FRONT_MEMORY, front_memory, texts),
        _whole(Slot.LAST_ACTION, needed - front_memory, texts),
    ]
    full = False
    used = needed
    for slot in _ORDER[2:]:
        if not texts[slot]:
            items.append(_whole(slot, 0, texts))
            continue
        cost = draft.total(slot, draft.element(slot, texts[slot])) - used
        if cap is None or (not full and used + cost <= cap):
            draft.place(slot, texts[slot])
            items.append(_whole(slot, cost, texts))
            used += cost
            continue
        text = "" if full else _beginning_within(cap, draft, slot, texts[slot])
        full = True
        if text:
            draft.place(slot, text)
            kept = draft.total() - used
            items.append(RequiredItem(slot.value, Status.TRIMMED, kept, text, cost - kept))
            used += kept
        else:
            items.append(RequiredItem(slot.value, Status.NO_ROOM, cost, texts[slot]))
    return tuple(items)


def _whole(slot: Slot, tokens: int, texts: Mapping[Slot, str]) -> RequiredItem:
    return RequiredItem(slot.value, Status.FULL if texts[slot] else Status.ABSENT, tokens, texts[slot])


def _beginning_within(cap: int, draft: Draft, slot: Slot, text: str) -> str:
    if draft.total() >= cap:
        return ""
    return longest_beginning(
        text, lambda part: draft.total(slot, draft.element(slot, part, keep=False)) <= cap
    )
