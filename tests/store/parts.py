"""Steps that many tests of the store take."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from bot.store.database import Store
from bot.store.records import AdventureRecord, TurnKind, TurnRecord
from bot.story import Action, ActionType, Plot, StoryCard

_events = count(1)


async def new_adventure(
    store: Store,
    *,
    guild_id: int = 1,
    channel_id: int = 2,
    title: str = "The Lantern",
    cards: Sequence[StoryCard] = (),
) -> AdventureRecord:
    return await store.adventures.create(
        guild_id=guild_id,
        channel_id=channel_id,
        owner_id=3,
        scenario="lantern",
        title=title,
        language="en",
        mode=ActionType.DO,
        plot=Plot(instructions="Be brief.", authors_note="Dark."),
        cards=cards,
        opening="You wake.",
    )


async def accept(
    store: Store,
    adventure_id: int,
    text: str = "",
    *,
    kind: TurnKind = TurnKind.DO,
    author_id: int = 7,
    author_name: str = "Ash",
    resumes: int | None = None,
) -> TurnRecord:
    return await store.turns.accept(
        event_id=f"event-{next(_events)}",
        adventure_id=adventure_id,
        kind=kind,
        text=text,
        author_id=author_id,
        author_name=author_name,
        resumes=resumes,
    )


async def begin(
    store: Store,
    adventure_id: int,
    text: str = "",
    *,
    kind: TurnKind = TurnKind.DO,
    resumes: int | None = None,
) -> TurnRecord:
    """Accept and begin; with a text the player's action goes into the story."""
    turn = await accept(store, adventure_id, text, kind=kind, resumes=resumes)
    action = Action(ActionType.DO, f"> {text}", "Ash") if text else None
    return await store.turns.begin(turn.id, action)


async def answer(store: Store, turn_id: int, text: str) -> Action:
    return await store.turns.commit(
        turn_id,
        text=text,
        report=b"{}",
        prompt_tokens=100,
        reply_tokens=20,
        cached_tokens=None,
        model="model",
    )


async def play(store: Store, adventure_id: int, text: str, told: str) -> Action:
    """One whole turn."""
    return await answer(store, (await begin(store, adventure_id, text)).id, told)


async def tell_anew(store: Store, adventure_id: int, told: str) -> Action:
    return await answer(store, (await begin(store, adventure_id, kind=TurnKind.RETRY)).id, told)


async def texts(store: Store, adventure_id: int) -> list[str]:
    return [action.text for action in await store.story.path(adventure_id)]
