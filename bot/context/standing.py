"""Layout ``cached``: beginning a prompt with what stands from the turn before (context.md, section 5).

While everything fits, nothing that stands is touched: the story grows at its end, and what is
chosen anew enters there. There are two ways to cut back. When the prompt no longer fits, the history
is cut in one step to a fraction of its share, and the blocks in the part that goes go with it. When
something better waits for a share that is full of what stands, and the history has not outgrown its
own, all blocks go and the story stays: up to the first block the prompt is still the one before.
Either way, what is relevant enters anew, cards up to the same fraction of their share: what is used
on the next turns must find room. What was passed over comes in when it is used again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.context import cards as lore
from bot.context.desk import Desk, Plan
from bot.context.history import StandingBlock
from bot.context.layout import Slot
from bot.context.memories import MemoryBank
from bot.context.report import RequiredItem
from bot.context.required import cap_of
from bot.story import Block, BlockKind, Layout, Memory, Standing, StoryCard

SETTLED = 5
"""Turns after a cut-back before the next one may come early.

However many cards wait for a share that is full, at most one turn in five sends what no provider has
cached: four fifths of all tokens repeat the prompt before. Fewer turns would let lore in sooner; but
as a cut-back leaves room in the cards' share, what is used between two of them mostly gets in.
"""


class _Kept(NamedTuple):
    """A plan that begins with what stands, and the limits for what waits."""

    plan: Plan
    cards_limit: int
    memories_limit: int
    outgrown: bool
    """Whether the history is over its share."""

    @property
    def waiting(self) -> bool:
        """Whether something better stays out because of what stands."""
        cards, memories = self.plan.cards, self.plan.memories
        return cards.waiting(self.cards_limit) or memories.waiting(self.memories_limit)


class _Blocks(NamedTuple):
    """What stands on. Costs are tokens, in the order of the prompt."""

    blocks: tuple[Block, ...]
    placed: tuple[StandingBlock, ...]
    cards: dict[int, int]
    """By the card's place."""
    memories: dict[int, int]
    """By the memory's rank."""


def stand_on(desk: Desk, standing: Standing) -> Plan | None:
    """The prompt that begins with what stands; None when that does not belong to this story.

    Raises ContextOverflow.
    """
    last = desk.last
    if desk.settings.layout is not Layout.CACHED or last is None or standing.first > last.at:
        return None
    if standing.context_tokens != desk.context_tokens:
        return None
    turn = replace(standing, cut=False, turns=standing.turns + 1)
    kept = _keep(desk, turn)
    if kept is not None and not (turn.turns >= SETTLED and kept.waiting):
        return kept.plan
    if kept is not None and not kept.outgrown:
        anew = _keep(desk, replace(turn, blocks=(), passed=(), cut=True, turns=0))
        return anew.plan if anew else kept.plan
    return _cut_back(desk, turn)


def new_standing(desk: Desk, plan: Plan) -> Standing | None:
    """What stands for the next turn; None when the story has no action."""
    last = desk.last
    if last is None:
        return None
    before = last.at if last.player else last.at + 1
    cards = (Block(BlockKind.CARD, use.card.id, use.card.entry, before) for use in plan.cards.entered)
    memories = (Block(BlockKind.MEMORY, found.id, found.text, before) for found in plan.memories.entered)
    out = (passed for use in plan.cards.out if (passed := desk.passed(use)) is not None)
    return Standing(
        context_tokens=desk.context_tokens,
        first=plan.history.first or 0,
        omitted=plan.history.omitted,
        blocks=(*plan.blocks, *cards, *memories),
        passed=tuple(card for card in out if plan.cut or card in plan.passed),
        summary=_summary(plan.required) if plan.summary is None else plan.summary,
        cut=plan.cut,
        turns=plan.turns,
    )


def _keep(desk: Desk, standing: Standing) -> _Kept | None:
    """All that stands, and what is chosen anew; None when what stands does not fit."""
    draft, required = desk.required()
    old, present = standing.summary, _summary(required)
    changed = present not in ("", old)
    if changed:
        draft, required = desk.required(fresh_summary=True)
        if _summary(required) != present:
            return None
        if old:
            before = draft.total()
            draft.place(Slot.STANDING_SUMMARY, old)
            cost = draft.total() - before
            if draft.total() > cap_of(desk.context_tokens):
                return None
            required = (*required[:-1], required[-1]._replace(tokens=required[-1].tokens + cost))
    remaining = desk.context_tokens - draft.total()

    stands = _still_standing(desk, standing)
    history = desk.history(draft)
    history.stand(standing.first, standing.omitted, stands.placed)
    room = desk.context_tokens - draft.total()
    if room < 0:
        return None
    # What a block costs beside its own tokens, a message that it splits in two, is the history's.
    cards_tokens, memories_tokens = sum(stands.cards.values()), sum(stands.memories.values())
    history_tokens = remaining - room - cards_tokens - memories_tokens

    passed = frozenset(standing.passed)
    window, cards = desk.cards(draft, remaining, stands.cards, passed)
    cards_limit = lore.cards_limit(remaining)
    cut_limit = int(cards_limit * desk.settings.cut_back)
    if not (history.complete and cards.take(room)):
        cards.take(min((cut_limit if standing.cut else cards_limit) - cards_tokens, room))
    cards_tokens += room - (room := desk.context_tokens - draft.total())

    # The room that cards and history have not used yet is for the turns to come.
    memories_limit = 0
    if desk.settings.memory_bank:
        others = max(cards_tokens, cards_limit) + max(history_tokens, desk.history_limit(remaining))
        memories_limit = max(remaining - others, 0)
    memories = MemoryBank(desk.adventure, desk.ranking, desk.story.end, draft, stands.memories)
    memories.fill(history.first, min(memories_limit - memories_tokens, room))
    plan = Plan(
        draft,
        required,
        remaining,
        window,
        cards,
        cards_tokens,
        history,
        memories,
        memories_limit,
        stands.blocks,
        passed,
        old if changed else None,
        standing.cut,
        standing.turns,
    )
    shares = remaining - cards_limit - desk.history_limit(remaining)
    outgrown = history_tokens > desk.history_limit(remaining)
    return _Kept(plan, cut_limit, shares if desk.settings.memory_bank else 0, outgrown)


def _cut_back(desk: Desk, standing: Standing) -> Plan | None:
    """A part of the history's share stays, with the blocks in it unless something better waits."""
    draft, required = desk.required()
    used = draft.total()
    limit = desk.history_limit(desk.context_tokens - used)
    history = desk.history(draft)
    history.fill(used + int(limit * desk.settings.cut_back))
    if history.omitted or not history.included:
        history.fill(used + limit)
    first, omitted = history.first or 0, history.omitted
    if first < standing.first:
        first, omitted = standing.first, standing.omitted
    stays = tuple(block for block in standing.blocks if block.before >= first)
    cut = replace(
        standing,
        first=first,
        omitted=omitted,
        blocks=stays,
        passed=(),
        summary=_summary(required),
        cut=True,
        turns=0,
    )
    kept = _keep(desk, cut)
    if kept is None or kept.waiting:
        # What the cache would have kept is lost already.
        kept = _keep(desk, replace(cut, blocks=()))
    return kept.plan if kept else None


def _still_standing(desk: Desk, standing: Standing) -> _Blocks:
    """What an edit, the removal of a card or an undo has not taken out of the prompt."""
    ranking = desk.ranking
    found = _Blocks((), (), {}, {})
    blocks, placed = [], []
    for block in standing.blocks:
        if desk.last is None or not standing.first <= block.before <= desk.last.at:
            continue
        text, piece = desk.block(block.kind, block.id, block.text)
        if block.kind is BlockKind.CARD:
            place = desk.index.places.get(block.id)
            if place is None or place in found.cards or not _is_card(desk.index.cards[place], block):
                continue
            found.cards[place] = piece.tokens
        else:
            memory = ranking.find(block.id)
            if memory is None or memory[0] in found.memories or not _is_memory(desk, memory[1], block):
                continue
            found.memories[memory[0]] = piece.tokens
        blocks.append(block)
        placed.append(StandingBlock(block.before, text, piece))
    return found._replace(blocks=tuple(blocks), placed=tuple(placed))


def _is_card(card: StoryCard, block: Block) -> bool:
    return card.enabled and card.entry == block.text


def _is_memory(desk: Desk, memory: Memory, block: Block) -> bool:
    on_path = memory.actions is None or memory.actions[1] < desk.story.end
    holds = memory.id not in desk.adventure.outdated
    return desk.settings.memory_bank and on_path and holds and memory.text == block.text


def _summary(required: Sequence[RequiredItem]) -> str:
    """The story summary as it stands in the prompt."""
    element = next(item for item in required if item.name == Slot.SUMMARY)
    return element.text if element.status.included else ""
