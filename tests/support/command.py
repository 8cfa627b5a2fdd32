"""The command line: inside the test, as a process of its own, or in a terminal."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from bot.__main__ import main
from tests.support.provider import KEY, Provider

PATIENCE = 60.0
"""Seconds that a process may take; then it hangs."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that has ended."""

    code: int
    out: str
    err: str


def environment(provider: Provider | None = None, **extra: str) -> dict[str, str]:
    """Nothing of ours but the narrator: the scripted provider, or none that answers."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", ""),
        "OPENAI_BASE_URL": provider.base_url if provider else "http://127.0.0.1:9/v1",
        "OPENAI_API_KEY": KEY,
        "OPENAI_MODEL": "gpt-4o-mini",
        **extra,
    }


@asynccontextmanager
async def started(folder: Path, *arguments: str, env: dict[str, str]) -> AsyncIterator[Process]:
    """A command that runs in the folder, with pipes; whatever is left of it is killed at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=folder,
        env=env,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        preexec_fn=_hear_interrupts,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def ran(folder: Path, *arguments: str, env: dict[str, str], lines: bytes | str = b"") -> Ran:
    """Run a command to its end, in this process: starting one takes a second."""
    async with asyncio.timeout(PATIENCE):
        return await asyncio.to_thread(
            _run, folder, arguments, env, lines if isinstance(lines, bytes) else lines.encode()
        )


def _run(folder: Path, arguments: tuple[str, ...], env: dict[str, str], lines: bytes) -> Ran:
    out, err = _Output(), _Output()
    with (
        chdir(folder),
        patch.dict(os.environ, env, clear=True),
        patch("sys.stdin", io.TextIOWrapper(io.BytesIO(lines))),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = main(arguments)
        except SystemExit as stop:  # argparse's
            code = int(stop.code or 0)
    return Ran(code, out.text(), err.text())


class _Output(io.TextIOWrapper):
    """Keeps what is written."""

    def __init__(self) -> None:
        self._bytes = io.BytesIO()
        super().__init__(self._bytes, write_through=True)

    def text(self) -> str:
        return self._bytes.getvalue().decode()


async def sandbox_address(process: Process) -> str:
    """What the sandbox prints for the player to open."""
    assert process.stdout is not None
    async for line in process.stdout:
        if line.startswith(b"http://"):
            return line.decode().strip()
    assert process.stderr is not None
    raise AssertionError((await process.stderr.read()).decode())


class Terminal:
    """A command in a terminal: type, and wait for what it prints."""

    def __init__(self, process: Process, descriptor: int) -> None:
        self.process = process
        self.seen = ""
        """Everything on the screen so far; what was typed is echoed there."""
        self._descriptor = descriptor
        self._place = 0
        self._changed = asyncio.Event()
        self._raw = b""
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, *arguments: str, env: dict[str, str]) -> AsyncIterator[Terminal]:
        """Start the command in a pseudo-terminal of its own."""
        ours, theirs = os.openpty()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            *arguments,
            cwd=folder,
            env=env | {"TERM": "dumb"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(theirs)
        terminal = cls(process, ours)
        try:
            yield terminal
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
            asyncio.get_running_loop().remove_reader(ours)
            os.close(ours)

    def type(self, text: str) -> None:
        """Press keys; a line ends with ``\\n``, Ctrl+C is ``\\x03``, Ctrl+D ``\\x04``."""
        os.write(self._descriptor, text.encode())

    async def expect(self, text: str) -> str:
        """Wait until the text is printed after what was expected last; what came in between."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.seen[self._place :]:
                self._changed.clear()
                await self._changed.wait()
        start = self._place
        self._place = self.seen.index(text, start) + len(text)
        return self.seen[start : self._place]

    async def ended(self) -> int:
        """Wait for the end of the process; its exit code."""
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    def _read(self) -> None:
        try:
            piece = os.read(self._descriptor, 65536)
        except OSError:  # the process has closed its side
            piece = b""
        if not piece:
            asyncio.get_running_loop().remove_reader(self._descriptor)
        self._raw += piece
        self.seen = self._raw.decode(errors="ignore").replace("\r\n", "\n")
        self._changed.set()


def _hear_interrupts() -> None:
    """A shell that runs the tests in the background lets them, and so their children, ignore Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _take_terminal() -> None:
    """Make the pseudo-terminal the session's own, so that Ctrl+C arrives as a signal."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    _hear_interrupts()
