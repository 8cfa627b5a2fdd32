"""Discord's REST interface and gateway on loopback: real connections in front of simcord's made-up server.

    async with Discord() as discord:          # discord.py is pointed at it meanwhile
        discord.closes_with = 4014            # or: refuse = 401
        ...

For what simcord leaves out: logging in, connecting, and letting go.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch

from aiohttp import web
from discord.http import Route
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.http import router

TOKEN = "a.discord.token"
_HELLO, _IDENTIFY, _DISPATCH = 10, 2, 0


class Discord:
    """The server. Give it a guild by ``backend``; what happens there goes to whoever is connected."""

    def __init__(self) -> None:
        self.backend = Backend()
        self.refuse: int | None = None
        """The status that every request gets."""
        self.closes_with: int | None = None
        """The code with which the gateway closes right after it was told who connects."""
        self.connected = asyncio.Event()
        self.base = ""
        self._socket: web.WebSocketResponse | None = None
        self._sent = 0
        app = web.Application()
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        self._patch = patch.object(Route, "BASE", "")

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self._address = f"{host}:{port}"
        self.base = f"http://{self._address}/api/v10"
        self._patch = patch.object(Route, "BASE", self.base)
        self._patch.start()
        self.backend.subscribers.append(self._happened)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._patch.stop()
        await self._runner.cleanup()

    def contents(self, channel_id: int) -> list[str]:
        """The messages of a channel, oldest first."""
        return [message.content for _, message in sorted(self.backend.messages[channel_id].items())]

    async def _rest(self, request: web.Request) -> web.Response:
        if self.refuse is not None:
            return _json({"code": 0, "message": "No."}, status=self.refuse)
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            return _json({"code": 0, "message": "401: Unauthorized"}, status=401)
        path = "/" + request.match_info["path"]
        if path == "/users/@me":
            return _json(serializers.user_payload(self.backend.bot_user))
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
            url = f"ws://{self._address}/gateway/"
            return _json({"url": url, "shards": 1, "session_start_limit": limit})
        body = await request.json() if request.can_read_body else None
        try:
            answer = router.dispatch(
                self.backend, request.method, path, json=body, params=dict(request.query)
            )
        except BackendError as error:
            return _json(error.to_json(), status=error.status)
        return web.Response(status=204) if answer is None else _json(answer)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": 45_000}})
        async for message in socket:
            if json.loads(message.data)["op"] == _IDENTIFY:
                if self.closes_with is not None:
                    await socket.close(code=self.closes_with)
                    break
                self._socket = socket
                await self._greet()
        return socket

    async def _greet(self) -> None:
        backend = self.backend
        await self._dispatch(
            "READY",
            {
                "v": 10,
                "user": serializers.user_payload(backend.bot_user),
                "guilds": [{"id": str(guild), "unavailable": True} for guild in backend.guilds],
                "session_id": "session",
                "resume_gateway_url": f"ws://{self._address}/gateway/",
                "shard": [0, 1],
                "application": {"id": str(backend.application_id), "flags": 0},
            },
        )
        for guild in backend.guilds.values():
            await self._dispatch("GUILD_CREATE", serializers.guild_create_payload(backend, guild))
        self.connected.set()

    def _happened(self, event: str, payload: Mapping[str, Any]) -> None:
        if self._socket is not None and not self._socket.closed:
            self._last = asyncio.get_running_loop().create_task(self._dispatch(event, payload))

    async def _dispatch(self, event: str, payload: Mapping[str, Any]) -> None:
        self._sent += 1
        if self._socket is not None and not self._socket.closed:
            await self._socket.send_json({"op": _DISPATCH, "t": event, "s": self._sent, "d": payload})


def _json(data: object, status: int = 200) -> web.Response:
    # discord.py reads JSON only where the type says nothing else.
    return web.Response(body=json.dumps(data).encode(), status=status, content_type="application/json")
