"""Opens what every face of the bot needs, in the right order, and closes it on every exit."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot import prices
from bot.bank import Keeper, open_embedder, open_keeper
from bot.bank.library import Library
from bot.canon import Canon, ModelRecogniser, Rules
from bot.context import assemble
from bot.game import Game
from bot.narrator import Narrator, embedded_server
from bot.scenarios import load_scenarios
from bot.settings import Settings
from bot.store import open_store
from bot.story import Action, ActionType, Adventure, ContextSettings

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_game(settings: Settings, *, keeps: bool = True) -> AsyncIterator[Game]:
    """The engine with its store and its narrator; ``keeps``: memories and summaries are written, too.

    Raises StoreError, NarratorError, SettingsError.
    """
    settings.context()  # a setting that cannot work is refused before anything is opened
    scenarios = load_scenarios()
    for problem in scenarios.problems:
        log.warning("A scenario is left out: %s", problem)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(settings.database_url))
        await store.turns.prune_reports(settings.keep_reports)
        if not settings.embedded:
            await asyncio.to_thread(prices.load)
        narrator = await stack.enter_async_context(open_narrator(settings))
        library = Library(store, open_embedder(settings))
        stack.push_async_callback(library.close)
        await asyncio.to_thread(_warm_up, settings.context())
        library.open(await store.adventures.all_open())
        rules = Rules()
        # The embedded model is too small to be asked: it would slow every remark down and find nothing.
        recogniser = rules if settings.embedded else ModelRecogniser(narrator, rules)
        keeper: Keeper | None = None
        if keeps:
            keeper = await stack.enter_async_context(open_keeper(settings, store, narrator))
        yield Game(settings, store, narrator, scenarios, Canon(store, recogniser), library, keeper)


@asynccontextmanager
async def open_narrator(settings: Settings, *, seed: int | None = None) -> AsyncIterator[Narrator]:
    """The configured model. Raises EmbeddedModelMissing, SettingsError."""
    async with AsyncExitStack() as stack:
        base_url = settings.openai_base_url
        if settings.embedded:
            base_url = await stack.enter_async_context(embedded_server())
        yield await stack.enter_async_context(Narrator(settings, base_url, seed=seed))


def settle() -> None:
    """Take what the start has made out of the garbage collector's sight: call it once, before serving.

    It lives for as long as the process, and to look through all of it stops everything for 150 ms.
    """
    gc.collect()
    gc.freeze()


def _warm_up(settings: ContextSettings) -> None:
    """Load the vocabulary and the word lists now: they would hold up the event loop on the first turn."""
    assemble(Adventure(settings=settings, actions=(Action(ActionType.START, "A door."),)))
