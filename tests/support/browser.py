"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright

CHROMIUM = Path("/usr/bin/chromium")
ARTIFACTS = Path(__file__).parent.parent / "artifacts"
PATIENCE = 20_000
"""Milliseconds after which something does not come any more."""
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@asynccontextmanager
async def browser_page(url: str, *, width: int = 1100, height: int = 850) -> AsyncIterator[Page]:
    """A window with the address in it. Skips the test where there is no Chromium, except in CI."""
    if not CHROMIUM.exists():
        reason = f"{CHROMIUM} is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
        try:
            page = await browser.new_page(viewport={"width": width, "height": height})
            page.set_default_timeout(PATIENCE)
            await page.goto(url)
            yield page
        finally:
            await browser.close()
