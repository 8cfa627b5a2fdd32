"""Writes memories and story summaries in the background: durable jobs, after the turns.

A turn never waits for it, and never fails because of it. What is planned is on disk; what is being
written when the process ends is written by the next one.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Self

from bot.bank.pen import Meter, Pen
from bot.bank.scribe import Scribe
from bot.bank.summary import Summariser
from bot.errors import QuestsmithError, UnknownAdventure
from bot.narrator import Narrator
from bot.settings import Settings
from bot.store import Store
from bot.store.jobs import LONGEST
from bot.store.records import JobKind, JobRecord, SummaryProgress

log = logging.getLogger(__name__)

_FIRST = 30.0
"""Seconds before a job that failed is tried again, the first time."""


def back_off(attempts: int) -> float:
    """Seconds to wait after so many failures: 30, twice as long each time, an hour at most."""
    return min(_FIRST * 2.0 ** min(attempts - 1, 16), LONGEST.total_seconds())


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is written, and at what cost."""

    kinds: Collection[JobKind]
    capacity: int
    """Memories of an adventure's bank; only so many stretches of a backlog are written."""
    daily_tokens: int
    """After so many tokens of turns and jobs, jobs wait for the next day (UTC); 0 is no limit."""
    gives_way: bool
    """Whether a job is broken off when a turn begins, and begun again after it."""


class Keeper:
    """``async with Keeper(…) as keeper: keeper.notice(adventure_id)``. One job at a time.

    ``clock`` and ``pause`` (seconds to wait after so many failures) are for tests.
    """

    def __init__(
        self,
        store: Store,
        scribe: Scribe,
        plan: Plan,
        *,
        clock: Callable[[], datetime] = utc_now,
        pause: Callable[[int], float] = back_off,
    ) -> None:
        self._store = store
        self._scribe = scribe
        self._plan = plan
        self._clock = clock
        self._pause = pause
        self._noticed: set[int] = set()
        self._started = False
        self._turns = 0
        self._resting = False
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._changed = asyncio.Event()
        self._owner: asyncio.Task[None] | None = None
        self._job: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._owner = asyncio.create_task(self._keep(), name="keeper")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._owner is not None:
            self._owner.cancel()
            await asyncio.gather(self._owner, return_exceptions=True)
            self._owner = None
        self._idle.set()
        self._tell()

    def notice(self, adventure_id: int) -> None:
        """The story has gone on, or back: find out what it is due for. Returns at once."""
        self._noticed.add(adventure_id)
        self._idle.clear()
        self._wake.set()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """While a turn is told. Where turns and jobs share one machine, the job gives way."""
        if not self._plan.gives_way:
            yield
            return
        self._turns += 1
        if self._job is not None:
            self._job.cancel()
        try:
            yield
        finally:
            self._turns -= 1
            if not self._turns:
                self._idle.clear()
                self._wake.set()

    async def idle(self) -> None:
        """Return when nothing can be done now: all is written, or waits for its time."""
        await self._idle.wait()

    async def follow(self, adventure_id: int) -> AsyncGenerator[SummaryProgress, None]:
        """How the story summary comes along, until it is done or has to wait for a later time."""
        await self._store.jobs.plan(adventure_id, capacity=self._capacity, now=self._clock())
        self.notice(adventure_id)
        while True:
            changed = self._changed
            progress = await self._store.summaries.progress(adventure_id, self._clock())
            yield progress
            if progress.done or progress.waits or self._resting or self._owner is None:
                return
            await changed.wait()

    @property
    def _capacity(self) -> int:
        return self._plan.capacity if JobKind.MEMORY in self._plan.kinds else 0

    async def _keep(self) -> None:
        failures = 0
        while True:
            self._wake.clear()
            try:
                rest = await self._round()
                failures = 0
            except Exception as error:
                failures += 1
                rest = self._pause(failures)
                _log("The memory bank cannot be kept now", error)
            if rest == 0:
                continue
            if not self._wake.is_set():
                self._idle.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._wake.wait()

    async def _round(self) -> float | None:
        """Do one thing. Seconds until there is another, None when there is none."""
        await self._plan_all()
        if self._turns:
            return None
        now = self._clock()
        day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        self._resting = bool(self._plan.daily_tokens) and (
            await self._store.jobs.spent(day) >= self._plan.daily_tokens
        )
        if self._resting:
            self._tell()
            return (day + timedelta(days=1) - now).total_seconds()
        job = await self._store.jobs.next(now, self._plan.kinds)
        if job is None:
            soonest = await self._store.jobs.soonest(self._plan.kinds)
            return None if soonest is None else max((soonest - now).total_seconds(), 0.001)
        await self._run(job)
        return 0

    async def _plan_all(self) -> None:
        if not self._started:
            self._noticed |= {adventure.id for adventure in await self._store.adventures.all_open()}
            self._started = True
        while self._noticed:
            adventure_id = self._noticed.pop()
            try:
                with suppress(UnknownAdventure):  # it must not keep the others waiting
                    await self._store.jobs.plan(adventure_id, capacity=self._capacity, now=self._clock())
            except BaseException:
                self._noticed.add(adventure_id)  # not before: it may be noticed again meanwhile
                raise

    async def _run(self, job: JobRecord) -> None:
        """Run the job to its end; a turn may break it off, then it is as if it had not begun."""
        if self._turns:
            return
        self._idle.clear()
        task = self._job = asyncio.create_task(self._work(job))
        try:
            await asyncio.wait([task])
        finally:
            self._job = None
            if not task.done():
                task.cancel()
                await asyncio.wait([task])
        if not task.cancelled():
            task.result()
        self._tell()

    async def _work(self, job: JobRecord) -> None:
        meter = Meter()
        try:
            await self._scribe.write(job, meter, self._clock())
        except Exception as error:
            key = error.key if isinstance(error, QuestsmithError) else QuestsmithError.key
            _log(f"Job {job.id} ({job.kind}) failed", error)
            now = self._clock()
            await self._store.jobs.failed(
                job.id,
                error=key,
                tokens=meter.tokens,
                now=now,
                not_before=now + timedelta(seconds=self._pause(job.attempts + 1)),
            )

    def _tell(self) -> None:
        """Wake everybody who follows."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


def open_keeper(
    settings: Settings,
    store: Store,
    narrator: Narrator,
    *,
    clock: Callable[[], datetime] = utc_now,
    pause: Callable[[int], float] = back_off,
) -> Keeper:
    """A keeper as the settings want it, to be opened."""
    pen = Pen(narrator, settings.context())
    summariser = Summariser(pen, settings.summary_limit)
    plan = Plan(
        kinds=tuple(JobKind) if settings.memory_bank else (JobKind.SUMMARY,),
        capacity=settings.memory_capacity,
        daily_tokens=settings.daily_tokens,
        gives_way=settings.embedded,
    )
    scribe = Scribe(store, pen, summariser, settings.memory_capacity)
    return Keeper(store, scribe, plan, clock=clock, pause=pause)


def _log(what: str, error: Exception) -> None:
    """Where it happened; of what was said only our own words, because others' may hold players' texts."""
    if isinstance(error, QuestsmithError):
        log.warning("%s: %s", what, error.key)
    else:
        places = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s: %s\n%s", what, type(error).__name__, places)
