"""What the model sees, and why: the budget of context.md, sections 2 and 3.

Pure: the same adventure gives the same bytes. Nothing here reads a clock, a file or a network.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.context import cards as lore
from bot.context.choice import Candidate, Choice
from bot.context.classic import Classic
from bot.context.history import History, Story, history_limit
from bot.context.layout import Draft, Message, Slot
from bot.context.memories import MemoryBank
from bot.context.pieces import measure_with
from bot.context.report import (
    CardsSection,
    HistorySection,
    MemoriesSection,
    Report,
    RequiredItem,
    RequiredSection,
)
from bot.context.required import cap_of, place_required, required_texts
from bot.context.tokens import get_tokenizer
from bot.errors import SettingsError
from bot.story import Adventure, Layout


@dataclass(frozen=True, slots=True)
class Assembly:
    """The prompt and why it looks as it does."""

    messages: tuple[Message, ...]
    report: Report


def assemble(adventure: Adventure) -> Assembly:
    """Choose what goes into ``settings.context_tokens`` and lay it out.

    Raises ContextOverflow when the last action and the front memory alone do not fit, SettingsError
    for a layout that is not offered.
    """
    if adventure.settings.layout is not Layout.CLASSIC:
        raise SettingsError(name="layout", reason=adventure.settings.layout.value)
    desk = _Desk(adventure)
    context_tokens = adventure.settings.context_tokens
    plan = desk.everything(context_tokens) or desk.shares(context_tokens)
    return _finish(desk, plan)


@dataclass(frozen=True, slots=True)
class _Plan:
    """All but the memory bank is chosen; the history has not yet got what others leave."""

    draft: Draft
    required: tuple[RequiredItem, ...]
    remaining: int
    window: int
    wanted: list[Candidate[lore.Use]]
    costs: list[int]
    cards: Choice[lore.Use]
    cards_tokens: int
    history: History
    history_tokens: int


class _Desk:
    """An adventure, and the ways to plan its prompt."""

    def __init__(self, adventure: Adventure) -> None:
        self.adventure = adventure
        self.settings = adventure.settings
        self.story = Story(adventure.actions)
        self.triggers = lore.triggers_of(adventure.cards, adventure.language)
        self.tokenizer = get_tokenizer(adventure.settings.tokenizer)
        last = self.story[0]
        self.texts = required_texts(adventure.plot, last[1] if last else "")

    def everything(self, context_tokens: int) -> _Plan | None:
        """Nothing is cut and no share binds; None when that does not fit."""
        draft, required = self._required(context_tokens, cap=None)
        remaining = context_tokens - draft.total()
        if remaining < 0:
            return None
        # The history comes first: it is what fails in a long story, and the cards need not be looked at.
        history = History(draft, self.story)
        history.fill(context_tokens)
        if not history.complete:
            return None
        with_history = draft.total()
        window, wanted, cards = self._cards(draft, remaining)
        costs = cards.take(wanted, context_tokens - with_history)
        if len(cards.chosen) < len(wanted):
            return None
        cards_tokens = draft.total() - with_history
        history_tokens = with_history - (context_tokens - remaining)
        return _Plan(
            draft, required, remaining, window, wanted, costs, cards, cards_tokens, history, history_tokens
        )

    def shares(self, context_tokens: int) -> _Plan:
        """The required elements under their cap, the others within their shares."""
        cap = None if self._fits_in_less(context_tokens) else cap_of(context_tokens)
        draft, required = self._required(context_tokens, cap)
        remaining = context_tokens - draft.total()
        window, wanted, cards = self._cards(draft, remaining)
        costs = cards.take(wanted, lore.cards_limit(remaining))
        with_cards = draft.total()
        history = History(draft, self.story)
        history.fill(with_cards + history_limit(remaining, bank=self.settings.memory_bank))
        cards_tokens = with_cards - (context_tokens - remaining)
        history_tokens = draft.total() - with_cards
        return _Plan(
            draft, required, remaining, window, wanted, costs, cards, cards_tokens, history, history_tokens
        )

    def _fits_in_less(self, context_tokens: int) -> bool:
        """Whether a smaller context, and so a narrower trigger window, would hold everything.

        Then the required elements stay whole: more context must not drop what less context held
        (context.md, section 6, invariant 3).
        """
        required = self._required(context_tokens, cap=None)[0].total()
        if required <= cap_of(context_tokens):
            return False
        window = lore.window_of(lore.cards_limit(context_tokens - required))
        return any(
            self.everything(required + lore.most_remaining(narrower))
            for narrower in range(lore.NARROWEST, window)
        )

    def _required(self, context_tokens: int, cap: int | None) -> tuple[Draft, tuple[RequiredItem, ...]]:
        draft = Classic(measure_with(self.tokenizer))
        return draft, place_required(draft, self.texts, context_tokens, cap)

    def _cards(self, draft: Draft, remaining: int) -> tuple[int, list[Candidate[lore.Use]], Choice[lore.Use]]:
        window = lore.window_of(lore.cards_limit(remaining))
        uses = lore.wanted_cards(self.adventure.cards, self.triggers, self.story, window)
        wanted = lore.card_candidates(uses, draft)
        return window, wanted, Choice(draft, Slot.CARDS, self.settings.order)


def _finish(desk: _Desk, plan: _Plan) -> Assembly:
    settings, draft, context_tokens = desk.settings, plan.draft, desk.settings.context_tokens
    last = desk.story[0]
    memories = MemoryBank(desk.adventure, last[0] if last else None, draft, plan.history)
    limit = plan.remaining - plan.cards_tokens - plan.history_tokens if settings.memory_bank else 0
    memories.fill(limit)
    total = draft.total()
    required_tokens = context_tokens - plan.remaining
    history_tokens = total - required_tokens - plan.cards_tokens - memories.tokens
    told = plan.history.items(history_tokens)
    bills = plan.cards.bills(plan.cards_tokens)
    report = Report(
        tokenizer=desk.tokenizer.name,
        tokenizer_exact=desk.tokenizer.exact,
        layout=settings.layout,
        context_tokens=context_tokens,
        total_tokens=total,
        required=RequiredSection(cap_of(context_tokens), required_tokens, plan.required),
        remaining=plan.remaining,
        cards=CardsSection(
            limit=lore.cards_limit(plan.remaining),
            tokens=plan.cards_tokens,
            window=plan.window,
            items=lore.card_items(desk.adventure.cards, desk.triggers, plan.wanted, plan.costs, bills, draft),
        ),
        history=HistorySection(
            limit=history_limit(plan.remaining, bank=settings.memory_bank),
            tokens=history_tokens,
            actions_included=len(told),
            actions_total=max(len(desk.story) - 1, 0),
            items=told,
        ),
        memories=MemoriesSection(limit=limit, tokens=memories.tokens, items=memories.items()),
        messages=draft.messages(),
    )
    return Assembly(report.messages, report)
