"""/adventure summary: the story summary is kept up to date, or not, and catches up in sight."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.settings import Settings
from bot.store.records import AdventureRecord, TurnKind
from bot.story import Action, ActionType
from tests.support.provider import Provider, Refusal
from tests.support.world import World

from .steps import command, told

SAID = "Mira lifts the lantern and waits."


@pytest.fixture
async def world(settings: Settings, provider: Provider) -> AsyncIterator[World]:
    small = {"context_tokens": 500, "reply_tokens": 100, "summary_tokens": 60, "memory_bank": False}
    async with World.open(settings.model_copy(update=small), provider, keeps=True) as world:
        yield world


async def grown(world: World, turns: int, language: str = "en") -> AdventureRecord:
    """An adventure that was played without a summary."""
    adventure = await world.begin(language=language)
    store = world.game.store
    await store.adventures.set_summarises(adventure.id, summarises=False)
    for number in range(turns):
        turn = await store.turns.accept(
            event_id=f"event-{number}",
            adventure_id=adventure.id,
            kind=TurnKind.DO,
            text="wait",
            author_id=world.ash.id,
            author_name="Ash",
        )
        await store.turns.begin(turn.id, Action(ActionType.DO, "> You wait.", "Ash"))
        await store.turns.commit(
            turn.id,
            text=f"{number}. {SAID} " * 3,
            report=b"",
            prompt_tokens=None,
            reply_tokens=None,
            cached_tokens=None,
            model="model",
        )
    return adventure


async def test_it_catches_up_and_shows_how_far_it_is(world: World) -> None:
    await grown(world, 23)
    edits: list[str] = []
    world.env.backend.subscribers.append(
        lambda event, payload: edits.append(str(payload.get("content"))) if "MESSAGE" in event else None
    )
    world.provider.say(*[SAID] * 10)
    await command(world, "adventure summary", switch="on")
    lines = world.last().content.splitlines()
    assert lines == [
        "The story summary is kept up to date again: it is refreshed every 15 passages.",
        "It is up to date: 45 passages are read.",
    ]
    shown = [line for edit in edits for line in edit.splitlines() if line.startswith("Read ")]
    assert shown[0] == "Read 0 of 45 passages …"
    assert len(shown) > 2
    assert (await world.adventure()).plot.summary == SAID
    await command(world, "adventure summary", switch="off")
    assert world.last().content.startswith("The story summary stays as it is now.")
    assert not (await world.adventure()).summarises


async def test_what_fails_goes_on_later(world: World) -> None:
    await grown(world, 8, language="ru")
    world.provider.script(Refusal(500))
    await command(world, "adventure summary", switch="on")
    assert world.last().content.splitlines()[1].startswith("Прочитано 0 из 15. Остальное")


async def test_there_may_be_nothing_to_read(world: World) -> None:
    await world.begin()
    await command(world, "adventure summary", switch="on")
    assert world.last().content.splitlines()[1] == "It is up to date: there is nothing to read yet."
    assert world.provider.requests == []


async def test_it_is_for_the_owner_and_managers(world: World) -> None:
    await world.begin()
    refused = await command(world, "adventure summary", by=world.juno, switch="off")
    assert "Manage Server" in told(refused)
    assert (await world.adventure()).summarises
    await command(world, "adventure summary", by=world.manager, switch="off")
    assert not (await world.adventure()).summarises
