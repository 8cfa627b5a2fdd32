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


needs_chromium = pytest.mark.skipif(
    not CHROMIUM.exists() and os.environ.get("CI") != "true", reason=f"{CHROMIUM} is not installed"
)
"""Skips the test where there is no Chromium; in CI it fails there."""


@asynccontextmanager
async def browser_page(url: str) -> AsyncIterator[Page]:
    """A window with the address in it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
        try:
            page = await browser.new_page(viewport={"width": 1100, "height": 850})
            page.set_default_timeout(PATIENCE)
            await page.goto(url)
            yield page
        finally:
            await browser.close()
