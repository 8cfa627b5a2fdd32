"""The command line as a whole: what it refuses, how it ends."""

from __future__ import annotations

import signal
import socket
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.support.command import environment, ran, sandbox_address, started
from tests.support.page import Page
from tests.support.provider import Provider, Refusal

COMMANDS = ("sandbox", "play", "run", "context", "doctor")


def test_the_console_script_is_this_command_line() -> None:
    (script,) = entry_points(group="console_scripts", name="questsmith")
    assert script.load() is main


async def test_without_a_command_it_shows_what_there_is(tmp_path: Path) -> None:
    shown = await ran(tmp_path, env=environment())
    assert (shown.code, shown.out) == (2, "")
    assert all(f"    {command}" in shown.err for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
async def test_every_command_explains_itself_in_every_language(tmp_path: Path, command: str) -> None:
    helps = set()
    for language in ("en", "ru", "ar"):
        shown = await ran(tmp_path, command, "--help", env=environment(QUESTSMITH_LANGUAGE=language))
        assert (shown.code, shown.err) == (0, "")
        helps.add(shown.out)
    assert len(helps) == 3


async def test_arguments_that_make_no_sense(tmp_path: Path) -> None:
    for arguments in (("dance",), ("play", "--language", "tlh"), ("sandbox", "--port", "http"), ("context",)):
        refused = await ran(tmp_path, *arguments, env=environment())
        assert (refused.code, refused.out) == (2, "")
        assert "usage: questsmith" in refused.err


async def test_run_needs_a_token(tmp_path: Path) -> None:
    refused = await ran(tmp_path, "run", env=environment())
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("DISCORD_TOKEN is not set. ")
    assert refused.err.count("\n") == 1


@pytest.mark.parametrize("token", ["Bot abc.def", "abc\ndef", "токен", '"abc"'])
async def test_a_token_that_cannot_be_one_is_not_sent(tmp_path: Path, token: str) -> None:
    refused = await ran(tmp_path, "run", env=environment(DISCORD_TOKEN=token))
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("Discord refuses the token. ")
    assert token not in refused.err


async def test_a_setting_that_cannot_work_is_named(tmp_path: Path) -> None:
    for name, value in (
        ("OPENAI_BASE_URL", "ftp://example.org"),
        ("QUESTSMITH_LANGUAGE", "tlh"),
        ("QUESTSMITH_CONTEXT_TOKENS", "nine"),
    ):
        env = environment()
        env[name] = value
        refused = await ran(tmp_path, "play", "lantern", env=env)
        assert refused.code == 1
        assert refused.err.startswith(f"The setting {name} cannot work: ")
        assert refused.err.count("\n") == 1


async def test_doctor(provider: Provider, tmp_path: Path) -> None:
    provider.say("Hello, traveller.")
    well = await ran(tmp_path, "doctor", env=environment(provider))
    assert (well.code, well.err) == (0, "")
    assert "gpt-4o-mini says “Hello, traveller.”" in well.out
    assert well.out.count("✅") == 4
    provider.script(Refusal(401))
    ill = await ran(tmp_path, "doctor", env=environment(provider))
    assert (ill.code, ill.err) == (1, "")
    assert "❌ Narrator and database: 127.0.0.1 refuses the API key" in ill.out
    assert ill.out.count("✅") == 3


def children(pid: int) -> list[Path]:
    """The folders of a process's children, which are gone when those have ended."""
    return [Path("/proc", child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def left_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_a_signal_ends_the_sandbox_while_a_page_is_open(provider: Provider, tmp_path: Path) -> None:
    env = environment(provider, TMPDIR=str(tmp_path))
    async with started(tmp_path, "sandbox", "--no-open", env=env) as process:
        async with Page.open(await sandbox_address(process)) as page:
            await page.say("open the door")
            await page.shows("The story goes on (1).", complete=True)
            process.send_signal(signal.SIGTERM)
            assert await process.wait() == 0
        assert process.stderr is not None
        assert await process.stderr.read() == b""
    assert left_in(tmp_path) == []


async def test_ending_the_sandbox_ends_the_embedded_narrator(tmp_path: Path) -> None:
    env = {name: value for name, value in environment().items() if not name.startswith("OPENAI")}
    async with started(tmp_path, "sandbox", "--no-open", env=env | {"TMPDIR": str(tmp_path)}) as process:
        await sandbox_address(process)
        (child,) = children(process.pid)
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0
    assert not child.exists()
    assert left_in(tmp_path) == []


async def test_a_port_that_is_taken(provider: Provider, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        arguments = ("sandbox", "--no-open", "--port", port)
        async with started(tmp_path, *arguments, env=environment(provider)) as process:
            _, err = await process.communicate()
    assert process.returncode == 1
    assert err.decode() == (
        f"The page cannot be opened on port {port}. Choose another one with --port, or leave it out.\n"
    )
