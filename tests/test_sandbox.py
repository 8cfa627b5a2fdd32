"""The sandbox's page over HTTP: the real bot behind it, a scripted narrator."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from simcord.preview import Preview

from bot.app import open_game
from bot.errors import PortUnusable, UnknownScenario
from bot.locale import texts_for
from bot.sandbox import open_sandbox
from bot.scenarios import load_scenarios
from bot.settings import Settings
from tests.support.page import Page
from tests.support.provider import Provider, Reply


@asynccontextmanager
async def opened(settings: Settings, **options: Any) -> AsyncIterator[Preview]:
    # No fixture: simcord keeps its clock in a context variable, and a fixture ends in another context.
    async with open_game(settings) as game, open_sandbox(settings, game, **options) as sandbox:
        yield sandbox


async def test_a_page_begins_with_an_open_adventure(settings: Settings) -> None:
    async with opened(settings) as sandbox, Page.open(sandbox.url) as page:
        opening = await page.shows("The rain stops when you reach the ruined tower")
        assert datetime.fromisoformat(opening["timestamp"]) > datetime.now(UTC) - timedelta(hours=1)
        assert page.state["channel"]["name"] == "adventure"
        assert page.state["channel"]["canSendMessages"]
        assert [viewer["name"] for viewer in page.state["viewers"]] == ["Ash", "Juno", "Rowan"]


@pytest.mark.parametrize(("language", "name"), [("en", "card list"), ("ru", "card list · карточка список")])
async def test_commands_speak_the_language_of_the_sandbox(
    settings: Settings, language: str, name: str
) -> None:
    texts = texts_for(language)
    async with opened(settings, language=language) as sandbox, Page.open(sandbox.url) as page:
        commands = await page.commands()
    assert commands["card list"]["invocation"] == name
    assert commands["card list"]["description"] == texts("command-card-list.description")
    assert commands["do"]["options"][0]["description"] == texts("option-text.description")


async def test_time_passes_between_actions(provider: Provider, settings: Settings) -> None:
    async with opened(settings) as sandbox, Page.open(sandbox.url) as page:
        opening = await page.shows("The rain stops when you reach the ruined tower")
        await page.say("open the door")
        answer = await page.shows("The story goes on (1).")
        assert datetime.fromisoformat(answer["timestamp"]) > datetime.fromisoformat(opening["timestamp"])


async def test_a_turn_streams_into_the_page(provider: Provider, settings: Settings) -> None:
    release = provider.hold("The hinges complain. A bell answers.", at=3)
    async with opened(settings) as sandbox, Page.open(sandbox.url) as page:
        assert (await page.say("open the door"))["settlement"] == "settled"
        await page.shows("The hinges complain. ▌")
        release.set()
        answer = await page.shows("A bell answers.", complete=True)
        assert (await page.press(answer, "Retry"))["settlement"] == "settled"
        await page.shows("The story goes on (2).")


async def test_every_page_shows_the_same(provider: Provider, settings: Settings) -> None:
    async with (
        opened(settings) as sandbox,
        Page.open(sandbox.url) as one,
        Page.open(sandbox.url) as two,
    ):
        juno = two.state["viewers"][1]["id"]
        assert (await two.act("viewer", viewer_id=juno))["settlement"] == "settled"
        await one.say("open the door")
        await two.shows("The story goes on (1).", complete=True)
        assert (await two.say("wait"))["settlement"] == "settled"
        await one.shows("The story goes on (2).")
        assert "> Juno waits." in provider.requests[1]["messages"][-1]["content"]


async def test_an_action_counts_although_the_page_has_changed_meanwhile(
    provider: Provider, settings: Settings
) -> None:
    # While an answer is being written the channel changes all the time, and a player who presses Enter
    # has always seen an older state than the newest.
    release = provider.hold("One. Two. Three. Four.", at=1)
    async with opened(settings) as sandbox, Page.open(sandbox.url) as page:
        await page.say("count")
        await page.shows("One. ▌")
        seen = page.state
        release.set()
        await page.shows("Four.", complete=True)
        page.state = seen
        assert not (await page.say("go on"))["rejected"]
        await page.shows("The story goes on (2).")


async def test_a_page_that_is_only_looked_at_is_not_published_again(settings: Settings) -> None:
    async with opened(settings) as sandbox, Page.open(sandbox.url) as page:
        await page.read()
        revision = page.state["publishedRevision"]
        assert (await page.read())["publishedRevision"] == revision


async def test_reading_never_refuses_an_action(provider: Provider, settings: Settings) -> None:
    provider.script(*(Reply("It goes on. " * 20) for _ in range(5)))
    async with (
        opened(settings) as sandbox,
        Page.open(sandbox.url) as page,
        Page.open(sandbox.url) as other,
    ):
        for count in range(1, 6):
            await page.read()
            assert not (await page.say("go on"))["rejected"]
            while len(provider.requests) < count:
                await other.read()


@pytest.mark.parametrize("language", ["ru", "ar"])
async def test_other_languages(settings: Settings, provider: Provider, language: str) -> None:
    opening = load_scenarios().get("lantern", language).opening
    async with opened(settings, language=language) as sandbox, Page.open(sandbox.url) as page:
        await page.shows(opening[:40])


async def test_a_scenario_that_does_not_exist(settings: Settings) -> None:
    with pytest.raises(UnknownScenario):
        async with opened(settings, scenario="nowhere"):
            pass


async def test_a_fixed_port(settings: Settings, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortUnusable):
            async with opened(settings, port=port):
                pass
    settings.database_url = f"sqlite+aiosqlite:///{tmp_path / 'other.db'}"
    async with opened(settings, port=port) as sandbox:
        assert f":{port}/" in sandbox.url


@pytest.mark.parametrize("port", [-5, 99999])
async def test_a_number_that_is_no_port(settings: Settings, port: int) -> None:
    with pytest.raises(PortUnusable):
        async with opened(settings, port=port):
            pass
