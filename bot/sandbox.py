"""The same bot in a local browser page that looks like Discord, without Discord.

simcord holds the made-up server and shows it; the bot, its store and its narrator are the real ones.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from aiohttp import web
from simcord._clock import Clock
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

from bot.client import Questsmith
from bot.errors import PortUnusable
from bot.game import Game
from bot.locale import Texts, texts_for
from bot.settings import Settings
from bot.turns import Turns

_SETTLE = 30.0
"""Seconds that a command may take before the page says that it hangs."""
_WIDTH, _HEIGHT = 960, 720
"""Pixels of the viewport when somebody fixes its size; otherwise it fills the window."""
_LOCALES = {"ru": "ru"}
"""simcord's names for the dates of our languages beside English; it has none for Arabic."""
_STYLE = """
#preview-app *, #messages-sidebar * { unicode-bidi: plaintext; }
.message-edited-compact { display: none; }
"""
"""Each paragraph and label runs in the direction of its own first letter: Arabic from the right.

A message under another one of the same author has no line for the word “edited”; it would stand in the
margin, over the time.
"""
_QUOTES_FROM_THE_RIGHT = """
.markdown-blockquote { padding: 0 12px 0 0; border-left: 0; border-right: 4px solid var(--subtle-surface); }
"""


class _Clock(Clock):
    """The time of day at the last action; simcord's timers keep the time that it counts itself.

    None passes within an action, so that a slow machine does not miss Discord's three seconds.
    """

    def __init__(self) -> None:
        super().__init__()
        self.look()

    def look(self) -> None:
        """It is now."""
        self._now = datetime.now(UTC)

    def now(self) -> datetime:
        return self._now


class _Server(PreviewServer):
    """simcord's server, with our style after its own, and commands in the language of the sandbox."""

    def __init__(self, preview: Preview, port: int, texts: Texts) -> None:
        super().__init__(preview, port)
        self._texts = texts

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if request.path == "/preview.css":
            quotes = _QUOTES_FROM_THE_RIGHT if self._texts.direction == "rtl" else ""
            response.text = f"{response.text}{_STYLE}{quotes}"
        return response

    async def _commands(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._commands(request)
        catalog = json.loads(response.text or "")
        for entry in catalog.get("entries", ()):
            _translate(entry, self._texts)
        response.text = json.dumps(catalog)
        return response


def _translate(entry: dict[str, Any], texts: Texts) -> None:
    """What is shown of a command. Both its names are there, as Discord too takes either."""
    path = entry["path"]
    keys = ["-".join(["command", *path[: place + 1]]) for place in range(len(path))]
    name, own = " ".join(path), " ".join(map(texts, keys))
    entry["invocation"] = name if own == name else f"{name} · {own}"
    entry["description"] = texts(f"{keys[-1]}.description")
    for option in entry["options"]:
        option["description"] = texts(f"option-{option['name']}.description")


class LivePage(Preview):
    """simcord's page, kept up to date by itself.

    simcord publishes a new state after every action in the page, and refuses an action that was taken
    on an older one. Our bot acts by itself as well, while it tells a turn. So each page gets the newest
    state when it asks (twice a second), and an action counts whatever state it was taken on: as on
    Discord, what it aims at decides whether it is possible.
    """

    def __init__(
        self,
        env: simcord.Env,
        channel: simcord.ChannelHandle,
        *args: Any,
        clock: _Clock,
        texts: Texts,
        **options: Any,
    ) -> None:
        super().__init__(env, channel, *args, **options)
        self._clock = clock
        self._server = _Server(self, options["port"], texts)
        self._changes = 0
        self._shown: dict[str, int] = {}
        env.backend.subscribers.append(self._notice)

    def _notice(self, event: str, _payload: object) -> None:
        if event != "TYPING_START":  # the page shows no typing
            self._changes += 1

    def _publish(self, page: Any, **options: Any) -> None:
        self._shown[page.id] = self._changes
        super()._publish(page, **options)

    def _page_payload(self, page: Any) -> dict[str, Any]:
        # While the page waits for an action of its own, simcord publishes at the end of that.
        if self._shown.get(page.id) != self._changes and page is not self._action_page:
            self._advance_presentation_time()
            self._publish(page, reason="refresh")
        return super()._page_payload(page)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        self._clock.look()
        if isinstance(body, Mapping) and "published_revision" in body:
            body = {**body, "published_revision": self._get_page(context_id).revision}
        return await super()._action(context_id, body)


@asynccontextmanager
async def open_sandbox(
    settings: Settings, game: Game, *, port: int = 0, scenario: str = "lantern", language: str = "en"
) -> AsyncIterator[Preview]:
    """Serve the page on a loopback port, with a server, three people and an open adventure.

    Its ``url`` holds a secret: whoever has it can play. Raises UnknownScenario, ScenarioError,
    PortUnusable.
    """
    game.scenarios.get(scenario, language)
    async with Turns(settings.shutdown_grace) as turns:
        bot = Questsmith(settings, game, turns)
        options = {"shard_count": 1, "check_errors": False, "settle_timeout": _SETTLE}
        async with simcord.run(bot, **options) as env:
            # Its own clock stands still on a day long past, and the messages show its time.
            clock = env.backend.clock = _Clock()
            guild = env.create_guild("Questsmith")
            managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
            manager = guild.add_member(env.create_user("manager", global_name="Rowan"), roles=[managers])
            ash = guild.add_member(env.create_user("ash", global_name="Ash"))
            juno = guild.add_member(env.create_user("juno", global_name="Juno"))
            channel = guild.create_text_channel("adventure")
            me = bot.get_guild(guild.id)
            if me is not None:
                await me.me.edit(nick="Questsmith")
            await game.store.guilds.set_language(guild.id, language)
            await manager.slash(channel, "adventure start", scenario=scenario, language=language)
            page = LivePage(
                env,
                channel,
                (ash, juno, manager),
                layout="channel",
                display="responsive",
                width=_WIDTH,
                height=_HEIGHT,
                locale=_LOCALES.get(language, "en-US"),
                timezone="UTC",
                presentation_time=None,
                assets=None,
                port=port,
                clock=clock,
                texts=texts_for(language),
            )
            try:
                await page.__aenter__()
            except (simcord.SetupError, OverflowError):  # taken, or no number of a port
                raise PortUnusable(port=str(port)) from None
            try:
                yield page
            finally:
                await page.close()
            await turns.stop()


async def run_sandbox(
    settings: Settings,
    game: Game,
    stop: asyncio.Event,
    *,
    port: int,
    scenario: str,
    language: str,
    opened: Callable[[str], None],
) -> None:
    """Serve the page until ``stop`` is set or somebody ends it there; ``opened`` gets the address."""
    async with open_sandbox(settings, game, port=port, scenario=scenario, language=language) as page:
        opened(page.url)
        waits = [asyncio.create_task(stop.wait()), asyncio.create_task(page.wait_closed())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
