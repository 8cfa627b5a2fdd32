"""Steps that the tests of the Discord face share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import discord
from simcord import MemberActor
from simcord.results import InteractionResult

from tests.support.world import World, labels


async def press(
    world: World, label: str, by: MemberActor | None = None, on: discord.Message | None = None
) -> InteractionResult:
    """Press a button (of the message that bears it) and wait for what comes of it."""
    result = await (by or world.ash).click(on or bearer(world, label), label=label)
    await world.idle()
    return result


async def command(
    world: World, name: str, /, by: MemberActor | None = None, **options: Any
) -> InteractionResult:
    """Send a slash command and wait for what comes of it."""
    result = await (by or world.ash).slash(world.channel, name, **options)
    await world.idle()
    return result


def bearer(world: World, label: str) -> discord.Message:
    """The one message that has such a button."""
    (found,) = [message for message in world.channel.history() if label in labels(message)]
    return found


def told(result: InteractionResult) -> str:
    """What only the user read."""
    texts = [
        message.content
        for message in ([result.response] if result.response else []) + result.followups
        if message.ephemeral
    ]
    return "\n".join(texts)


async def until(world: World, happened: Callable[[], bool]) -> None:
    """Wait for something that Discord gets to know; every event of the server is a chance to look."""
    changed = asyncio.Event()

    def notice(_event: str, _payload: Mapping[str, Any]) -> None:
        changed.set()

    world.env.backend.subscribers.append(notice)
    try:
        async with asyncio.timeout(10):
            while not happened():
                changed.clear()
                await changed.wait()
    finally:
        world.env.backend.subscribers.remove(notice)


def prompt(world: World, index: int = -1) -> str:
    """Everything that the narrator read in a request."""
    return "\n".join(message["content"] for message in world.provider.requests[index]["messages"])
