"""``questsmith doctor``: tries every part once and says which one needs attention."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.app import open_game
from bot.commands.play import say
from bot.context import get_tokenizer
from bot.errors import QuestsmithError, TokenMissing
from bot.locale import Texts, load_texts
from bot.scenarios import load_scenarios
from bot.settings import Settings


async def doctor(settings: Settings, texts: Texts) -> int:
    """Print a line for each part; 1 when one that is needed fails, else 0."""
    failed = 0

    async def check(name: str, part: Callable[[], Awaitable[str]], *, needed: bool = True) -> None:
        nonlocal failed
        try:
            say(f"✅ {texts(f'doctor-{name}')}: {await part()}")
        except QuestsmithError as error:
            failed += needed
            say(f"{'❌' if needed else '▫️'} {texts(f'doctor-{name}')}: {texts.error(error)}")

    async def scenarios() -> str:
        loaded = await asyncio.to_thread(load_scenarios)
        if loaded.problems:
            raise loaded.problems[0]
        return texts.listed(scenario.title for scenario in loaded.all(texts.language))

    async def languages() -> str:
        return texts.listed(load_texts())

    async def tokens() -> str:
        context = settings.context()
        tokenizer = await asyncio.to_thread(get_tokenizer, context.tokenizer)
        return texts(
            "doctor-tokens-found",
            name=tokenizer.name,
            context=context.context_tokens,
            reply=context.reply_tokens,
            exact="yes" if tokenizer.exact else "no",
        )

    async def narrator() -> str:
        async with open_game(settings, keeps=False) as game:
            return texts(
                "doctor-narrator-found", model=settings.model, words=(await game.try_narrator())[:60]
            )

    async def discord() -> str:
        if settings.discord_token is None:
            raise TokenMissing
        return texts("doctor-discord-found")

    await check("scenarios", scenarios)
    await check("languages", languages)
    await check("tokens", tokens)
    await check("narrator", narrator)
    await check("discord", discord, needed=False)
    return 1 if failed else 0
