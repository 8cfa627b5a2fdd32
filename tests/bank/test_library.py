"""Memories on their way into a turn: a real store, an embedder on this machine or on loopback."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.bank import Embedder, open_embedder
from bot.bank.library import Library
from bot.canon import Recalled
from bot.canon.recall import NOT_NOW
from bot.settings import Settings
from bot.store import Store, open_store
from bot.store.records import JobKind, JobRecord
from bot.story import ActionType, Memory, Plot
from bot.story.memories import MEMORY_LIMIT, MemorySource
from tests.bank.shelves import (
    add,
    cover,
    insert_rows,
    library_with,
    prompt,
    recall,
    relevance,
    statuses,
    texts_of,
)
from tests.store.parts import new_adventure, play, tell_anew
from tests.support.embeddings import Endpoint

LINES = (Path(__file__).with_name("calibration.jsonl")).read_text(encoding="utf-8").splitlines()[:3]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'story.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with open_store(url) as opened:
        yield opened


@pytest.fixture
async def adventure_id(store: Store) -> int:
    return (await new_adventure(store)).id


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    async with Endpoint().serve() as endpoint:
        yield endpoint


@pytest.fixture
async def library(store: Store) -> AsyncIterator[Library]:
    """By words alone."""
    library = Library(store)
    yield library
    await library.close()


@pytest.fixture(scope="module")
def embedded() -> Embedder:
    embedder = open_embedder(Settings(_env_file=None))  # type: ignore[call-arg]
    assert embedder is not None
    return embedder


@pytest.mark.parametrize("meaning", [False, True])
@pytest.mark.parametrize("line", LINES, ids=["en", "ru", "ar"])
async def test_what_belongs_to_the_action_comes_in(
    store: Store, embedded: Embedder, line: str, meaning: bool
) -> None:
    told: dict[str, Any] = json.loads(line)
    adventure = await store.adventures.create(
        guild_id=1,
        channel_id=2,
        owner_id=3,
        scenario="",
        title="",
        language=told["language"],
        mode=ActionType.DO,
        plot=Plot(),
        cards=(),
        opening="…",
    )
    ids = await add(store, adventure.id, *told["memories"].values())
    numbers = dict(zip(told["memories"], ids, strict=True))
    library = Library(store, embedded if meaning else None)
    await recall(library, store, adventure.id)
    await library.idle()
    if meaning:
        stored = await store.memories.vectors(adventure.id, embedded.name)
        assert set(stored) == set(ids)
    for query in told["queries"]:
        found = await recall(library, store, adventure.id, query["text"])
        included = {key for key, status in statuses(found).items() if status == "full"}
        related = {str(numbers[name]) for name in query["related"]}
        loosely = {str(numbers[name]) for name in query.get("loosely", ())}
        assert related <= included <= related | loosely


async def test_a_restart_reads_everything_from_the_store(
    store: Store, endpoint: Endpoint, adventure_id: int
) -> None:
    await add(store, adventure_id, "A bell rang.", "It rained.")
    first = library_with(store, endpoint)
    await recall(first, store, adventure_id)
    await first.idle()
    before = relevance(await recall(first, store, adventure_id, "ring the bell"))
    await first.close()
    assert {"A bell rang.", "It rained."} <= set(endpoint.asked)
    endpoint.requests.clear()
    second = library_with(store, endpoint)
    second.open([await store.adventures.get(adventure_id)])
    await second.idle()
    assert relevance(await recall(second, store, adventure_id, "ring the bell")) == before
    await second.close()
    assert not {"A bell rang.", "It rained."} & set(endpoint.asked)


async def test_vectors_are_made_again_when_they_are_of_no_use(
    store: Store, endpoint: Endpoint, adventure_id: int
) -> None:
    broken, short, foreign, good, edited = await add(store, adventure_id, *"abcde")
    unit = np.array([0.6, 0.8], dtype="<f4").tobytes()
    await store.memories.set_vectors(
        "small",
        {
            broken: ("a", np.array([np.nan, 1], dtype="<f4").tobytes()),
            short: ("b", unit[:4]),
            good: ("d", unit),
            edited: ("e", unit),
        },
    )
    await store.memories.set_vectors("other", {foreign: ("c", unit)})
    library = library_with(store, endpoint)
    await recall(library, store, adventure_id)
    await library.idle()
    assert set("abc") <= set(endpoint.asked)
    assert not set("de") & set(endpoint.asked)
    await store.memories.edit(adventure_id, edited, "f", before="e", player_id=8, player_name="Juno")
    library.catch_up(await store.adventures.get(adventure_id))
    await library.idle()
    await library.close()
    assert endpoint.asked.count("f") == 1
    stored = await store.memories.vectors(adventure_id, "small")
    assert set(stored) == {broken, short, foreign, good, edited}
    assert stored[good] == unit != stored[edited]
    assert np.linalg.norm(np.frombuffer(stored[broken], dtype="<f4")) == pytest.approx(1)


async def test_an_embedder_that_fails_leaves_the_words(
    store: Store, endpoint: Endpoint, adventure_id: int, caplog: pytest.LogCaptureFixture
) -> None:
    await add(store, adventure_id, "Mira hid the key under the anvil.", "It rained.")
    endpoint.status = 500
    library = library_with(store, endpoint)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            found = await recall(library, store, adventure_id, "Mira looks for the key under the anvil")
            await library.idle()
    assert "Mira hid the key under the anvil." in prompt(found)
    assert "It rained." not in prompt(found)
    assert len([line for line in caplog.messages if "words alone" in line]) == 1
    endpoint.status = 200
    await recall(library, store, adventure_id)
    await library.idle()
    await library.close()
    assert len(await store.memories.vectors(adventure_id, "small")) == 2


async def test_nobody_waits_long_for_an_embedder_that_hangs(
    store: Store, endpoint: Endpoint, adventure_id: int, caplog: pytest.LogCaptureFixture
) -> None:
    await add(store, adventure_id, "Mira hid the key under the anvil.")
    library = library_with(store, endpoint, patience=0.2)
    await recall(library, store, adventure_id)
    await library.idle()
    endpoint.open.clear()
    with caplog.at_level(logging.WARNING):
        for text in ("take the key", "go north"):
            await recall(library, store, adventure_id, text)
    assert len(caplog.messages) == 1
    # While one query hangs no other is asked.
    assert "go north" not in endpoint.asked
    endpoint.open.set()
    await library.close()


async def test_undo_redo_and_another_branch(store: Store, library: Library, adventure_id: int) -> None:
    await play(store, adventure_id, "wait", "Rain.")
    (first,) = await add(store, adventure_id, "The first.")
    await play(store, adventure_id, "go", "Snow.")
    await add(store, adventure_id, "The second.")

    async def kept() -> list[str]:
        return texts_of((await recall(library, store, adventure_id, "look")).memories)

    assert await kept() == ["The first.", "The second."]
    await store.story.undo(adventure_id)
    assert await kept() == ["The first."]
    await store.story.redo(adventure_id)
    assert await kept() == ["The first.", "The second."]
    await tell_anew(store, adventure_id, "Hail.")
    assert await kept() == ["The first.", "The second."]  # added at the answer that is told anew
    await store.story.undo(adventure_id)
    await play(store, adventure_id, "run", "Sun.")
    assert await kept() == ["The first."]
    await store.memories.forget(adventure_id, first)
    assert await kept() == []
    await store.memories.bring_back(adventure_id, first, 10)
    assert await kept() == ["The first."]


async def test_a_gap_is_told_by_the_story_itself(
    store: Store, library: Library, url: str, adventure_id: int
) -> None:
    for number in range(7):
        told = "Mira hides the amulet in the well." if number == 1 else f"Rain {number}."
        await play(store, adventure_id, f"step {number}", told)
    path = await store.story.path(adventure_id)
    waiting = await cover(url, adventure_id, path[6].id, 1, 6)
    found = await recall(library, store, adventure_id, "take the amulet out of the well")
    (memory,) = found.memories
    assert memory == Memory(
        f"story:{waiting}", "\n".join(action.text for action in path[1:7]), (1, 6), raw=True
    )
    assert relevance(found)[memory.text] >= 0.2
    await store.memories.pin(adventure_id, waiting, pinned=True)
    (pinned,) = (await recall(library, store, adventure_id, "go on")).memories
    assert pinned == replace(memory, pinned=True)
    # The retry of an early answer is told before those actions.
    early = await recall(library, store, adventure_id)
    assert statuses(early) == {memory.id: "already_in_history"}
    await store.memories.edit(
        adventure_id, waiting, "The amulet is in the well.", before="", player_id=7, player_name="Ash"
    )
    (written,) = (await recall(library, store, adventure_id, "take the amulet")).memories
    assert written == Memory(str(waiting), "The amulet is in the well.", (1, 6), pinned=True, author="Ash")


async def test_a_text_that_is_written_does_not_keep_the_vector_of_the_raw_story(
    store: Store, endpoint: Endpoint, url: str, adventure_id: int
) -> None:
    await play(store, adventure_id, "dig", "A chest.")
    (*_, last) = await store.story.path(adventure_id)
    waiting = await cover(url, adventure_id, last.id, 1, 2)
    library = library_with(store, endpoint)
    await recall(library, store, adventure_id)
    await library.idle()
    raw = (await store.memories.vectors(adventure_id, "small"))[waiting]
    job = JobRecord(1, adventure_id, JobKind.MEMORY, last.id, 0)
    await store.jobs.remembered(
        job, "Ash has found a chest.", MemorySource.MODEL, capacity=10, tokens=0, now=datetime.now(UTC)
    )
    assert await store.memories.vectors(adventure_id, "small") == {}
    await recall(library, store, adventure_id)
    await library.idle()
    await library.close()
    assert (await store.memories.vectors(adventure_id, "small"))[waiting] != raw


async def test_only_what_has_changed_is_read_again(
    store: Store, endpoint: Endpoint, url: str, adventure_id: int
) -> None:
    ids = await insert_rows(
        url, adventure_id, [{"text": f"Memory number {number}."} for number in range(400)]
    )
    library = library_with(store, endpoint)
    first = await recall(library, store, adventure_id, "look around")
    await library.idle()
    assert len(first.memories) == 400
    again = await recall(library, store, adventure_id, "go on")
    # The same object: assembly keeps what it knows of it.
    assert again.memories is first.memories
    endpoint.requests.clear()
    await store.memories.pin(adventure_id, ids[5], pinned=True)
    await store.memories.edit(
        adventure_id, ids[6], "A bell rang.", before="Memory number 6.", player_id=7, player_name="Ash"
    )
    await store.memories.delete(adventure_id, ids[7])
    await add(store, adventure_id, "x" * MEMORY_LIMIT)
    changes = await store.memories.changes(adventure_id, 1, ids[-1])
    assert changes.gone == [ids[7]]
    assert {ids[5], ids[6], ids[-1] + 1} <= {memory.id for memory in changes.memories}
    changed = await recall(library, store, adventure_id, "go on")
    await library.idle()
    await library.close()
    assert len(changed.memories) == 400
    assert changed.memories[0] is first.memories[0]
    assert [found.id for found in changed.memories if found.pinned] == [str(ids[5])]
    assert relevance(changed)["Memory number 5."] == 1
    assert sorted(text for text in endpoint.asked if text != "go on") == ["A bell rang.", "x" * MEMORY_LIMIT]


async def test_facts_come_first_and_the_action_decides_among_equals(
    store: Store, library: Library, adventure_id: int
) -> None:
    facts = (
        Memory("canon:1", "Mira's cloak is red.", relevance=1.0),
        Memory("canon:2", "Mira's sword is of glass.", relevance=1.0),
        Memory("canon:3", "Orm's sword is of wood.", relevance=0.9),
        Memory("canon:4", "Tomas is afraid of swords.", relevance=NOT_NOW),
    )
    found = await recall(library, store, adventure_id, "Mira draws her glass sword", Recalled(facts))
    worth = relevance(found)
    cloak, sword, older, away = (worth[fact.text] for fact in facts)
    assert sword > cloak > older >= 0.7 > away == NOT_NOW
    await add(store, adventure_id, "Mira's sword is of glass.")
    found = await recall(library, store, adventure_id, "Mira draws her glass sword", Recalled(facts))
    assert [memory.id for memory in found.memories][:4] == ["canon:1", "canon:2", "canon:3", "canon:4"]
    fewer = await recall(library, store, adventure_id, "Mira draws her glass sword", Recalled(facts[:1]))
    assert len(fewer.memories) == 2


async def test_another_language_is_another_analysis(
    store: Store, library: Library, adventure_id: int
) -> None:
    await add(store, adventure_id, "Мира спрятала ключи.")
    await recall(library, store, adventure_id, "Мира")
    await store.adventures.set_language(adventure_id, "ru")
    found = await recall(library, store, adventure_id, "где ключ Миры?")
    assert statuses(found) == {"1": "full"}
