from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Store, open_store
from bot.store.records import AdventureRecord

from .parts import new_adventure


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'story.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with open_store(url) as opened:
        yield opened


@pytest.fixture
async def adventure(store: Store) -> AdventureRecord:
    return await new_adventure(store)
