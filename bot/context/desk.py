"""Planning a prompt from nothing: the budget of context.md, sections 2 and 3."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bot.context import cards as lore
from bot.context.cached import Cached
from bot.context.choice import Choice
from bot.context.classic import Classic
from bot.context.history import History, Spoken, Story, history_limit
from bot.context.layout import Draft, Slot, Style
from bot.context.memories import MemoryBank
from bot.context.pieces import Piece, measure_with
from bot.context.ranking import ranking_of
from bot.context.report import RequiredItem
from bot.context.required import cap_of, place_required, required_texts
from bot.context.tokens import get_tokenizer
from bot.story import Adventure, Block, BlockKind, Layout, Passed


@dataclass(frozen=True, slots=True)
class _Chosen:
    """All but the memory bank is chosen; the history has not yet got what others leave."""

    draft: Draft
    required: tuple[RequiredItem, ...]
    remaining: int
    window: int
    cards: lore.CardChoice
    cards_tokens: int
    history: History
    history_tokens: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything is chosen. Sizes are tokens."""

    draft: Draft
    required: tuple[RequiredItem, ...]
    remaining: int
    window: int
    cards: lore.CardChoice
    cards_tokens: int
    """Of those that stood already and the new ones together."""
    history: History
    memories: MemoryBank
    memories_limit: int
    blocks: tuple[Block, ...] = ()
    """What stood already."""
    passed: frozenset[Passed] = frozenset()
    """Cards that an earlier cut-back passed over."""
    summary: str | None = None
    """The summary in front of the story, where it is not the present one."""
    cut: bool = False
    turns: int = 0


class Desk:
    """An adventure, and the ways to plan its prompt."""

    def __init__(self, adventure: Adventure) -> None:
        self.adventure = adventure
        self.settings = adventure.settings
        self.context_tokens = adventure.settings.context_tokens
        self.story = Story(adventure)
        self.tokenizer = get_tokenizer(adventure.settings.tokenizer)
        self.measure = measure_with(self.tokenizer)
        self.last = self.story[0]
        self.texts = required_texts(adventure.plot, self.last.text if self.last else "")
        self.index = lore.index_cards(adventure.cards, adventure.language)
        self.ranking = ranking_of(adventure)
        self._empty = self.draft()
        self.spoken = Spoken(self.story, self._empty)

    def anew(self) -> Plan:
        """The prompt of a turn on which nothing stands."""
        return self._with_memories(self._everything(self.context_tokens) or self._shares())

    def draft(self, *, fresh_summary: bool = False) -> Draft:
        """An empty prompt in the layout of the settings."""
        style: Style = Classic()
        if self.settings.layout is Layout.CACHED:
            style = Cached(player=self.last.player if self.last else None, fresh_summary=fresh_summary)
        return Draft(self.measure, style)

    def required(self, *, fresh_summary: bool = False) -> tuple[Draft, tuple[RequiredItem, ...]]:
        """A prompt with the required elements, under their cap where not everything fits."""
        draft, items = self._required(self.context_tokens, None, fresh_summary=fresh_summary)
        cap = cap_of(self.context_tokens)
        if draft.total() <= cap or self._everything(self.context_tokens) or self._fits_in_less():
            return draft, items
        return self._required(self.context_tokens, cap, fresh_summary=fresh_summary)

    def block(self, kind: BlockKind, name: str, text: str) -> tuple[str, Piece]:
        """A story card's entry or a memory as it stands in the prompt."""
        text = self._empty.style.block(kind, name, text)
        return text, self.measure.part(text)

    def history(self, draft: Draft) -> History:
        """A history that has nothing in it yet."""
        return History(draft, self.story, self.spoken)

    def history_limit(self, remaining: int) -> int:
        """The history's share."""
        return history_limit(remaining, bank=self.settings.memory_bank)

    def cards(
        self, draft: Draft, remaining: int, kept: Mapping[int, int], passed: Collection[Passed]
    ) -> tuple[int, lore.CardChoice]:
        """The trigger window, and the cards of which none is chosen yet."""
        window = lore.window_of(lore.cards_limit(remaining))
        wanted = lore.wanted_cards(self.index, self.story, window)
        refused = {use.place for use in wanted if self.passed(use) in passed} if passed else set()
        choice: Choice[lore.Use] = Choice(draft, Slot.CARDS, self.settings.order)
        return window, lore.CardChoice(lore.card_candidates(wanted, draft), choice, kept, refused)

    def passed(self, use: lore.Use) -> Passed | None:
        """How to know that the card has not been used again; None for one that needs no trigger."""
        action = None if use.actions_ago is None else self.story[use.actions_ago]
        return None if action is None or use.card.pinned else Passed(use.card.id, action.at)

    def _everything(self, context_tokens: int) -> _Chosen | None:
        """Nothing is cut and no share binds; None when that does not fit."""
        draft, required = self._required(context_tokens, None)
        remaining = context_tokens - draft.total()
        if remaining < 0:
            return None
        # The history comes first: it is what fails in a long story, and the cards need not be looked at.
        history = self.history(draft)
        history.fill(context_tokens)
        if not history.complete:
            return None
        with_history = draft.total()
        window, cards = self.cards(draft, remaining, {}, ())
        if not cards.take(context_tokens - with_history):
            return None
        cards_tokens = draft.total() - with_history
        history_tokens = with_history - (context_tokens - remaining)
        return _Chosen(draft, required, remaining, window, cards, cards_tokens, history, history_tokens)

    def _shares(self) -> _Chosen:
        """The required elements under their cap, the others within their shares."""
        draft, required = self._required(self.context_tokens, None)
        cap = cap_of(self.context_tokens)
        if draft.total() > cap and not self._fits_in_less():
            draft, required = self._required(self.context_tokens, cap)
        remaining = self.context_tokens - draft.total()
        window, cards = self.cards(draft, remaining, {}, ())
        cards.take(lore.cards_limit(remaining))
        with_cards = draft.total()
        history = self.history(draft)
        history.fill(with_cards + self.history_limit(remaining))
        cards_tokens = with_cards - (self.context_tokens - remaining)
        history_tokens = draft.total() - with_cards
        return _Chosen(draft, required, remaining, window, cards, cards_tokens, history, history_tokens)

    def _with_memories(self, chosen: _Chosen) -> Plan:
        """The memory bank gets what cards and history left, older actions get what the bank leaves."""
        draft, history, context_tokens = chosen.draft, chosen.history, self.context_tokens
        bank = self.settings.memory_bank
        limit = chosen.remaining - chosen.cards_tokens - chosen.history_tokens if bank else 0
        memories = MemoryBank(self.adventure, self.ranking, self.story.end, draft, {})
        memories.fill(history.first, limit)
        history.fill(context_tokens)
        # The history may have grown over what a memory tells: then it grows over its room as well.
        given_up = False
        while memories.give_up(history.first):
            given_up = True
            history.fill(context_tokens)
        if given_up:
            memories.fill(history.first, limit, room=context_tokens)
        return Plan(
            draft,
            chosen.required,
            chosen.remaining,
            chosen.window,
            chosen.cards,
            chosen.cards_tokens,
            history,
            memories,
            limit,
        )

    def _fits_in_less(self) -> bool:
        """Whether a smaller context, and so a narrower trigger window, would hold everything.

        Then the required elements stay whole: more context must not drop what less context held
        (context.md, section 6, invariant 3).
        """
        required = self._required(self.context_tokens, None)[0].total()
        window = lore.window_of(lore.cards_limit(self.context_tokens - required))
        return any(
            self._everything(required + lore.most_remaining(narrower))
            for narrower in range(lore.NARROWEST, window)
        )

    def _required(
        self, context_tokens: int, cap: int | None, *, fresh_summary: bool = False
    ) -> tuple[Draft, tuple[RequiredItem, ...]]:
        draft = self.draft(fresh_summary=fresh_summary)
        return draft, place_required(draft, self.texts, context_tokens, cap)
