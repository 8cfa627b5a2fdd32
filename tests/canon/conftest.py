from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import open_store
from tests.canon.parts import Desk


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with open_store(f"sqlite+aiosqlite:///{tmp_path / 'canon.db'}") as store:
        yield Desk(store)
