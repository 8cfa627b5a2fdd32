"""Steps that the tests of the library take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import insert

from bot.bank import open_embedder
from bot.bank.library import Library
from bot.canon import Recalled
from bot.context import assemble
from bot.settings import EmbedderKind, Settings
from bot.store import Store
from bot.store.engine import open_database
from bot.store.memories import bank_changed
from bot.store.schema import memories
from bot.story import Action, ActionType, Adventure, ContextSettings, Memory
from bot.story.memories import MemorySource, MemoryStatus
from tests.support.embeddings import Endpoint

SETTINGS = ContextSettings()


def library_with(store: Store, endpoint: Endpoint, *, model: str = "small", patience: float = 5.0) -> Library:
    """A library whose embedder is the endpoint's."""
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        embedder=EmbedderKind.PROVIDER,
        embedder_model=model,
        openai_api_key=None,
        openai_base_url=endpoint.base_url,
    )
    return Library(store, open_embedder(settings), patience)


async def add(store: Store, adventure_id: int, *texts: str) -> list[int]:
    """Memories that a player adds; their ids."""
    add_one = partial(store.memories.add, adventure_id, player_id=7, player_name="Ash", capacity=10_000)
    return [(await add_one(text)).id for text in texts]


async def cover(url: str, adventure_id: int, action_id: int, first: int, last: int) -> int:
    """A stretch whose memory is not written yet; its id."""
    stretch = {"action_id": action_id, "first": first, "last": last, "status": MemoryStatus.WAITING}
    (memory_id,) = await insert_rows(url, adventure_id, [stretch])
    return memory_id


async def insert_rows(url: str, adventure_id: int, rows: Iterable[dict[str, object]]) -> list[int]:
    """Memories that the bot has written, in one go; their ids."""
    now = datetime.now(UTC)
    usual = {
        "adventure_id": adventure_id,
        "action_id": 1,
        "first": None,
        "last": None,
        "text": "",
        "source": MemorySource.MODEL,
        "status": MemoryStatus.STORED,
        "pinned": False,
        "uses": 0,
        "player_id": 0,
        "player_name": "",
        "created_at": now,
        "stored_at": now,
        "on_path": True,
    }
    async with open_database(url) as database, database.writing() as connection:
        added = await connection.execute(
            insert(memories).returning(memories.c.id), [usual | row for row in rows]
        )
        await bank_changed(connection, adventure_id)
        return list(added.scalars())


async def recall(
    library: Library, store: Store, adventure_id: int, text: str = "", recalled: Recalled | None = None
) -> Adventure:
    """The snapshot that a turn with that action is assembled from."""
    adventure = await store.adventures.get(adventure_id)
    snapshot = await store.story.snapshot(adventure_id, SETTINGS)
    if text:
        snapshot = replace(snapshot, actions=(*snapshot.actions, Action(ActionType.DO, text)))
    return await library.recall(adventure, snapshot, recalled or Recalled())


def relevance(found: Adventure) -> dict[str, float]:
    """By text."""
    assert found.relevance is not None
    return {memory.text: value for memory, value in zip(found.memories, found.relevance, strict=True)}


def prompt(found: Adventure) -> str:
    """What the narrator reads."""
    return "\n".join(message.content for message in assemble(found).messages)


def statuses(found: Adventure) -> dict[str, str]:
    """What the report says of each memory, by its id."""
    return {item.id: item.status.value for item in assemble(found).report.memories.items}


def texts_of(found: Iterable[Memory]) -> list[str]:
    """Their texts."""
    return [memory.text for memory in found]
