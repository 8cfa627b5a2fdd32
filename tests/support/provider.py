"""A scripted OpenAI-compatible provider on loopback: the narrator of every test.

    async with Provider() as provider:
        provider.say("The door opens.", "Nobody is there.")   # two turns
        provider.script(Refusal(401), Reply("The door", broken=True))
        ...
        provider.requests[0]["messages"]

Each request takes the next entry of the script; when it is empty the answer is
"The story goes on (n).", n being the number of requests so far. Requests for an answer in a JSON schema have
a script and a list of their own (``extract``, ``extractions``); without one they find nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from types import TracebackType
from typing import Any, Self

from aiohttp import web

KEY = "sk-test"


@dataclass(frozen=True, slots=True)
class Reply:
    """A streamed answer."""

    text: str = ""
    pieces: Sequence[str] | None = None
    """How the text is cut into chunks; by default into words."""
    finish_reason: str | None = "stop"
    prompt_tokens: int = 100
    cached_tokens: int | None = 64
    usage: bool = True
    """Whether the provider counts."""
    release: asyncio.Event | None = None
    """The stream hangs before ``release_at`` until this event is set."""
    release_at: int = 0
    """The number of pieces that come before the hang."""
    broken: bool = False
    """The connection is torn down after the last piece."""
    error: Mapping[str, object] | None = None
    """An error object in the stream, after the last piece."""
    raw: bytes = b""
    """Bytes sent as they are, after the last piece."""
    headers: Mapping[str, str] = field(default_factory=dict)

    def chunks(self) -> Sequence[str]:
        """The text as it is sent."""
        if self.pieces is not None:
            return self.pieces
        words = self.text.split(" ")
        return [word if place == 0 else f" {word}" for place, word in enumerate(words) if self.text]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error status with a body in OpenAI's shape."""

    status: int
    message: str = "No."
    code: str | None = None
    type: str | None = None
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=lambda: {"x-should-retry": "false"})

    def body(self) -> dict[str, object]:
        """The JSON that is sent."""
        return {"error": {"message": self.message, "code": self.code, "type": self.type, "param": self.param}}


class Provider:
    """The server. ``base_url`` ends with ``/v1``; every request's body is kept in ``requests``."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.extractions: list[dict[str, Any]] = []
        """The bodies of requests for an answer in a JSON schema."""
        self.headers: list[dict[str, str]] = []
        """The headers of each request, names in lower case."""
        self.arrivals: list[float] = []
        """When each request was there whole, in seconds of ``time.perf_counter``."""
        self.gone = asyncio.Event()
        """Set when a client has left before its answer was complete."""
        self.base_url = ""
        self._script: deque[Reply | Refusal] = deque()
        self._extracts: deque[Reply | Refusal] = deque()
        self._arrived = asyncio.Condition()
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._complete)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.base_url = f"http://{host}:{port}/v1"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    def script(self, *entries: Reply | Refusal) -> None:
        """What the next requests get."""
        self._script.extend(entries)

    def extract(self, *entries: Reply | Refusal) -> None:
        """What the next requests for an answer in a JSON schema get."""
        self._extracts.extend(entries)

    def say(self, *texts: str) -> None:
        """Plain answers for the next requests."""
        self.script(*(Reply(text) for text in texts))

    def hold(self, text: str = "At last.", *, at: int = 0) -> asyncio.Event:
        """The next answer hangs after ``at`` pieces until the event that is returned is set."""
        release = asyncio.Event()
        self.script(Reply(text, release=release, release_at=at))
        return release

    async def arrived(self, count: int) -> None:
        """Wait until so many requests have come."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: len(self.requests) >= count)

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        async with self._arrived:
            asked = await request.json()
            extracting = "response_format" in asked
            self.arrivals.append(perf_counter())
            (self.extractions if extracting else self.requests).append(asked)
            self._arrived.notify_all()
        number = len(self.requests)
        script = self._extracts if extracting else self._script
        nothing = '{"records": []}' if extracting else f"The story goes on ({number})."
        entry = script.popleft() if script else Reply(nothing)
        if isinstance(entry, Refusal):
            return web.json_response(entry.body(), status=entry.status, headers=dict(entry.headers))
        try:
            return await self._stream(request, entry, asked, number)
        except (ConnectionError, asyncio.CancelledError):
            self.gone.set()
            raise

    async def _stream(
        self, request: web.Request, reply: Reply, asked: dict[str, Any], number: int
    ) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", **reply.headers})
        await response.prepare(request)

        async def send(choices: list[object], usage: dict[str, object] | None = None) -> None:
            chunk = {
                "id": f"chatcmpl-{number}",
                "object": "chat.completion.chunk",
                "created": 1_700_000_000 + number,
                "model": asked["model"],
                "choices": choices,
            }
            await response.write(_event(chunk if usage is None else chunk | {"usage": usage}))

        def choice(delta: dict[str, str], finish_reason: str | None = None) -> list[object]:
            return [{"index": 0, "delta": delta, "finish_reason": finish_reason}]

        await send(choice({"role": "assistant", "content": ""}))
        pieces = reply.chunks()
        for place, piece in enumerate([*pieces, ""]):
            if reply.release is not None and place == reply.release_at:
                await reply.release.wait()
            if piece:
                await send(choice({"content": piece}))
        if reply.raw:
            await response.write(reply.raw)
        if reply.error is not None:
            await response.write(_event({"error": dict(reply.error)}))
        if reply.broken:
            assert request.transport is not None
            request.transport.abort()
            return response
        if reply.finish_reason is not None:
            await send(choice({}, reply.finish_reason))
            if reply.usage and asked.get("stream_options", {}).get("include_usage"):
                await send([], _usage(reply, len(pieces)))
            await response.write(b"data: [DONE]\n\n")
        await response.write_eof()
        return response


def _event(data: object) -> bytes:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def _usage(reply: Reply, reply_tokens: int) -> dict[str, object]:
    usage: dict[str, object] = {
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply_tokens,
        "total_tokens": reply.prompt_tokens + reply_tokens,
    }
    if reply.cached_tokens is not None:
        usage["prompt_tokens_details"] = {"cached_tokens": reply.cached_tokens}
    return usage
