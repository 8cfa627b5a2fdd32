"""The sandbox's page as its script sees it: over HTTP, without a browser."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import ClientSession

PATIENCE = 20.0
"""Seconds after which something does not come any more."""


class Page:
    """One open page; every action is taken on the state that was read last."""

    def __init__(self, session: ClientSession, state: dict[str, Any]) -> None:
        self.state = state
        self._session = session
        self._sequence = itertools.count(1)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Page]:
        """Open the address that the sandbox prints."""
        address, capability = url.split("#")
        headers = {"X-Simcord-Capability": capability}
        async with ClientSession(address, headers=headers, raise_for_status=True) as session:
            async with session.post("/api/pages", json={}) as response:
                state = await response.json()
            session.headers["X-Simcord-Context"] = state["context"]["id"]
            yield cls(session, state)

    async def read(self) -> dict[str, Any]:
        """The state of now."""
        async with self._session.get("/api/state") as response:
            self.state = await response.json()
        return self.state

    async def commands(self) -> dict[str, Any]:
        """The slash commands as the page lists them, by their path."""
        async with self._session.get("/api/commands") as response:
            return {" ".join(entry["path"]): entry for entry in (await response.json())["entries"]}

    async def shows(self, text: str, *, complete: bool = False) -> dict[str, Any]:
        """Wait until a message contains the text; that message. ``complete``: with its buttons."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in (await self.read())["messages"].values():
                    if text in message["content"] and (message["components"] or not complete):
                        return dict(message)

    async def act(self, kind: str, **details: object) -> dict[str, Any]:
        """What the page's script sends for an action; the receipt."""
        number = next(self._sequence)
        body = {
            "protocol_version": 3,
            "sequence": number,
            "request_id": f"request-{number}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
            **details,
        }
        async with self._session.post("/api/action", json=body) as response:
            return dict(await response.json())

    async def say(self, content: str) -> dict[str, Any]:
        """Send a message."""
        return await self.act("send_message", content=content, target_id=self.state["targetId"])

    async def press(self, message: dict[str, Any], label: str) -> dict[str, Any]:
        """Press a button under the message."""
        for row, line in enumerate(message["components"]):
            for column, button in enumerate(line["components"]):
                if button.get("label") == label:
                    place = button["id"] if button.get("id") else f"{row}.components.{column}"
                    key = f"message:{message['id']}:component:{place}"
                    return await self.act("click", control_key=key, target_id=message["id"])
        raise AssertionError(f"no button {label}")
