"""``questsmith play``: the same engine in a terminal, or with lines from a file."""

from __future__ import annotations

import asyncio
import sys
import threading
import uuid
from collections.abc import AsyncIterator

from bot.advice import advice
from bot.app import open_game
from bot.canon import (
    Correction,
    Heard,
    Speaker,
    confirmation_text,
    question_text,
    scope_name,
)
from bot.errors import CorrectionUnclear, QuestsmithError, UnknownAdventure, UnknownRecord
from bot.explain import plain, usage
from bot.game import Game, Player, TurnRequest
from bot.locale import texts_for
from bot.narrator import finish
from bot.prices import cost
from bot.scenarios import DEFAULT_SCENARIO
from bot.settings import EMBEDDED_LANGUAGES, Settings
from bot.store.records import AdventureRecord, TurnKind, TurnRecord, TurnState
from bot.story import Action, ActionType
from bot.story.canon import OpenQuestion
from bot.story.phrasing import quoted

TERMINAL = 0
"""The server and the channel of adventures that are played in a terminal."""
_PLAYER_ID = 1
_RETOLD = 10
_KINDS = {ActionType.DO: TurnKind.DO, ActionType.SAY: TurnKind.SAY, ActionType.STORY: TurnKind.STORY}
_VERBS = {f"/{kind.value}": kind for kind in TurnKind}


class TerminalGame:
    """Reads lines, plays them, prints what comes back."""

    def __init__(self, game: Game, adventure: AdventureRecord, name: str) -> None:
        self._game = game
        self._adventure = adventure
        self._texts = texts_for(adventure.language)
        self._player = Player(_PLAYER_ID, name)
        self._unfinished: TurnRecord | None = None
        game.on_heard = self._show_heard

    async def show(self, *, resumed: bool) -> None:
        """The title, and the opening or the last turns."""
        say(f"\n{self._adventure.title}\n{'=' * len(self._adventure.title)}")
        last = _RETOLD if resumed else None
        for action in await self._game.store.story.path(self._adventure.id, last=last):
            say(f"\n{action.text}")
        turn = await self._game.store.turns.latest(self._adventure.id)
        if turn is not None and turn.state in (TurnState.INTERRUPTED, TurnState.FAILED):
            self._unfinished = turn
            say(f"\n{self._texts('terminal-interrupted')}")

    async def play(self, lines: AsyncIterator[str], *, interactive: bool) -> int:
        """Play until the lines end or say /quit; 1 when a scripted turn failed, else 0."""
        if interactive:
            say(f"\n{self._texts('terminal-hint')}")
        async for line in lines:
            if line.strip() in ("/quit", "/exit"):
                break
            try:
                await self._line(line.strip())
            except QuestsmithError as error:
                say(self._texts.error(error), stream=sys.stderr)
                if not interactive:
                    return 1
        return 0

    async def _line(self, line: str) -> None:
        if not line:
            return
        if self._game.is_aside(line):
            self._heard(await self._game.hear_aside(self._adventure.id, self._player, line))
            return
        verb, _, rest = line.partition(" ")
        if verb == "/help":
            say(self._texts("terminal-help"))
        elif verb == "/context":
            await self._context()
        elif verb == "/correct":
            subject, attribute, value = (part.strip() for part in f"{rest}||".split("|")[:3])
            form = Correction(subject, attribute, value)
            self._heard(await self._game.canon.correct(self._adventure.id, self._speaker, form))
        elif verb == "/answer":
            await self._answer(rest.strip())
        elif verb in ("/undo", "/redo"):
            async with self._game.place(self._adventure.id):
                await (self._game.undo if verb == "/undo" else self._game.redo)(self._adventure.id)
            path = await self._game.store.story.path(self._adventure.id, last=1)
            say(f"\n{path[-1].text}")
        elif verb in _VERBS:
            await self._turn(_VERBS[verb], rest.strip())
        elif line.startswith("/"):
            say(self._texts("terminal-unknown", command=verb))
        elif speech := quoted(line):
            await self._turn(TurnKind.SAY, speech)
        else:
            await self._turn(_KINDS[self._adventure.mode], line)

    @property
    def _speaker(self) -> Speaker:
        return Speaker(self._player.id, self._player.name)

    async def _show_heard(self, _: TurnRecord, heard: Heard) -> None:
        self._heard(heard)

    def _heard(self, heard: Heard) -> None:
        for confirmation in heard.confirmations:
            say(confirmation_text(confirmation, self._texts))
        for question in heard.questions:
            self._ask(question)
        if heard.problem is not None:
            say(self._texts.error(CorrectionUnclear(reason=heard.problem)))

    def _ask(self, question: OpenQuestion) -> None:
        answers = self._texts.listed(
            self._texts("terminal-choice", number=number, scope=scope_name(scope, self._texts))
            for number, scope in enumerate(question.options, 1)
        )
        say(f"{question_text(question, self._texts)}\n{self._texts('terminal-choices', answers=answers)}")

    async def _answer(self, word: str) -> None:
        """The newest open question is answered with the number of a scope or its name."""
        questions = await self._game.store.canon.open_questions(self._adventure.id)
        if not questions:
            raise UnknownRecord
        question = questions[-1]
        for number, scope in enumerate(question.options, 1):
            if word.casefold() in (str(number), scope.value, scope_name(scope, self._texts).casefold()):
                saved = await self._game.canon.answer(question.id, scope, self._speaker)
                self._heard(Heard((saved,)))
                return
        self._ask(question)

    async def _context(self) -> None:
        seen = await self._game.seen(self._adventure.id)
        lines = [*plain(seen.report, self._texts), *advice(seen.report, self._texts)]
        if seen.turn is not None:
            base_url = self._game.settings.openai_base_url
            lines += usage(seen.turn, cost(seen.turn, base_url), self._texts)
        say("\n".join(lines))

    async def _turn(self, kind: TurnKind, text: str) -> None:
        unfinished, self._unfinished = self._unfinished, None
        event_id = f"terminal:{uuid.uuid4()}"
        if kind is TurnKind.RETRY and unfinished is not None:
            turn = await self._game.resume(unfinished.id, event_id)
        else:
            turn = await self._game.accept(
                TurnRequest(event_id, self._adventure.id, kind, self._player, text)
            )
        if line := await self._game.line(turn):
            say(f"\n{line}")
        page = Page()
        try:
            async with self._game.place(self._adventure.id):
                told = await self._game.tell(turn, page.text)
        except QuestsmithError:
            self._unfinished = turn
            raise
        page.end(told.output)
        for record in told.open:
            question = await self._game.store.canon.question_of(record.id)
            if question is not None:
                self._ask(question)


class Page:
    """Prints an answer sentence by sentence: what is printed cannot be taken back."""

    def __init__(self) -> None:
        self._printed = ""
        say("")

    def text(self, so_far: str) -> None:
        """Print the sentences that are complete."""
        safe = finish(so_far, cut=True)
        if safe[-1:] in ".!?…؟" and len(safe) < len(so_far.strip()):
            self._advance(safe)

    def end(self, output: Action) -> None:
        """Print what is missing."""
        self._advance(output.text)
        say("")

    def _advance(self, text: str) -> None:
        if text.startswith(self._printed):
            say(text[len(self._printed) :], end="")
            self._printed = text
        elif not self._printed.startswith(text):
            say(f"\n\n{text}", end="")
            self._printed = text


async def play(
    settings: Settings, *, scenario: str | None, language: str, resume: bool, interactive: bool
) -> int:
    """Play in the terminal; the exit code. Raises QuestsmithError when nothing can be played."""
    async with open_game(settings) as game:
        await game.store.turns.interrupt_open(terminal=True)
        adventure = await _adventure(game, scenario, language, resume=resume)
        terminal = TerminalGame(game, adventure, texts_for(language)("terminal-player"))
        await terminal.show(resumed=resume)
        if settings.embedded and adventure.language not in EMBEDDED_LANGUAGES:
            say(f"\n{texts_for(adventure.language)('adventure-embedded', model=settings.model)}")
        return await terminal.play(read_lines(interactive=interactive), interactive=interactive)


async def _adventure(game: Game, scenario: str | None, language: str, *, resume: bool) -> AdventureRecord:
    adventures = game.store.adventures
    if resume:
        known = await adventures.of_guild(TERMINAL)
        wanted = [record for record in known if scenario is None or record.scenario == scenario]
        if not wanted:
            raise UnknownAdventure
        if wanted[0].open:
            return wanted[0]
    opened = await adventures.open_in(TERMINAL)
    if not resume:
        game.scenarios.get(scenario or DEFAULT_SCENARIO, language)  # before the open one is ended
    if opened is not None:
        await adventures.end(opened.id)
    if resume:
        return await adventures.reopen(wanted[0].id, TERMINAL)
    return await game.start_adventure(
        guild_id=TERMINAL,
        channel_id=TERMINAL,
        owner_id=_PLAYER_ID,
        scenario=scenario or DEFAULT_SCENARIO,
        language=language,
    )


async def read_lines(*, interactive: bool) -> AsyncIterator[str]:
    """Lines of standard input. The thread that waits for them never keeps the process from ending."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    wanted = threading.Semaphore(0)

    def read() -> None:
        while True:
            wanted.acquire()
            try:
                line: str | None = input("\n> ") if interactive else (sys.stdin.readline() or None)
            except (EOFError, OSError, ValueError):
                line = None
            loop.call_soon_threadsafe(lines.put_nowait, line)
            if line is None:
                return

    threading.Thread(target=read, daemon=True, name="standard input").start()
    while True:
        wanted.release()
        line = await lines.get()
        if line is None:
            return
        yield line


def say(text: str, *, end: str = "\n", stream: object = None) -> None:
    """Print at once, also into a pipe."""
    print(text, end=end, file=stream or sys.stdout, flush=True)  # type: ignore[arg-type]
