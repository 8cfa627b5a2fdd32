"""Fixtures of the whole project; a conftest imports those that it offers."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.narrator import embedded_server
from tests.support.provider import Provider


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
