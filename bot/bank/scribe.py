"""Does one job: reads what it needs from the store, has it written, keeps it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from bot.bank.pen import Meter, Pen
from bot.bank.summary import Summariser
from bot.bank.writing import write_memory
from bot.canon.recall import Verdict, recall
from bot.store import Store
from bot.store.records import JobKind, JobRecord
from bot.story import Action, ActionType, Kind, Scope
from bot.story.canon import CanonState
from bot.story.given import given_by

_READ = 200
"""Actions that are looked at for one piece of a summary, at most."""
_SCOPES = (Scope.ADVENTURE, Scope.CHARACTER)
"""What holds at any time of the story; a scene or an arc may be over."""


class Scribe:
    """Memories of a bank of ``capacity``, and summaries."""

    def __init__(self, store: Store, pen: Pen, summariser: Summariser, capacity: int) -> None:
        self._store = store
        self._pen = pen
        self._summariser = summariser
        self._capacity = capacity

    async def write(self, job: JobRecord, meter: Meter, now: datetime) -> None:
        """One memory, or one piece of a summary: then the job may not be done yet.

        ``meter`` counts its tokens, also when it fails; ``now`` is when it was tried. Raises
        NarratorError, StoreError.
        """
        adventure = await self._store.adventures.get(job.adventure_id)
        state = await self._store.canon.state(job.adventure_id, player_id=0)
        if job.kind is JobKind.MEMORY:
            await self._remember(job, adventure.language, state, meter, now)
        else:
            await self._summarise(job, adventure.language, state, meter, now)

    async def _remember(
        self, job: JobRecord, language: str, state: CanonState, meter: Meter, now: datetime
    ) -> None:
        actions = await self._store.jobs.stretch(job.action_id)
        told = "\n".join(action.text for action in actions)
        facts = await asyncio.to_thread(facts_about, told, state)
        text, source = await write_memory(self._pen, actions, facts, language, meter)
        await self._store.jobs.remembered(
            job, text, source, capacity=self._capacity, tokens=meter.tokens, now=now
        )

    async def _summarise(
        self, job: JobRecord, language: str, state: CanonState, meter: Meter, now: datetime
    ) -> None:
        base = await self._store.summaries.base(job.adventure_id)
        actions = await self._store.jobs.unread(job, base.through, _READ)
        if not actions:
            await self._store.jobs.drop(job.id)
            return
        text, read = await self._summariser.go_on(
            base.text,
            given_by(base.edits),
            actions,
            lambda told: facts_about(told, state),
            language,
            meter,
            attempts=job.attempts,
        )
        # When a player has edited the summary meanwhile, nothing is kept and the job is done again.
        await self._store.jobs.summarised(
            job,
            base,
            text,
            through=base.through + read,
            action_id=actions[read - 1].id,
            tokens=meter.tokens,
            now=now,
        )


def facts_about(text: str, state: CanonState) -> Sequence[str]:
    """What players have said to be true of whoever occurs in the text (canon.md, "Recall")."""
    recalled = recall(state, (Action(ActionType.STORY, text),), player_id=0)
    return [
        record.wording
        for record, verdict in recalled.verdicts
        if verdict is Verdict.RECALLED and record.kind is Kind.FACT and record.scope in _SCOPES
    ]
