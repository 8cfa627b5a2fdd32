"""A keeper with a store, a scripted provider, a clock that is set by hand, and a story that grows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta

from bot.bank import Keeper, open_keeper
from bot.narrator import Narrator
from bot.settings import Settings
from bot.store import Store, open_store
from bot.store.records import AdventureRecord, TurnKind
from bot.story import Action, ActionType, Plot
from bot.story.memories import BankMemory
from tests.support.provider import Provider

MORNING = datetime(2030, 5, 4, 9, 0, tzinfo=UTC)
TOLD = (
    "Mira lifts the lantern, and the flame bends towards the river. The stair goes on into the dark. "
    "Somewhere above, a bell waits for the morning."
)
"""What every answer of the story says after its number."""
SAID = "Mira carried the lantern up the stair."


class Bench:
    """``await bench.grow(12)``, ``await bench.keeper.idle()``, ``await bench.memories()``."""

    def __init__(self, settings: Settings, provider: Provider) -> None:
        self.settings = settings
        self.provider = provider
        self.now = MORNING
        self.store: Store
        self.narrator: Narrator
        self.keeper: Keeper
        self.id = 0
        self.told = TOLD
        self.acted = "> You go up the stair."
        self._process = AsyncExitStack()
        self._events = 0

    @classmethod
    @asynccontextmanager
    async def open(
        cls, settings: Settings, provider: Provider, *, summarises: bool = False
    ) -> AsyncIterator[Bench]:
        bench = cls(settings, provider)
        try:
            await bench.start()
            bench.id = (await bench.begin(summarises=summarises)).id
            yield bench
        finally:
            await bench.stop()

    async def start(self) -> None:
        """The process starts."""
        await self.start_store()
        enter = self._process.enter_async_context
        self.narrator = await enter(Narrator(self.settings))
        self.keeper = await enter(
            open_keeper(self.settings, self.store, self.narrator, clock=lambda: self.now)
        )

    async def start_store(self) -> None:
        """Only the database: a story can grow, and nobody keeps it."""
        await self._process.aclose()
        self._process = AsyncExitStack()
        self.store = await self._process.enter_async_context(open_store(self.settings.database_url))

    async def stop(self) -> None:
        await self._process.aclose()

    async def begin(
        self, *, language: str = "en", channel_id: int = 2, summarises: bool = False, summary: str = ""
    ) -> AdventureRecord:
        return await self.store.adventures.create(
            guild_id=1,
            channel_id=channel_id,
            owner_id=3,
            scenario="lantern",
            title="The Lantern",
            language=language,
            mode=ActionType.DO,
            plot=Plot(summary=summary),
            cards=(),
            opening=f"0. {self.told}",
            summarises=summarises,
        )

    async def grow(self, actions: int, *, told: str = "", adventure_id: int = 0) -> None:
        """Tell turns until the story has so many actions; then the keeper hears of it, as after a turn."""
        adventure_id = adventure_id or self.id
        while (have := await self.store.story.count(adventure_id)) < actions:
            await self.turn(f"{have + 1}. {told or self.told}", adventure_id, alone=actions - have == 1)
        self.keeper.notice(adventure_id)

    async def turn(
        self, told: str, adventure_id: int = 0, *, alone: bool = False, retry: bool = False, spent: int = 0
    ) -> None:
        """One turn: a player's action and the answer, or the answer alone."""
        self._events += 1
        kind = TurnKind.RETRY if retry else TurnKind.CONTINUE if alone else TurnKind.DO
        turn = await self.store.turns.accept(
            event_id=f"event-{self._events}-{self.now}",
            adventure_id=adventure_id or self.id,
            kind=kind,
            text="",
            author_id=7,
            author_name="Ash",
        )
        action = Action(ActionType.DO, self.acted, "Ash") if kind is TurnKind.DO else None
        await self.store.turns.begin(turn.id, action)
        await self.store.turns.commit(
            turn.id,
            text=told,
            report=b"",
            prompt_tokens=None,
            reply_tokens=None,
            cached_tokens=None,
            model="model",
            spent=spent,
        )

    async def kept(self) -> None:
        """Wait until the keeper has done what it can."""
        self.keeper.notice(self.id)
        await self.keeper.idle()

    async def later(self, **time: float) -> None:
        """Time goes by, and the keeper does what has become due."""
        self.now += timedelta(**time)
        await self.kept()

    async def memories(self) -> list[BankMemory]:
        return await self.store.memories.of(self.id)

    async def summary(self) -> str:
        return (await self.store.adventures.get(self.id)).plot.summary

    def asked(self, index: int = -1) -> str:
        """Everything that the model read in a request."""
        return "\n".join(message["content"] for message in self.provider.requests[index]["messages"])
