"""Fixtures of the whole project."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.narrator import embedded_server
from bot.settings import Settings
from tests.support.provider import Provider
from tests.support.world import World, settings_for


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Commands set up logging for a whole process; here it is put back after each test."""
    loggers = [logging.root, *(logging.getLogger(name) for name in logging.root.manager.loggerDict)]
    levels = [logger.level for logger in loggers]
    handlers = list(logging.root.handlers)
    yield
    logging.root.handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest_asyncio.fixture
async def provider() -> AsyncIterator[Provider]:
    """A scripted narrator."""
    async with Provider() as provider:
        yield provider


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def embedded_url() -> AsyncIterator[str]:
    """The base URL of the embedded model, which is loaded once for all tests."""
    async with embedded_server() as url:
        yield url


@pytest.fixture
def settings(tmp_path: Path, provider: Provider) -> Settings:
    """Settings for one test."""
    return settings_for(tmp_path, provider)


@pytest_asyncio.fixture
async def world(settings: Settings, provider: Provider) -> AsyncIterator[World]:
    """A made-up server with the bot in it."""
    async with World.open(settings, provider) as world:
        yield world
