"""The sandbox as a player meets it: the command, its page in a real browser, and a scripted narrator."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Locator, Page, expect

from bot.app import open_game
from bot.sandbox import open_sandbox
from bot.settings import Settings
from tests.support.browser import ARTIFACTS, PATIENCE, browser_page, needs_chromium
from tests.support.command import environment, sandbox_address, started
from tests.support.provider import Provider

expect.set_options(timeout=PATIENCE)
pytestmark = needs_chromium

FIRST = "The door gives way with a sigh, as if it had been holding its breath."
SECOND = "The door does not move; but something on the other side of it does."


def messages(page: Page) -> Locator:
    return page.locator("#channel-message-list")


async def enter(page: Page, text: str) -> None:
    """Type into the composer and press Enter, as soon as the page takes actions."""
    composer = page.locator("#channel-composer-input")
    await composer.fill(text)
    await expect(page.locator("#send-message")).to_be_enabled()
    await composer.press("Enter")


async def test_playing_in_the_page(provider: Provider, tmp_path: Path) -> None:
    provider.say(FIRST, SECOND)
    async with (
        started(tmp_path, "sandbox", "--no-open", "--port", "0", env=environment(provider)) as process,
        browser_page(await sandbox_address(process)) as page,
    ):
        await expect(messages(page)).to_contain_text("The rain stops when you reach the ruined tower")
        await enter(page, "open the door")
        await expect(messages(page)).to_contain_text(FIRST)

        retry = messages(page).get_by_role("button", name="Retry", disabled=False)
        await expect(retry).to_have_count(1)
        await retry.click()
        await expect(messages(page)).to_contain_text(SECOND)
        await page.screenshot(path=ARTIFACTS / "sandbox-turn.png")

        await enter(page, "/context")
        command = page.locator("#channel-composer")
        await expect(command).to_contain_text("Show what the narrator saw")
        await page.locator("#send-message").click()
        picture = messages(page).locator("img").last
        await expect(picture).to_be_visible()
        await expect(picture).not_to_have_js_property("naturalWidth", 0)
        await page.screenshot(path=ARTIFACTS / "sandbox-context.png")

        for viewer in ("Juno", "Rowan"):
            await page.locator("#viewer-picker").select_option(label=viewer)
            await expect(messages(page).locator("img")).to_have_count(0)  # only Ash may see that
            await expect(messages(page)).to_contain_text(SECOND)
        await enter(page, "wait")
        await expect(messages(page)).to_contain_text("The story goes on (3).")
        assert "> Rowan waits." in provider.requests[-1]["messages"][-1]["content"]
        await page.screenshot(path=ARTIFACTS / "sandbox-manager.png")


async def test_arabic_runs_from_the_right(provider: Provider, settings: Settings) -> None:
    provider.say("ينفتح الباب بتنهيدة، وتفوح رائحة شمع قديم.")
    async with (
        open_game(settings) as game,
        open_sandbox(settings, game, language="ar") as sandbox,
        browser_page(sandbox.url) as page,
    ):
        await enter(page, "أفتح الباب")
        answer = messages(page).get_by_text("رائحة شمع قديم")
        await expect(answer).to_be_visible()
        # The text is narrower than its paragraph, and stands at its right side.
        left, right = await answer.evaluate(
            """paragraph => {
                const text = document.createRange();
                text.selectNodeContents(paragraph);
                const [inner, outer] = [text.getBoundingClientRect(), paragraph.getBoundingClientRect()];
                return [inner.left - outer.left, outer.right - inner.right];
            }"""
        )
        assert left > right + 50
        await page.screenshot(path=ARTIFACTS / "sandbox-ar.png")
