"""Going on Discord and leaving it: the real client against a server on loopback that plays its front door."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import discord
import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.app import open_game
from bot.client import Questsmith, run_client
from bot.errors import DiscordUnreachable, QuestsmithError, TokenRefused
from bot.settings import Settings
from bot.turns import Turns

Door = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def front_door(monkeypatch: pytest.MonkeyPatch, answer: Door) -> AsyncIterator[None]:
    """Discord's address for this block; every request gets the answer."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
        yield
    finally:
        await runner.cleanup()


async def connect(settings: Settings, stop: asyncio.Event | None = None) -> None:
    settings = settings.model_copy(update={"discord_token": SecretStr("not.a.token")})
    async with open_game(settings) as game, Turns(0) as turns:
        await run_client(Questsmith(settings, game, turns), stop or asyncio.Event())


@pytest.mark.parametrize(
    ("status", "error"), [(401, TokenRefused), (403, DiscordUnreachable)], ids=["token", "blocked"]
)
async def test_a_refusal(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, status: int, error: type[QuestsmithError]
) -> None:
    async def refuse(request: web.Request) -> web.Response:
        return web.json_response({"message": "No.", "code": 0}, status=status)

    async with front_door(monkeypatch, refuse):
        with pytest.raises(error):
            await connect(settings)


async def test_nobody_answers(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{nobody.getsockname()[1]}")
        with pytest.raises(DiscordUnreachable):
            await connect(settings)


async def test_it_can_be_stopped_while_it_connects(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = asyncio.Event()

    async def think(request: web.Request) -> web.Response:
        stop.set()
        await asyncio.Event().wait()
        raise AssertionError

    async with front_door(monkeypatch, think):
        await connect(settings, stop)
