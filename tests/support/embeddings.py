"""A scripted provider of embeddings on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web


class Endpoint:
    """A provider's embeddings on loopback: a text's vector is its length and one more number."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.base_url = ""
        self.status = 200
        self.answer: dict[str, Any] | None = None
        self.open = asyncio.Event()
        """Cleared, it hangs."""
        self.open.set()

    @property
    def asked(self) -> list[str]:
        """All texts so far."""
        return [text for request in self.requests for text in request["input"]]

    async def handle(self, request: web.Request) -> web.Response:
        """One request."""
        body = await request.json()
        self.requests.append(body)
        await self.open.wait()
        if self.status != 200:
            return web.json_response({"error": {"message": "No, sk-secret."}}, status=self.status)
        rows = [
            {"object": "embedding", "index": place, "embedding": [len(text), 1.0]}
            for place, text in enumerate(body["input"])
        ]
        answer = self.answer or {
            "object": "list",
            "model": body["model"],
            "data": rows[::-1],
            "usage": {"prompt_tokens": 1, "total_tokens": 1},
        }
        return web.json_response(answer)

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[Endpoint]:
        """Answer while the block lasts."""
        app = web.Application()
        app.router.add_post("/v1/embeddings", self.handle)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        self.base_url = f"http://{host}:{port}/v1"
        yield self
        await runner.cleanup()
