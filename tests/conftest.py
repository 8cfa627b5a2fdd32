"""Fixtures for every test that plays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings import Settings
from tests.support.provider import Provider
from tests.support.world import World, settings_for


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    """The scripted narrator."""
    async with Provider() as provider:
        yield provider


@pytest.fixture
def settings(tmp_path: Path, provider: Provider) -> Settings:
    """Settings for one test."""
    return settings_for(tmp_path, provider)


@pytest.fixture
async def world(settings: Settings, provider: Provider) -> AsyncIterator[World]:
    """The server with the bot in it."""
    async with World.open(settings, provider) as world:
        yield world
