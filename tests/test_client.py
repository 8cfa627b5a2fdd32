"""Connecting to Discord and letting go of it, over real connections on loopback."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import open_game
from bot.client import Questsmith, run_client
from bot.errors import DiscordUnreachable, IntentMissing, QuestsmithError, TokenMissing, TokenRefused
from bot.game import Game
from bot.settings import Settings
from bot.turns import Turns
from tests.support.command import environment
from tests.support.discord import TOKEN, Discord
from tests.support.provider import KEY, Provider
from tests.support.world import settings_for

pytestmark = pytest.mark.filterwarnings("ignore:unclosed transport:ResourceWarning")
LAUNCH = """
import sys
from discord.http import Route
from bot.__main__ import main
Route.BASE = sys.argv[1]
sys.exit(main(["run"]))
"""


class Town:
    """A guild with one channel and one player, in which an adventure is open."""

    def __init__(self, discord: Discord) -> None:
        backend = discord.backend
        self.discord = discord
        self.player = backend.make_user("ash", global_name="Ash").id
        self.guild = backend.create_guild("Questsmith").id
        backend.add_member(self.guild, self.player)
        self.channel = backend.create_channel(self.guild, "adventure").id

    async def begin(self, game: Game) -> None:
        await game.start_adventure(
            guild_id=self.guild,
            channel_id=self.channel,
            owner_id=self.player,
            scenario="lantern",
            language="en",
        )

    async def connected(self) -> None:
        async with asyncio.timeout(20):
            await self.discord.connected.wait()

    def write(self, content: str) -> None:
        self.discord.backend.create_message(self.channel, self.player, content)

    async def shown(self, content: str) -> None:
        """Wait until the bot has written it."""
        changed = asyncio.Event()
        self.discord.backend.subscribers.append(lambda _event, _payload: changed.set())
        async with asyncio.timeout(20):
            while content not in self.discord.contents(self.channel):
                changed.clear()
                await changed.wait()


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord() as discord:
        yield discord


@pytest.fixture
def town(discord: Discord) -> Town:
    return Town(discord)


@pytest.fixture
def settings(tmp_path: Path, provider: Provider) -> Settings:
    return settings_for(tmp_path, provider, discord_token=TOKEN, shutdown_grace=20.0)


@asynccontextmanager
async def running(settings: Settings, stop: asyncio.Event) -> AsyncIterator[tuple[Game, asyncio.Task[None]]]:
    """The bot as ``questsmith run`` starts it."""
    async with open_game(settings) as game, Turns(settings.shutdown_grace) as turns:
        interrupted = await game.store.turns.interrupt_open(terminal=False)
        task = asyncio.create_task(run_client(Questsmith(settings, game, turns, interrupted), stop))
        try:
            yield game, task
        finally:
            stop.set()
            await asyncio.gather(task, return_exceptions=True)


async def failure(settings: Settings) -> QuestsmithError:
    async with asyncio.timeout(20), running(settings, asyncio.Event()) as (_game, task):
        with pytest.raises(QuestsmithError) as raised:
            await task
    return raised.value


async def test_no_token(settings: Settings, discord: Discord) -> None:
    assert isinstance(await failure(settings.model_copy(update={"discord_token": None})), TokenMissing)


async def test_a_token_that_discord_refuses(tmp_path: Path, provider: Provider, discord: Discord) -> None:
    settings = settings_for(tmp_path, provider, discord_token="another.token")
    assert isinstance(await failure(settings), TokenRefused)


@pytest.mark.parametrize(
    ("code", "error"),
    [(4004, TokenRefused), (4014, IntentMissing), (4013, DiscordUnreachable)],
)
async def test_a_gateway_that_closes(
    settings: Settings, discord: Discord, code: int, error: type[QuestsmithError]
) -> None:
    discord.closes_with = code
    assert isinstance(await failure(settings), error)


@pytest.mark.parametrize("status", [403, 503])
async def test_a_discord_that_does_not_work(settings: Settings, discord: Discord, status: int) -> None:
    discord.refuse = status
    assert isinstance(await failure(settings), DiscordUnreachable)


async def test_no_discord_at_all(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    async with Discord() as discord:
        base = discord.base
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("discord.http.Route.BASE", base)
        assert isinstance(await failure(settings), DiscordUnreachable)
    assert "Cannot connect to host 127.0.0.1" in caplog.text
    assert TOKEN not in caplog.text


async def test_commands_that_discord_refuses_do_not_keep_the_bot_from_playing(
    settings: Settings, discord: Discord, town: Town, caplog: pytest.LogCaptureFixture
) -> None:
    discord.backend.faults.append(
        {"method": "PUT", "path": "*commands", "status": 400, "code": 50035, "message": "No.", "times": None}
    )
    async with running(settings, asyncio.Event()) as (game, _task):
        await town.begin(game)
        await town.connected()
        town.write("open the door")
        await town.shown("The story goes on (1).")
    assert "Discord refused the commands" in caplog.text


async def test_a_mention_is_no_unknown_command(
    settings: Settings, discord: Discord, town: Town, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(settings, asyncio.Event()) as (game, _task):
        await town.begin(game)
        await town.connected()
        town.write(f"<@{discord.backend.bot_user.id}> open the door")
        await town.shown("The story goes on (1).")
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_stop_lets_the_turn_in_flight_end(
    settings: Settings, discord: Discord, town: Town, provider: Provider
) -> None:
    stop = asyncio.Event()
    release = provider.hold("At last.")
    async with running(settings, stop) as (game, task):
        await town.begin(game)
        await town.connected()
        town.write("open the door")
        await provider.arrived(1)
        stop.set()
        await asyncio.sleep(0)
        town.write("climb the stairs")
        release.set()
        await task
        assert discord.contents(town.channel) == ["open the door", "climb the stairs", "At last."]
    async with running(settings, asyncio.Event()):
        await town.shown("The story goes on (2).")
    assert len(provider.requests) == 2


async def test_a_stop_does_not_wait_for_ever(
    tmp_path: Path, provider: Provider, discord: Discord, town: Town
) -> None:
    settings = settings_for(tmp_path, provider, discord_token=TOKEN, shutdown_grace=0.0)
    stop = asyncio.Event()
    provider.hold()
    async with running(settings, stop) as (game, task):
        await town.begin(game)
        await town.connected()
        town.write("open the door")
        await provider.arrived(1)
        stop.set()
        await task
    async with running(settings, asyncio.Event()):
        await town.shown(
            "The story was interrupted before the narrator could answer Ash. "
            "Nothing is lost; press Retry to go on.\n>>> open the door"
        )
    assert len(provider.requests) == 1


@asynccontextmanager
async def process(
    folder: Path, discord: Discord, provider: Provider, token: str = TOKEN
) -> AsyncIterator[asyncio.subprocess.Process]:
    """``questsmith run`` as a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        LAUNCH,
        discord.base,
        cwd=folder,
        env=environment(
            provider,
            DISCORD_TOKEN=token,
            QUESTSMITH_DATABASE_URL=f"sqlite+aiosqlite:///{folder / 'questsmith.db'}",
            PYTHONPATH=str(Path(__file__).parents[1]),
        ),
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_sigterm(tmp_path: Path, discord: Discord, town: Town, provider: Provider) -> None:
    async with open_game(settings_for(tmp_path, provider)) as game:
        await town.begin(game)
    release = provider.hold("At last.")
    async with process(tmp_path, discord, provider) as bot, asyncio.timeout(30):
        await town.connected()
        town.write("open the door")
        await provider.arrived(1)
        bot.send_signal(signal.SIGTERM)
        release.set()
        _, err = await bot.communicate()
    assert bot.returncode == 0, err.decode()
    assert discord.contents(town.channel) == ["open the door", "At last."]
    for secret in (KEY, TOKEN, "Traceback"):
        assert secret not in err.decode()


async def test_a_refused_token_is_one_sentence(tmp_path: Path, discord: Discord, provider: Provider) -> None:
    async with process(tmp_path, discord, provider, "another.token") as bot, asyncio.timeout(30):
        _, err = await bot.communicate()
    assert bot.returncode == 1
    sentences = [line for line in err.decode().splitlines() if " INFO " not in line]
    assert len(sentences) == 1
    assert sentences[0].startswith("Discord refuses the token.")
