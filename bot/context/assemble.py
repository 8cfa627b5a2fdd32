"""What the model sees, and why (context.md).

Pure: the same adventure gives the same bytes. Nothing here reads a clock, a file or a network.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.context import cards as lore
from bot.context.desk import Desk, Plan
from bot.context.history import history_limit
from bot.context.layout import Message
from bot.context.report import CardsSection, HistorySection, MemoriesSection, Report, RequiredSection
from bot.context.required import cap_of
from bot.context.standing import new_standing, stand_on
from bot.story import Adventure, BlockKind, Layout, Standing


@dataclass(frozen=True, slots=True)
class Assembly:
    """The prompt and why it looks as it does."""

    messages: tuple[Message, ...]
    report: Report
    standing: Standing | None
    """What stands for the next turn; None for layout ``classic``."""
    short: bool
    """Whether ``actions`` held too little of the story: with more of it the prompt might be another."""


def assemble(adventure: Adventure) -> Assembly:
    """Choose what goes into ``settings.context_tokens`` and lay it out.

    Raises ContextOverflow when the last action and the front memory alone do not fit.
    """
    desk = Desk(adventure)
    plan = stand_on(desk, adventure.standing) if adventure.standing else None
    report = _report(desk, plan or desk.anew())
    return Assembly(report.messages, report, report.standing, desk.story.short)


def _report(desk: Desk, plan: Plan) -> Report:
    settings, draft, cards, history, memories = (
        desk.settings,
        plan.draft,
        plan.cards,
        plan.history,
        plan.memories,
    )
    total = draft.total()
    required_tokens = settings.context_tokens - plan.remaining
    kept_cards = sum(cards.kept.values())
    memories_tokens = sum(memories.kept.values()) + memories.tokens
    history_tokens = total - required_tokens - plan.cards_tokens - memories_tokens
    return Report(
        tokenizer=desk.tokenizer.name,
        tokenizer_exact=desk.tokenizer.exact,
        layout=settings.layout,
        context_tokens=settings.context_tokens,
        total_tokens=total,
        required=RequiredSection(cap_of(settings.context_tokens), required_tokens, plan.required),
        remaining=plan.remaining,
        cards=CardsSection(
            limit=lore.cards_limit(plan.remaining),
            tokens=plan.cards_tokens,
            window=plan.window,
            make_items=lambda: cards.items(desk.index, draft, plan.cards_tokens - kept_cards),
        ),
        history=HistorySection(
            limit=history_limit(plan.remaining, bank=settings.memory_bank),
            tokens=history_tokens,
            actions_included=history.included,
            count_actions=lambda: max(desk.story.count() - 1, 0),
            make_items=lambda: history.items(history_tokens),
        ),
        memories=MemoriesSection(
            limit=plan.memories_limit,
            tokens=memories_tokens,
            included=(
                *(block.id for block in plan.blocks if block.kind is BlockKind.MEMORY),
                *(memory.id for memory in memories.entered),
            ),
            make_items=memories.items,
        ),
        messages=draft.messages(),
        standing=new_standing(desk, plan) if settings.layout is Layout.CACHED else None,
    )
