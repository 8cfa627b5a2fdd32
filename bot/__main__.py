"""The command line: ``questsmith sandbox | play | run | context | eval | doctor``."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.errors import QuestsmithError, SettingsError
from bot.locale import Texts, texts_for
from bot.settings import EmbedderKind, Settings, load_settings
from bot.story.types import LANGUAGES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. Every expected failure is one sentence on standard error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # Windows consoles and pipes are not UTF-8 by themselves
            reconfigure(encoding="utf-8", errors="replace")
    parser = _parser()
    options = parser.parse_args(arguments)
    command: Callable[[argparse.Namespace], int] | None = options.command
    if command is None:
        parser.print_help(sys.stderr)
        return 2
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
    try:
        return texts_for(load_settings().language)
    except SettingsError:  # perhaps another setting than the language
        return texts_for(os.environ.get("QUESTSMITH_LANGUAGE"))


def _parser() -> argparse.ArgumentParser:
    texts = _texts()
    parser = argparse.ArgumentParser(prog="questsmith", description=texts("help-questsmith"))
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        part = commands.add_parser(name, help=texts(f"help-{name}"), description=texts(f"help-{name}"))
        part.set_defaults(command=command)
        return part

    def add_eval(
        what: str, command: Callable[[argparse.Namespace], int], *, file: str
    ) -> argparse.ArgumentParser:
        help_ = texts(f"help-eval-{what}")
        part = measures.add_parser(what, help=help_, description=help_)
        part.set_defaults(command=command)
        part.add_argument("file", metavar="FILE", help=texts(file))
        part.add_argument("--json", action="store_true", help=texts("help-eval-json"))
        return part

    sandbox = add("sandbox", _sandbox)
    sandbox.add_argument("--port", type=int, default=0, help=texts("help-port"))
    sandbox.add_argument("--no-open", action="store_true", help=texts("help-no-open"))
    play = add("play", _play)
    play.add_argument("--resume", action="store_true", help=texts("help-resume"))
    play.add_argument("--db", metavar="FILE", type=Path, help=texts("help-db"))
    for part, positional in ((sandbox, "--scenario"), (play, "scenario")):
        extra = {"nargs": "?"} if positional == "scenario" else {"default": "lantern"}
        part.add_argument(positional, metavar="SCENARIO", help=texts("help-scenario"), **extra)  # type: ignore[arg-type]
        part.add_argument("--language", choices=LANGUAGES, help=texts("help-language"))
    add("run", _run)
    context = add("context", _context)
    context.add_argument("files", nargs="+", metavar="FILE", help=texts("help-files"))
    context.add_argument("--json", action="store_true", help=texts("help-json"))
    context.add_argument("--layout", choices=["classic", "cached"], help=texts("help-layout"))
    measuring = commands.add_parser("eval", help=texts("help-eval"), description=texts("help-eval"))
    measures = measuring.add_subparsers(required=True, metavar="WHAT")
    add_eval("triggers", _eval_triggers, file="help-cases")
    order = add_eval("order", _eval_order, file="help-golden")
    order.add_argument("--questions", metavar="N", type=_positive, help=texts("help-questions"))
    add_eval("corrections", _eval_corrections, file="help-conversations")
    recall = add_eval("recall", _eval_recall, file="help-recall")
    recall.add_argument("--embedder", choices=list(EmbedderKind), help=texts("help-embedder"))
    add("doctor", _doctor)
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _sqlite(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file.absolute()}"


def _run(options: argparse.Namespace) -> int:
    from bot.app import open_game, settle
    from bot.client import Questsmith, run_client
    from bot.errors import TokenMissing, TokenRefused
    from bot.logs import set_up_logging
    from bot.turns import Turns

    settings = load_settings()
    if settings.discord_token is None:
        raise TokenMissing
    if not re.fullmatch(r"[\w.-]+", settings.discord_token.get_secret_value().strip(), re.ASCII):
        raise TokenRefused  # it cannot be one, so it is not sent either
    set_up_logging(settings)

    async def run() -> None:
        stop = _stop_on_signals()
        async with open_game(settings) as game, Turns(settings.shutdown_grace) as turns:
            interrupted = await game.store.turns.interrupt_open(terminal=False)
            settle()
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
        # The made-up server is a new one at every start, so its adventures could not be found again.
        settings = load_settings(database_url=_sqlite(Path(folder, "sandbox.db")))
        set_up_logging(settings, "WARNING")
        print(texts("sandbox-starting", model=settings.model), flush=True)  # noqa: T201
        asyncio.run(run(settings))
    return 0


def _play(options: argparse.Namespace) -> int:
    from bot.commands.play import play
    from bot.logs import set_up_logging

    settings = load_settings(**({"database_url": _sqlite(options.db)} if options.db else {}))
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


def _eval_order(options: argparse.Namespace) -> int:
    from bot.commands.eval_order import eval_order
    from bot.logs import set_up_logging
    from bot.narrator import Usage
    from bot.prices import price

    settings = load_settings()
    set_up_logging(settings, "ERROR")

    def cost(usage: Usage) -> float | None:
        dollars = price(usage, settings.model, settings.openai_base_url)
        return None if dollars is None else float(dollars)

    return asyncio.run(
        eval_order(
            options.file,
            settings=settings,
            texts=_texts(),
            questions=options.questions,
            as_json=options.json,
            price=cost,
        )
    )


def _eval_corrections(options: argparse.Namespace) -> int:
    from bot.commands.eval_corrections import run

    return run(options.file, as_json=options.json)


def _eval_recall(options: argparse.Namespace) -> int:
    from bot.commands.eval_recall import run

    return run(options.file, embedder=options.embedder, as_json=options.json)


def _doctor(options: argparse.Namespace) -> int:
    from bot.commands.doctor import doctor
    from bot.logs import set_up_logging

    settings = load_settings()
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
