"""A process that dies: ``crash.py URL STEP`` takes a turn up to the step and is killed there."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from bot.store.database import open_store
from bot.store.records import TurnKind
from bot.story import Action, ActionType, Plot


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def main(url: str, step: str) -> None:
    async with open_store(url) as store:
        adventure = await store.adventures.create(
            guild_id=1,
            channel_id=2,
            owner_id=3,
            scenario="lantern",
            title="The Lantern",
            language="en",
            mode=ActionType.DO,
            plot=Plot(),
            cards=(),
            opening="You wake.",
        )
        if step == "raise":
            raise LookupError(step)
        turn = await store.turns.accept(
            event_id="event",
            adventure_id=adventure.id,
            kind=TurnKind.DO,
            text="look",
            author_id=7,
            author_name="Ash",
        )
        if step == "accepted":
            die()
        await store.turns.begin(turn.id, Action(ActionType.DO, "> look"))
        if step == "begun":
            die()
        await store.turns.commit(
            turn.id,
            text="Dark.",
            report=b"",
            prompt_tokens=None,
            reply_tokens=None,
            cached_tokens=None,
            model="model",
        )
        die()


asyncio.run(main(*sys.argv[1:]))
