"""``questsmith eval corrections``: plays conversations through the real engine (canon.md).

Every case has a database on disk of its own; a rising ``session`` closes it and opens it again.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from bot.canon import Canon, Confirmation, Correction, Heard, Rules, Speaker, confirmation_text
from bot.canon.text import trimmed
from bot.context.normal import normalise
from bot.errors import CasesUnreadable, QuestsmithError
from bot.game import Game, Player, TurnRequest
from bot.locale import texts_for
from bot.narrator import Usage
from bot.scenarios import Scenarios
from bot.settings import Settings
from bot.store import Store, open_store
from bot.store.records import AdventureRecord, TurnKind
from bot.story import ActionType, CanonRecord, Kind, Plot, RecordStatus, Scope
from bot.story.phrasing import quoted

SCORES = ("recall", "replacement", "separation", "uncertainty")
_GROUPS = {
    "replacement": "replace wider backforth edit undo forget confirm negation",
    "separation": "scopeword shadow otheradventure samename pref attributes characters",
    "uncertainty": "answer open",
    "recall": "noscope story narrator restart absent quote form polite",
}
RULES = {rule: score for score, rules in _GROUPS.items() for rule in rules.split()}
"""The score that each rule counts for."""

_GUILD = 1
_PLAYER = Player(1, "Player")
_SPEAKER = Speaker(_PLAYER.id, _PLAYER.name)
_OPENINGS = {"en": "The story begins.", "ru": "История начинается.", "ar": "تبدأ الحكاية."}
_AT_ONCE = 8
"""Conversations that are played at the same time; each waits for the disk most of the time."""
_SHARE = 30
"""Conversations that are worth another process."""
_Named = tuple[str, Mapping[str, Any]]
"""A case and its id."""
_ACTS = frozenset({"say", "correct", "narrator", "answer", "undo", "edit", "forget"})
_FIELDS = _ACTS | {"session", "adventure", "scene", "expect"}
_OF_RECORDS = frozenset({"saved", "nothing_saved", "listed", "not_listed"})
_EXPECTATIONS = _OF_RECORDS | {"asked", "context_has", "context_lacks", "confirmed"}


class Failure(Exception):
    """A step could not be played, or an expectation does not hold. The message says why."""


class Failed(NamedTuple):
    """A case that did not pass. ``step`` is counted from 1; 0 is the case itself."""

    id: str
    step: int
    why: str


class Result(NamedTuple):
    """What came of all cases; scores are percentages, None where no case counts for one."""

    cases: int
    scores: Mapping[str, float | None]
    failed: Sequence[Failed]


def run(file: str, *, as_json: bool) -> int:
    """Play the conversations of a file; the exit code is 1 when one fails. Raises CasesUnreadable."""
    result = asyncio.run(play_lines(_lines(file)))
    if as_json:
        sys.stdout.write(json.dumps(to_json(result), ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _table(result)))
    return int(bool(result.failed))


def _lines(file: str) -> list[str]:
    try:
        return Path(file).read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CasesUnreadable(file=file, reason=str(error)) from None


async def play_lines(lines: Sequence[str]) -> Result:
    """Play one case per line, on every processor; empty lines are none."""
    found = [(number, _case(line)) for number, line in enumerate(lines, 1) if line.strip()]
    cases = [(str(case.get("id", f"line {number}")), case) for number, case in found]
    shares = min(os.cpu_count() or 1, 1 + len(cases) // _SHARE)
    if shares == 1:
        outcomes = await _play_all(cases)
    else:
        loop = asyncio.get_running_loop()
        with ProcessPoolExecutor(shares, mp_context=get_context("spawn")) as pool:
            played = [
                loop.run_in_executor(pool, _play_share, cases[share::shares]) for share in range(shares)
            ]
            outcomes = [None] * len(cases)
            for share, outcome in enumerate(await asyncio.gather(*played)):
                outcomes[share::shares] = outcome
    counts = {score: [0, 0] for score in SCORES}
    for (case_id, _), failure in zip(cases, outcomes, strict=True):
        score = score_of(case_id)
        if score is not None:
            counts[score][0] += failure is None
            counts[score][1] += 1
    scores = {score: round(100 * good / all_, 1) if all_ else None for score, (good, all_) in counts.items()}
    return Result(len(cases), scores, [failure for failure in outcomes if failure is not None])


def _play_share(cases: Sequence[_Named]) -> list[Failed | None]:
    return asyncio.run(_play_all(cases))


async def _play_all(cases: Sequence[_Named]) -> list[Failed | None]:
    """Several at a time; what came of each."""
    desks, opening = asyncio.Semaphore(_AT_ONCE), asyncio.Lock()
    with tempfile.TemporaryDirectory(prefix="questsmith-", ignore_cleanup_errors=True) as folder:
        empty = Path(folder) / "empty.db"
        async with open_store(_url(empty)):
            pass  # the tables are made once

        async def play(number: int, case_id: str, case: Mapping[str, Any]) -> Failed | None:
            async with desks:
                database = Path(folder) / f"{number}.db"
                await asyncio.to_thread(shutil.copy, empty, database)
                return await play_case(case_id, case, database, opening)

        return await asyncio.gather(*(play(number, *case) for number, case in enumerate(cases)))


def _url(database: Path) -> str:
    return f"sqlite+aiosqlite:///{database}"


def to_json(result: Result) -> dict[str, Any]:
    """The result as ``--json`` prints it."""
    return {
        "cases": result.cases,
        "passed": result.cases - len(result.failed),
        "scores": dict(result.scores),
        "failed": [failed._asdict() for failed in result.failed],
    }


def score_of(case_id: str) -> str | None:
    """The score that a case counts for, by the rule in its id (``language-rule-name``)."""
    parts = case_id.split("-")
    return RULES.get(parts[1]) if len(parts) > 1 else None


async def play_case(
    case_id: str, case: Mapping[str, Any], database: Path, opening: asyncio.Lock
) -> Failed | None:
    """Play one conversation; ``database`` is a file without adventures, or none yet.

    ``opening`` is held while the database is opened: migrations bear no company.
    """
    language, steps = case.get("language"), case.get("steps")
    if "error" in case:
        return Failed(case_id, 0, str(case["error"]))
    if score_of(case_id) is None:
        return Failed(case_id, 0, "unknown rule")
    if language not in _OPENINGS or not isinstance(steps, list) or not steps:
        return Failed(case_id, 0, "no language or no steps")
    if unknown := set(case) - {"id", "language", "steps"}:
        return Failed(case_id, 0, f"unknown fields: {sorted(unknown)}")
    async with Table(database, language, opening) as table:
        for number, step in enumerate(steps, 1):
            try:
                await table.play(step)
            except Failure as failure:
                return Failed(case_id, number, str(failure))
            except (QuestsmithError, TypeError, ValueError, AttributeError) as error:
                return Failed(case_id, number, f"cannot be played: {error!r}")
    return None


def _case(line: str) -> Mapping[str, Any]:
    try:
        case = json.loads(line)
    except ValueError as error:
        return {"error": f"no JSON: {error}"}
    return case if isinstance(case, dict) else {"error": "no JSON object"}


class ScriptedAnswer:
    """One answer of the scripted narrator."""

    usage = Usage()
    cut = False

    def __init__(self, text: str) -> None:
        self._pieces = [text]

    def __aiter__(self) -> ScriptedAnswer:
        return self

    async def __anext__(self) -> str:
        """The whole text, then the end."""
        if not self._pieces:
            raise StopAsyncIteration
        return self._pieces.pop()


class ScriptedNarrator:
    """Says what it was told to say, and keeps the prompt that it got."""

    model = "scripted"
    host = "localhost"

    def __init__(self, language: str) -> None:
        self.outputs: list[str] = []
        self.prompt = ""
        self._filler = {"en": "Time goes by.", "ru": "Время идёт.", "ar": "يمضي الوقت."}[language]

    @asynccontextmanager
    async def answer(
        self, messages: Sequence[Mapping[str, str]], *, max_tokens: int
    ) -> AsyncIterator[ScriptedAnswer]:
        """The next output."""
        self.prompt = "\n".join(message["content"] for message in messages)
        yield ScriptedAnswer(self.outputs.pop(0) if self.outputs else self._filler)


@dataclass
class Outcome:
    """What a step did."""

    prompt: str = ""
    heard: Heard = field(default_factory=Heard)
    before: frozenset[int] = frozenset()


class Table:
    """One conversation: players, adventures, a narrator with a script, and a database on disk."""

    def __init__(self, database: Path, language: str, opening: asyncio.Lock) -> None:
        self._url = _url(database)
        self._opening = opening
        self._language = language
        self._narrator = ScriptedNarrator(language)
        self._adventures: dict[str, int] = {}
        self._session = 0
        self._events = 0
        self._process = AsyncExitStack()
        self._store: Store
        self._canon: Canon
        self._game: Game

    async def __aenter__(self) -> Table:
        await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._process.aclose()

    async def _start(self) -> None:
        self._process = AsyncExitStack()
        async with self._opening:
            self._store = await self._process.enter_async_context(open_store(self._url))
        settings = Settings(_env_file=None, openai_api_key=None, openai_base_url="http://localhost/v1")  # type: ignore[call-arg]
        self._canon = Canon(self._store, Rules())
        self._game = Game(settings, self._store, self._narrator, Scenarios([], []), self._canon)  # type: ignore[arg-type]

    async def play(self, step: object) -> None:
        """One step and what is expected of it. Raises Failure."""
        if not isinstance(step, dict):
            raise Failure("a step is no object")
        if unknown := set(step) - _FIELDS:
            raise Failure(f"unknown fields: {sorted(unknown)}")
        acts = sorted(set(step) & _ACTS)
        if len(acts) != 1:
            raise Failure(f"not one thing to do: {acts}")
        session, scene = step.get("session", self._session), step.get("scene")
        if not isinstance(session, int) or not isinstance(scene, str | None):
            raise Failure("session or scene is of the wrong kind")
        if session > self._session:
            if self._session:
                await self._process.aclose()
                await self._start()
            self._session = session
        adventure = await self._adventure(str(step.get("adventure", "a")))
        if scene is not None and (await self._store.canon.place(adventure)).scene != scene:
            await self._store.canon.enter_scene(adventure, scene)
        expect = _object(step.get("expect", {}), _EXPECTATIONS)
        outcome = Outcome()
        if "nothing_saved" in expect:
            outcome.before = frozenset(record.id for record in await self._records())
        await self._act(acts[0], step[acts[0]], adventure, outcome)
        await self._check(expect, adventure, outcome)

    async def _adventure(self, name: str) -> int:
        if name not in self._adventures:
            record: AdventureRecord = await self._store.adventures.create(
                guild_id=_GUILD,
                channel_id=len(self._adventures) + 1,
                owner_id=_PLAYER.id,
                scenario="",
                title=name,
                language=self._language,
                mode=ActionType.DO,
                plot=Plot(),
                cards=(),
                opening=_OPENINGS[self._language],
            )
            self._adventures[name] = record.id
        return self._adventures[name]

    async def _act(self, act: str, value: Any, adventure: int, outcome: Outcome) -> None:
        canon = self._canon
        confirmation: Confirmation | None = None
        if act == "narrator":
            self._narrator.outputs.append(_text(value))
        elif act == "say":
            await self._say(_text(value), adventure, outcome)
        elif act == "correct":
            outcome.heard = await canon.correct(adventure, _SPEAKER, _correction(value))
        elif act == "answer":
            questions = await self._store.canon.open_questions(adventure)
            if not questions:
                raise Failure("no question is open")
            confirmation = await canon.answer(questions[-1].id, _scope(value), _SPEAKER)
        elif act == "undo":
            if value is not True:
                raise Failure("undo is not true")
            newest = await self._store.canon.newest(adventure)
            if newest is None:
                raise Failure("nothing to undo")
            confirmation = await canon.undo(newest.id)
        elif act in ("edit", "forget"):
            fields = {"subject", "attribute", "scope"} | ({"value"} if act == "edit" else set())
            named = _object(value, fields)
            # In an edit the scope is the new one; elsewhere it names the record.
            scope = _scope(named["scope"]) if "scope" in named else None
            subject, attribute = _text(named.get("subject")), _text(named.get("attribute"))
            if act == "forget":
                record = await canon.find(adventure, subject, attribute, scope)
                confirmation = await canon.forget(record.id)
            else:
                record = await canon.find(adventure, subject, attribute, None)
                confirmation = await canon.edit(record.id, _SPEAKER, value=named.get("value"), scope=scope)
        if confirmation is not None:
            outcome.heard = Heard((confirmation,))

    async def _say(self, text: str, adventure: int, outcome: Outcome) -> None:
        self._events += 1
        event_id = f"message:{self._session}:{self._events}"
        if self._game.is_aside(text):
            outcome.heard = await self._game.hear_aside(adventure, _PLAYER, text, event_id)
            return
        speech = quoted(text)
        kind = TurnKind.SAY if speech else TurnKind.DO
        request = TurnRequest(event_id, adventure, kind, _PLAYER, speech or text)

        async def heard(_: object, what: Heard) -> None:
            outcome.heard = what

        self._game.on_heard = heard
        await self._game.tell(await self._game.accept(request), lambda _: None)
        outcome.prompt = self._narrator.prompt

    async def _records(self) -> list[CanonRecord]:
        return await self._store.canon.of_guild(_GUILD)

    async def _check(self, expect: Mapping[str, Any], adventure: int, outcome: Outcome) -> None:
        records = await self._records() if _OF_RECORDS & set(expect) else []
        for name, wanted in expect.items():
            if name == "saved":
                self._saved(wanted, records, outcome)
            elif name == "nothing_saved":
                made = [record.wording for record in records if record.id not in outcome.before]
                if bool(made) is (wanted is True):
                    raise Failure(f"saved: {made}")
            elif name == "asked":
                if bool(outcome.heard.questions) is not (wanted is True):
                    raise Failure(f"asked: {bool(outcome.heard.questions)}")
            elif name in ("context_has", "context_lacks"):
                await self._context(wanted, adventure, outcome, has=name == "context_has")
            elif name in ("listed", "not_listed"):
                _listed(wanted, records, there=name == "listed")
            elif name == "confirmed":
                self._confirmed(wanted, outcome)

    def _saved(self, wanted: object, records: Sequence[CanonRecord], outcome: Outcome) -> None:
        fields = _object(
            wanted, {"subject", "attribute", "value", "kind", "scope", "persists", "status", "wording"}
        )
        touched = [found.record for found in outcome.heard.confirmations]
        touched += [question.record for question in outcome.heard.questions]
        current = {record.id: record for record in records}
        candidates = [current[record.id] for record in touched if record.id in current]
        newest = candidates[-1:] or ([] if not records else records[-1:])
        if not newest:
            raise Failure("nothing was saved")
        for name, value in fields.items():
            found = getattr(newest[0], name)
            same = found is value if isinstance(value, bool) else _plain(str(found)) == _plain(str(value))
            if not same:
                raise Failure(f"saved {name}: {found!r} instead of {value!r}")

    async def _context(self, wanted: object, adventure: int, outcome: Outcome, *, has: bool) -> None:
        prompt = outcome.prompt
        if not prompt:
            assembly, _ = await self._game.present(adventure, _PLAYER.id)
            prompt = "\n".join(message.content for message in assembly.messages)
        for text in _texts(wanted):
            if (text in prompt) is not has:
                raise Failure(f"the prompt {'lacks' if has else 'has'} {text!r}: {prompt!r}")

    def _confirmed(self, wanted: object, outcome: Outcome) -> None:
        texts = texts_for(self._language)
        said = " ".join(confirmation_text(found, texts) for found in outcome.heard.confirmations)
        for text in _texts(wanted):
            if text not in said:
                raise Failure(f"the confirmation lacks {text!r}: {said!r}")


def _plain(text: str) -> str:
    """The text without case, quotation marks and article: "the Gannet" is “Gannet”."""
    return normalise(trimmed(text)).removeprefix("the ").removeprefix("an ").removeprefix("a ")


def _listed(wanted: object, records: Sequence[CanonRecord], *, there: bool) -> None:
    if not isinstance(wanted, list):
        raise Failure("the list is none")
    for entry in wanted:
        fields = _object(entry, {"wording", "status"})
        text, status = _text(fields.get("wording")), fields.get("status")
        if status is not None and status not in list(RecordStatus):
            raise Failure(f"unknown status: {status!r}")
        found = [r for r in records if text in r.wording and status in (None, r.status.value)]
        if bool(found) is not there:
            listed = [f"{record.wording} ({record.status})" for record in records]
            raise Failure(f"{'not listed' if there else 'listed'}: {entry}; the list: {listed}")


def _correction(value: object) -> Correction:
    fields = _object(value, {"subject", "attribute", "value", "kind", "scope"})
    try:
        kind = Kind(fields.get("kind", "fact"))
    except ValueError:
        raise Failure(f"unknown kind: {fields.get('kind')!r}") from None
    scope = _scope(fields["scope"]) if "scope" in fields else None
    return Correction(
        _text(fields.get("subject")), _text(fields.get("attribute")), _text(fields.get("value")), kind, scope
    )


def _scope(value: object) -> Scope:
    try:
        return Scope(str(value))
    except ValueError:
        raise Failure(f"unknown scope: {value!r}") from None


def _object(value: object, fields: Collection[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Failure(f"no object: {value!r}")
    if unknown := set(value).difference(fields):
        raise Failure(f"unknown fields: {sorted(unknown)}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise Failure(f"no text: {value!r}")
    return value


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise Failure(f"no list: {value!r}")
    return [_text(entry) for entry in value]


def _table(result: Result) -> Sequence[str]:
    lines = [f"{result.cases - len(result.failed)} / {result.cases}"]
    for score, percent in result.scores.items():
        lines.append(f"  {score:<12} {'—' if percent is None else f'{percent:.1f} %'}")
    lines += [f"  {failed.id}, step {failed.step}: {failed.why}" for failed in result.failed]
    return lines
