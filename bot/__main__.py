"""The command line: ``questsmith sandbox | play | run | context | eval | doctor``."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.errors import QuestsmithError
from bot.locale import Texts, texts_for
from bot.settings import Settings, load_settings
from bot.story.types import LANGUAGES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. Every expected failure is one sentence on standard error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # Windows consoles and pipes are not UTF-8 by themselves
            reconfigure(encoding="utf-8", errors="replace")
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except QuestsmithError as error:
        print(sentence(error), file=sys.stderr)  # noqa: T201
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; Python would complain once more while it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def sentence(error: QuestsmithError) -> str:
    """What a person reads in the terminal."""
    return _texts().error(error)


def _texts() -> Texts:
    return texts_for(os.environ.get("QUESTSMITH_LANGUAGE"))


def _parser() -> argparse.ArgumentParser:
    texts = _texts()
    parser = argparse.ArgumentParser(prog="questsmith", description=texts("help-questsmith"))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        part = commands.add_parser(name, help=texts(f"help-{name}"), description=texts(f"help-{name}"))
        part.set_defaults(command=command)
        return part

    def add_eval(what: str, command: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        help_ = texts(f"help-eval-{what}")
        part = measures.add_parser(what, help=help_, description=help_)
        part.set_defaults(command=command)
        part.add_argument("file", metavar="FILE", help=texts("help-cases"))
        part.add_argument("--json", action="store_true", help=texts("help-eval-json"))
        return part

    sandbox = add("sandbox", _sandbox)
    sandbox.add_argument("--port", type=int, default=0, help=texts("help-port"))
    sandbox.add_argument("--no-open", action="store_true", help=texts("help-no-open"))
    play = add("play", _play)
    play.add_argument("--resume", action="store_true", help=texts("help-resume"))
    for part, positional in ((sandbox, "--scenario"), (play, "scenario")):
        extra = {"nargs": "?"} if positional == "scenario" else {"default": "lantern"}
        part.add_argument(positional, metavar="SCENARIO", help=texts("help-scenario"), **extra)  # type: ignore[arg-type]
        part.add_argument("--language", choices=LANGUAGES, help=texts("help-language"))
        part.add_argument("--db", metavar="FILE", type=Path, help=texts("help-db"))
    add("run", _run)
    context = add("context", _context)
    context.add_argument("files", nargs="+", metavar="FILE", help=texts("help-files"))
    context.add_argument("--json", action="store_true", help=texts("help-json"))
    context.add_argument("--layout", choices=["classic", "cached"], help=texts("help-layout"))
    measuring = commands.add_parser("eval", help=texts("help-eval"), description=texts("help-eval"))
    measures = measuring.add_subparsers(required=True, metavar="WHAT")
    add_eval("triggers", _eval_triggers)
    add("doctor", _doctor)
    return parser


def _settings(options: argparse.Namespace) -> Settings:
    database: Path | None = getattr(options, "db", None)
    return load_settings(**({"database_url": _sqlite(database)} if database else {}))


def _sqlite(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file.absolute()}"


def _run(options: argparse.Namespace) -> int:
    from bot.app import open_game
    from bot.client import Questsmith, run_client
    from bot.errors import TokenMissing
    from bot.logs import set_up_logging
    from bot.turns import Turns

    settings = _settings(options)
    if settings.discord_token is None:
        raise TokenMissing
    set_up_logging(settings)

    async def run() -> None:
        stop = _stop_on_signals()
        async with open_game(settings) as game, Turns(settings.shutdown_grace) as turns:
            interrupted = await game.store.turns.interrupt_open(terminal=False)
            await run_client(Questsmith(settings, game, turns, interrupted), stop)

    asyncio.run(run())
    return 0


def _sandbox(options: argparse.Namespace) -> int:
    from bot.app import open_game
    from bot.logs import set_up_logging
    from bot.sandbox import run_sandbox

    texts = _texts()

    def opened(url: str) -> None:
        print(texts("sandbox-open"), url, texts("sandbox-stop"), sep="\n", flush=True)  # noqa: T201
        if not options.no_open:
            webbrowser.open(url)

    async def run(settings: Settings) -> None:
        stop = _stop_on_signals()
        async with open_game(settings) as game:
            language = options.language or settings.language
            await run_sandbox(
                settings,
                game,
                stop,
                port=options.port,
                scenario=options.scenario,
                language=language,
                opened=opened,
            )

    with tempfile.TemporaryDirectory(prefix="questsmith-", ignore_cleanup_errors=True) as folder:
        options.db = options.db or Path(folder, "sandbox.db")
        settings = _settings(options)
        set_up_logging(settings, "WARNING")
        print(texts("sandbox-starting", model=settings.model), flush=True)  # noqa: T201
        asyncio.run(run(settings))
    return 0


def _play(options: argparse.Namespace) -> int:
    from bot.commands.play import play
    from bot.logs import set_up_logging

    settings = _settings(options)
    set_up_logging(settings, "ERROR")
    return asyncio.run(
        play(
            settings,
            scenario=options.scenario,
            language=options.language or settings.language,
            resume=options.resume,
            interactive=sys.stdin.isatty(),
        )
    )


def _context(options: argparse.Namespace) -> int:
    from bot.commands.context import run

    return run(options.files, as_json=options.json, layout=options.layout, sentence=sentence)


def _eval_triggers(options: argparse.Namespace) -> int:
    from bot.commands.eval import eval_triggers

    return eval_triggers(options.file, as_json=options.json, texts=_texts())


def _doctor(options: argparse.Namespace) -> int:
    from bot.commands.doctor import doctor
    from bot.logs import set_up_logging

    settings = _settings(options)
    set_up_logging(settings, "ERROR")
    return asyncio.run(doctor(settings, _texts()))


def _stop_on_signals() -> asyncio.Event:
    """Set when the process is asked to end; turns in flight get their time."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop


if __name__ == "__main__":
    sys.exit(main())
