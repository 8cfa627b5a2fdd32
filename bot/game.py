"""One turn, from a player's words to a committed answer: where store, context and narrator meet."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any

from bot.bank import Keeper
from bot.bank.library import Library
from bot.canon import Canon, Heard, Recalled, Speaker, said_to_narrator, thing
from bot.context import Assembly, assemble, to_json
from bot.context.tokens import get_tokenizer
from bot.errors import (
    ContextOverflow,
    EmptyAction,
    NarratorContextTooLong,
    NarratorEmpty,
    NoAdventure,
    QuestsmithError,
    ReportPruned,
    StaleButton,
    StoreError,
    TurnError,
)
from bot.narrator import Narrator, Usage, finish
from bot.queues import Queues
from bot.reports import pack, unpack
from bot.scenarios import Scenarios
from bot.settings import Settings
from bot.store import Store
from bot.store.records import AdventureRecord, TurnKind, TurnRecord, TurnState
from bot.story import Action, ActionType, Adventure, CanonRecord
from bot.story.phrasing import phrase, split_asides
from bot.story.words import visible

log = logging.getLogger(__name__)

_WORDS = {TurnKind.DO: ActionType.DO, TurnKind.SAY: ActionType.SAY, TurnKind.STORY: ActionType.STORY}
_ACTION_TOKENS = 64
"""Of an action, at first: so many actions of a story are read as would fill the prompt then. Assembly
says when it takes more."""
_TAIL = 32
"""Actions, at least."""
_RETRY_SHARE = 0.7
"""Of the prompt's size, after the provider has said that the prompt is too long for the model."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who acts: the id of the platform and the name that the story may use."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What a player asks for. ``event_id`` is unique: the same event is never handled twice."""

    event_id: str
    adventure_id: int
    kind: TurnKind
    player: Player
    text: str = ""
    head_id: int | None = None
    """Only while the story stands at this action and nothing is being told (buttons)."""
    resumes: int | None = None
    """The failed or interrupted turn that this one takes up."""
    message_id: int = 0
    """The Discord message that asks for it: from then on it counts as handled."""


@dataclass(frozen=True, slots=True)
class Told:
    """A finished turn."""

    turn: TurnRecord
    output: Action
    open: tuple[CanonRecord, ...] = ()
    """The open questions whose answers it needed."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the narrator saw."""

    report: dict[str, Any]
    """In the shape of context.md, section 6."""
    turn: TurnRecord | None
    """None when nothing was told there yet: what the narrator would see now."""


Listener = Callable[[TurnRecord, Heard], Awaitable[None]]
"""Gets what the canon heard in the middle of a turn, to show it."""


class Game:
    """The engine behind Discord and the terminal alike."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        narrator: Narrator,
        scenarios: Scenarios,
        canon: Canon,
        library: Library | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.scenarios = scenarios
        self.canon = canon
        self.library = library or Library(store)
        """Without one of its own, memories are compared by their words; then there is nothing to close."""
        self.keeper = keeper
        self.on_heard: Listener | None = None
        """Shows what was heard. Without one nothing is heard in the middle of an action: no correction is
        saved that nobody confirms."""
        self._narrator = narrator
        self._context = settings.context()
        self._queues = Queues()

    async def start_adventure(
        self, *, guild_id: int, channel_id: int, owner_id: int, scenario: str, language: str
    ) -> AdventureRecord:
        """Open an adventure. Raises UnknownScenario, AdventureOpen."""
        chosen = self.scenarios.get(scenario, language)
        return await self.store.adventures.create(
            guild_id=guild_id,
            channel_id=channel_id,
            owner_id=owner_id,
            scenario=chosen.id,
            title=chosen.title,
            language=chosen.language,
            mode=chosen.mode,
            plot=chosen.plot,
            cards=chosen.cards,
            opening=chosen.opening,
            summarises=self.settings.summary,
        )

    def queue_length(self, adventure_id: int) -> int:
        """How many hold or wait for a place in the adventure's queue."""
        return self._queues.length(adventure_id)

    @asynccontextmanager
    async def place(self, adventure_id: int, head_id: int | None = None) -> AsyncIterator[None]:
        """One's turn in the adventure's queue, first come first served.

        Whoever tells, undoes or redoes holds it until the result is on display, so that the channel shows
        things in the order in which they happened. With ``head_id`` (buttons) it is had at once and while
        the story stands there, or not at all: raises StaleButton.
        """
        if head_id is not None and self.queue_length(adventure_id):
            raise StaleButton
        async with self._queues.hold(adventure_id):
            if head_id is not None and (await self.store.adventures.get(adventure_id)).head_id != head_id:
                raise StaleButton
            yield

    async def accept(self, request: TurnRequest) -> TurnRecord:
        """Put the turn on disk; from here on it is not lost.

        Raises DuplicateTurn, StaleButton, EmptyAction.
        """
        if request.kind in _WORDS and not visible(split_asides(request.text)[0]):
            raise EmptyAction
        return await self.store.turns.accept(
            event_id=request.event_id,
            adventure_id=request.adventure_id,
            kind=request.kind,
            text=request.text,
            author_id=request.player.id,
            author_name=request.player.name,
            head_id=request.head_id,
            resumes=request.resumes,
            message_id=request.message_id,
        )

    def is_aside(self, text: str) -> bool:
        """Whether a message speaks to the narrator instead of the story."""
        return said_to_narrator(text) is not None

    async def hear_aside(self, adventure_id: int, player: Player, text: str, event_id: str = "") -> Heard:
        """A message that speaks to the narrator: never a part of the story, maybe a correction.

        Raises UnknownAdventure.
        """
        said = said_to_narrator(text)
        if said is None:
            return Heard()
        return await self.canon.hear(adventure_id, Speaker(player.id, player.name), said, event_id)

    async def resume(self, turn_id: int, event_id: str) -> TurnRecord:
        """Accept a turn that takes up one that failed or was interrupted. Raises StaleButton."""
        old = await self.store.turns.get(turn_id)
        adventure = await self.store.adventures.get(old.adventure_id)
        kind, text = old.kind, old.text
        if old.kind in _WORDS and old.parent_id is not None:
            if adventure.head_id != old.parent_id:
                raise StaleButton
            kind, text = TurnKind.RETRY, ""
        return await self.accept(
            TurnRequest(
                event_id=event_id,
                adventure_id=old.adventure_id,
                kind=kind,
                player=Player(old.author_id, old.author_name),
                text=text,
                resumes=turn_id,
            )
        )

    async def tell(self, turn: TurnRecord, on_text: Callable[[str], None]) -> Told:
        """Tell the turn; ``on_text`` gets the text so far. The caller holds the adventure's ``place``.

        On any failure the player's words are kept and the turn can be resumed. Raises NarratorError,
        ContextOverflow (the story is then unchanged), NoAdventure when the adventure has ended meanwhile.
        """
        try:
            async with self.keeper.turn() if self.keeper else nullcontext():
                told = await self._tell(turn, on_text)
            self.look_after(turn.adventure_id)
            return told
        except QuestsmithError as error:
            await self._give_up(turn, TurnState.FAILED, error.key)
            raise
        except asyncio.CancelledError:
            await asyncio.shield(self._give_up(turn, TurnState.INTERRUPTED, None))
            raise
        except Exception:
            await self._give_up(turn, TurnState.FAILED, QuestsmithError.key)
            raise

    async def undo(self, adventure_id: int) -> AdventureRecord:
        """Take the last turn back. The caller holds ``place``. Raises NothingToUndo."""
        return await self.store.story.undo(adventure_id)

    async def redo(self, adventure_id: int) -> AdventureRecord:
        """Bring back the turn that was taken back last. The caller holds ``place``. Raises NothingToRedo."""
        record = await self.store.story.redo(adventure_id)
        self.look_after(adventure_id)
        return record

    async def snapshot(self, adventure_id: int) -> Adventure:
        """Everything that assembly may look at, as it stands."""
        return await self.store.story.snapshot(adventure_id, self._context)

    async def seen(self, adventure_id: int, turn_id: int | None = None) -> Seen:
        """What the narrator saw at that turn; without one, at the last turn of the story as it stands.

        Where the story stands at something that no kept turn has told, it is what the narrator would see
        now. Raises UnknownTurn, ReportPruned, ContextOverflow.
        """
        if turn_id is None:
            adventure = await self.store.adventures.get(adventure_id)
            turn = await self.store.turns.of_output(adventure.head_id)
        else:
            turn = await self.store.turns.told(adventure_id, turn_id)
        packed = await self.store.turns.report(turn.id) if turn else None
        if packed is not None:
            now = await self.store.story.snapshot(adventure_id, self._context, last=1)
            adventure = await self.store.adventures.get(adventure_id)
            now = replace(now, memories=await self.library.memories(adventure))
            return Seen(await asyncio.to_thread(unpack, packed, now), turn)
        if turn_id is not None:
            raise ReportPruned(turn=turn_id)
        assembly, recalled = await self.present(adventure_id, adventure.owner_id)
        return Seen(await asyncio.to_thread(to_json, assembly.report) | _canon(recalled), None)

    async def present(self, adventure_id: int, player_id: int) -> tuple[Assembly, Recalled]:
        """The prompt that the story would be told with as it stands. Raises ContextOverflow."""
        adventure = await self.store.adventures.get(adventure_id)
        snapshot = await self.snapshot(adventure_id)
        snapshot, recalled = await self._recall(adventure, snapshot, player_id)
        return await asyncio.to_thread(assemble, snapshot), recalled

    async def try_narrator(self) -> str:
        """One short answer, to see that the narrator speaks. Raises NarratorError."""
        text = ""
        messages = [{"role": "user", "content": "Say hello."}]
        async with self._narrator.answer(messages, max_tokens=16) as answer:
            async for piece in answer:
                text += piece
        return text.strip()

    async def line(self, turn: TurnRecord) -> str:
        """The player's words as the story will hold them."""
        adventure, alone = await self.store.turns.stage(turn)
        action = _action(turn, adventure.language, alone=alone)
        return action.text if action else ""

    def look_after(self, adventure_id: int) -> None:
        """Its story, its bank or its summary has changed: what is due is written. Returns at once."""
        if self.keeper is not None:
            self.keeper.notice(adventure_id)

    async def _tell(self, turn: TurnRecord, on_text: Callable[[str], None]) -> Told:
        adventure, alone = await self.store.turns.stage(turn)
        if not adventure.open:
            raise NoAdventure
        action = _action(turn, adventure.language, alone=alone)
        if action is None:
            turn = await self.store.turns.begin(turn.id, None)
            told, assembly, recalled = await self._assemble(adventure, turn, None)
        else:
            # Assembled first: an action that does not fit never enters the story.
            told, assembly, recalled = await self._assemble(adventure, turn, action)
            turn = await self.store.turns.begin(turn.id, action)
            if await self._hear(turn):
                told, assembly, recalled = await self._assemble(adventure, turn, None)
        try:
            text, usage, assembly = await self._narrate(told, assembly, on_text)
        except NarratorEmpty:
            # Small models fall silent now and then; a second attempt usually speaks.
            text, usage, assembly = await self._narrate(told, assembly, on_text)
        output = await self.store.turns.commit(
            turn.id,
            text=text,
            report=await asyncio.to_thread(pack, assembly.report, _canon(recalled)),
            standing=assembly.standing,
            model=self._narrator.model,
            prompt_tokens=usage.prompt_tokens,
            reply_tokens=usage.reply_tokens,
            cached_tokens=usage.cached_tokens,
            spent=self._spent(usage, assembly, text),
            keep_reports=self.settings.keep_reports,
        )
        await self.library.told(adventure.id, assembly.report.memories.included)
        return Told(await self.store.turns.get(turn.id), output, recalled.open)

    def _spent(self, usage: Usage, assembly: Assembly, text: str) -> int:
        """Tokens of prompt and answer, counted here where the provider does not say."""
        asked, told = usage.prompt_tokens, usage.reply_tokens
        if asked is None:
            asked = assembly.report.total_tokens
        if told is None:
            told = get_tokenizer(self._context.tokenizer).count_once(text)
        return asked + told

    async def _assemble(
        self, adventure: AdventureRecord, turn: TurnRecord, action: Action | None
    ) -> tuple[Adventure, Assembly, Recalled]:
        """The prompt of a turn, from as much of the story as it takes. Raises ContextOverflow."""
        last = max(self._context.context_tokens // _ACTION_TOKENS, _TAIL)
        # A retry must not see the answer that it replaces.
        at = turn.parent_id if action is None else None
        if action is not None:
            self.library.expect(action.text)
        while True:
            snapshot = await self.store.story.snapshot(turn.adventure_id, self._context, last=last, at=at)
            if action is not None:
                snapshot = replace(snapshot, actions=(*snapshot.actions, action))
            snapshot, recalled = await self._recall(adventure, snapshot, turn.author_id)
            assembly = await asyncio.to_thread(assemble, snapshot)
            if not assembly.short:
                return snapshot, assembly, recalled
            last *= 4

    async def _give_up(self, turn: TurnRecord, state: TurnState, error: str | None) -> None:
        try:
            with suppress(TurnError):  # the answer was committed before the failure
                await self.store.turns.fail(turn.id, state, error)
        except StoreError as failure:
            log.error("Turn %d could not be given up; the next start will: %s", turn.id, failure)

    async def _recall(
        self, adventure: AdventureRecord, snapshot: Adventure, player_id: int
    ) -> tuple[Adventure, Recalled]:
        """The snapshot with what the canon and the memory bank add to it."""
        snapshot, recalled = await self.canon.recall(adventure.id, snapshot, player_id)
        return await self.library.recall(adventure, snapshot, recalled), recalled

    async def _hear(self, turn: TurnRecord) -> bool:
        """What stands in double brackets in the middle of an action is said to the narrator.

        It hangs on that action. Whether anything was understood.
        """
        understood = False
        if self.on_heard is None:
            return understood
        for aside in split_asides(turn.text)[1]:
            speaker = Speaker(turn.author_id, turn.author_name)
            heard = await self.canon.hear(turn.adventure_id, speaker, aside)
            understood = understood or bool(heard)
            if heard:
                await self.on_heard(turn, heard)
        return understood

    async def _narrate(
        self, snapshot: Adventure, assembly: Assembly, on_text: Callable[[str], None]
    ) -> tuple[str, Usage, Assembly]:
        """The finished text, what it used, and the assembly that was really sent."""
        action = snapshot.actions[-1].text
        try:
            return *await self._ask(assembly, action, on_text), assembly
        except NarratorContextTooLong as error:
            smaller = int(assembly.report.total_tokens * _RETRY_SHARE)
            log.warning("The prompt is too long for the model; trying once with %d tokens", smaller)
            settings = replace(self._context, context_tokens=smaller)
            try:
                assembly = await asyncio.to_thread(assemble, replace(snapshot, settings=settings))
            except ContextOverflow:
                raise error from None
            return *await self._ask(assembly, action, on_text), assembly

    async def _ask(
        self, assembly: Assembly, action: str, on_text: Callable[[str], None]
    ) -> tuple[str, Usage]:
        text = ""
        messages = [{"role": message.role, "content": message.content} for message in assembly.messages]
        async with self._narrator.answer(messages, max_tokens=self._context.reply_tokens) as answer:
            async for piece in answer:
                text += piece
                on_text(text)
        text = finish(text, cut=answer.cut, action=action)
        if not visible(text):
            raise NarratorEmpty(model=self._narrator.model, host=self._narrator.host)
        return text, answer.usage


def _action(turn: TurnRecord, language: str, *, alone: bool) -> Action | None:
    """The player's words in the story's form; None for Continue and Retry."""
    mode = _WORDS.get(turn.kind)
    if mode is None:
        return None
    words = split_asides(turn.text)[0]
    text = phrase(mode, words, name=turn.author_name, alone=alone, language=language)
    return Action(mode, text, turn.author_name)


def _canon(recalled: Recalled) -> dict[str, Any]:
    """Every record and why it is in or out (canon.md, section 6); nothing where there is no canon."""
    verdicts = [
        {
            "id": record.id,
            "status": verdict.value,
            "text": record.wording,
            "kind": record.kind.value,
            "about": thing(record),
            "player": record.player_id,
            "adventure": record.place.adventure_id,
        }
        for record, verdict in recalled.verdicts
    ]
    return {"canon": verdicts} if verdicts else {}
